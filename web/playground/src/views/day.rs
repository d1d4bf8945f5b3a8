//! A day of the load in words and numbers: its peak, and the hours in which what is provisioned costs less than requests.

use engine::receipt::UnitKind;

use crate::analysis::amount::fitting;
use crate::analysis::bill::Bill;
use crate::analysis::cost::ratio;
use crate::analysis::demand::KINDS;
use crate::explain::receipt::method;
use crate::view::day::{DayCurve, DayView, HOUR_COUNT, HourView};
use crate::view::message::{Argument, Message};
use crate::view::value::Text;

impl Bill<'_> {
    /// The day of the load of a bill; `None` if it is the same at all hours, or nothing, or if a price is not known.
    pub(crate) fn day_view(&self) -> Option<DayView> {
        let curve = self.settings().day.filter(|_| self.has_load())?;
        let [Some(on_demand), Some(provisioned)] = self.hourly() else { return None };
        let units = KINDS.map(|kind| self.hourly_thousandths(kind));
        let dearest = on_demand.iter().chain(&provisioned).max().copied().unwrap_or_default();
        let hour = |hour: usize| {
            let costs = [on_demand[hour], provisioned[hour]];
            HourView {
                name: name(hour),
                unit_thousandths: units.map(|units| fitting(units[hour])),
                costs: costs.map(|pico| self.exactly(pico)),
                permilles: costs.map(|pico| ratio(pico, dearest)),
            }
        };
        let hours: Vec<HourView> = (0..HOUR_COUNT).map(hour).collect();
        let averages = KINDS.map(|kind| self.average_thousandths(kind));
        let words =
            [peak(&curve, &units, averages), cheaper(&hours), Message::plain("day.one_for_all")];
        Some(DayView { words: words.into(), hours })
    }
}

/// "9:00".
fn name(hour: usize) -> Message {
    Message::plain("day.hour").with("hour", hour.to_string())
}

/// What is asked for in the first hour of the most, and on average.
fn peak(curve: &DayCurve, units: &[[u128; HOUR_COUNT]; 2], averages: [u128; 2]) -> Message {
    let hours = curve.hours();
    let most = *hours.iter().max().expect("a day has hours");
    let first = hours.iter().position(|it| *it == most).unwrap_or_default();
    let all = hours.iter().sum::<u64>();
    let hundredths = (most * HOUR_COUNT as u64 * 100 + all / 2) / all;
    let amounts = KINDS.into_iter().zip(units.iter().zip(averages));
    let amounts = amounts.filter(|(_, (units, _))| units[first] > 0);
    let amounts = amounts.map(|(kind, (units, average)): (UnitKind, _)| {
        Message::plain("day.peak_units")
            .with("peak", Argument::Thousandths(fitting(units[first])))
            .with("average", Argument::Thousandths(fitting(average)))
            .with("unit", Message::plain(method(kind).unit()))
    });
    let peak = Message::plain("day.peak")
        .with("hour", name(first))
        .with("times", Argument::Hundredths(hundredths));
    amounts.fold(peak, Message::and)
}

/// The hours in which what is provisioned costs less: "9:00–17:00".
fn cheaper(hours: &[HourView]) -> Message {
    let mut ranges: Vec<Text> = Vec::new();
    let mut end = 0;
    for chunk in hours.chunk_by(|a, b| a.is_provisioned_cheaper() == b.is_provisioned_cheaper()) {
        let begin = end;
        end += chunk.len();
        if chunk[0].is_provisioned_cheaper() {
            ranges.push(format!("{begin}:00–{end}:00").into());
        }
    }
    let count = hours.iter().filter(|it| it.is_provisioned_cheaper()).count() as u64;
    match count {
        0 => Message::plain("day.never_cheaper"),
        _ => Message::plain("day.cheaper")
            .with("count", Argument::Count(count))
            .with("hours", Argument::List(ranges)),
    }
}
