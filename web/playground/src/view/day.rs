//! How a load is spread over the hours of a day: what the user gives, and what is shown of it.

use std::ops::RangeInclusive;

use crate::view::message::{Argument, Message};
use crate::view::money::Money;

/// Hours of a day.
pub const HOUR_COUNT: usize = 24;

/// The load of an hour in relation to the others. Model: thousandths of the peak are as fine as a load is known.
pub const HOUR_LOADS: RangeInclusive<u16> = 0..=1_000;

/// The load of each hour in relation to the others, from midnight on. It has any, and not the same in each hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayCurve([u16; HOUR_COUNT]);

/// Curves that can be chosen. Model: in hundredths of the peak hour.
pub const PRESETS: [(&str, DayCurve); 2] = [
    (
        "day.office",
        DayCurve([
            5, 5, 5, 5, 5, 5, 10, 30, 70, 100, 100, 100, 80, 90, 100, 100, 90, 60, 30, 15, 10, 5,
            5, 5,
        ]),
    ),
    (
        "day.evening",
        DayCurve([
            20, 10, 5, 5, 5, 5, 10, 15, 20, 20, 20, 25, 25, 25, 25, 30, 35, 45, 65, 85, 100, 100,
            80, 45,
        ]),
    ),
];

/// A text or list is no curve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoCurve;

impl DayCurve {
    /// The curve of the load of each hour; `None` if it is the same in all.
    pub fn of(hours: &[u64]) -> Result<Option<Self>, NoCurve> {
        let loads =
            hours.iter().map(|it| u16::try_from(*it).ok().filter(|it| HOUR_LOADS.contains(it)));
        let loads: Vec<u16> = loads.collect::<Option<_>>().ok_or(NoCurve)?;
        let loads: [u16; HOUR_COUNT] = loads.try_into().map_err(|_| NoCurve)?;
        match loads {
            [0, ..] if loads == [0; HOUR_COUNT] => Err(NoCurve),
            [first, ..] if loads == [first; HOUR_COUNT] => Ok(None),
            _ => Ok(Some(Self(loads))),
        }
    }

    /// Reads whole numbers between spaces, commas or semicolons; a text without any is a load that is the same in all hours.
    pub fn parse(text: &str) -> Result<Option<Self>, NoCurve> {
        let words = text.split([' ', ',', ';', '\t', '\n']).filter(|it| !it.is_empty());
        let hours: Result<Vec<u64>, _> = words.map(str::parse).collect();
        match hours {
            Ok(hours) if hours.is_empty() => Ok(None),
            Ok(hours) => Self::of(&hours),
            Err(_) => Err(NoCurve),
        }
    }

    /// The load of each hour.
    pub fn hours(&self) -> [u64; HOUR_COUNT] {
        self.0.map(u64::from)
    }

    /// As it is read: "5 5 10".
    pub fn text(&self) -> String {
        self.0.map(|it| it.to_string()).join(" ")
    }
}

impl NoCurve {
    /// Why it is none.
    pub fn words(self) -> Message {
        Message::plain("day.fault").with("max", Argument::Count((*HOUR_LOADS.end()).into()))
    }
}

/// A day of the load, and what it costs hour by hour.
#[derive(Debug, Clone, PartialEq)]
pub struct DayView {
    /// What there is to know of it.
    pub words: Vec<Message>,
    pub hours: Vec<HourView>,
}

/// An hour of the day.
#[derive(Debug, Clone, PartialEq)]
pub struct HourView {
    /// "9:00".
    pub name: Message,
    /// Units a second that are asked for, in thousandths: written and read.
    pub unit_thousandths: [u64; 2],
    /// What these cost on demand, and what is provisioned in this hour.
    pub costs: [Money; 2],
    /// The same in thousandths of the dearest of all hours.
    pub permilles: [u64; 2],
}

impl HourView {
    /// Whether what is provisioned costs less than its load on demand.
    pub fn is_provisioned_cheaper(&self) -> bool {
        self.costs[1].pico < self.costs[0].pico
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_is_as_many_numbers_as_hours_between_spaces_or_commas() {
        let even = "7 ".repeat(HOUR_COUNT);
        for flat in ["", " , ", &even] {
            assert_eq!(DayCurve::parse(flat), Ok(None), "{flat:?}");
        }
        let typed = format!("0,1; 1000 {}", "2 ".repeat(HOUR_COUNT - 3));
        let curve = DayCurve::parse(&typed).unwrap().unwrap();
        assert_eq!(curve.hours()[..4], [0, 1, 1_000, 2]);
        assert_eq!(DayCurve::parse(&curve.text()), Ok(Some(curve)));
        let zeros = "0 ".repeat(HOUR_COUNT);
        let [high, minus, word] =
            ["1001", "-1", "x"].map(|last| "1 ".repeat(HOUR_COUNT - 1) + last);
        for none in ["1", &zeros, &high, &minus, &word, &"1 ".repeat(HOUR_COUNT + 1)] {
            assert_eq!(DayCurve::parse(none), Err(NoCurve), "{none:?}");
        }
    }

    #[test]
    fn each_preset_is_a_curve() {
        for (words, curve) in PRESETS {
            assert_eq!(DayCurve::of(&curve.hours()), Ok(Some(curve)), "{words}");
        }
    }
}
