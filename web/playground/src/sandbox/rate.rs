//! How often an access pattern is sent, as a user states it: a decimal number of requests in a period.

use engine::workload::rate::RateCurve;

use crate::view::decimal::Decimal;
use crate::view::pattern::Period;

/// Requests in a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rate {
    /// How many.
    pub count: Decimal,
    /// In which time.
    pub period: Period,
}

/// Decimal places of the average of a curve. Model: more than a user reads.
const MEAN_PLACES: u32 = 3;

impl Rate {
    /// The same rate always.
    pub(crate) fn curve(self) -> RateCurve {
        let (count, parts) = self.count.fraction();
        RateCurve::even(count, self.period.seconds() * parts)
    }

    /// The rate of a curve that is always the same; `None` of any other.
    pub(crate) fn of(curve: &RateCurve) -> Option<Self> {
        let count = match curve.points.as_slice() {
            [] => 0,
            [point] => point.per_second,
            [_, _, ..] => return None,
        };
        let of_period = |period: Period| {
            let parts = curve.span / period.seconds();
            let places = parts.checked_ilog10().unwrap_or(0);
            let is_whole = period.seconds() * 10_u64.pow(places) == curve.span;
            is_whole.then_some(Self { count: Decimal::new(count, places), period })
        };
        Period::ALL.into_iter().find_map(of_period)
    }

    /// The average of a curve over so many seconds.
    pub(crate) fn mean(curve: &RateCurve, seconds: u64) -> Self {
        let parts = 10_u64.pow(MEAN_PLACES);
        let seconds = seconds.max(1);
        let count =
            curve.total(seconds).saturating_mul(parts).saturating_add(seconds / 2) / seconds;
        Self { count: Decimal::new(count, MEAN_PLACES), period: Period::Second }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_has_the_rate_that_was_typed() {
        for period in Period::ALL {
            for count in ["0", "1", "24", "2739.726", "0.000001", "1000000"] {
                let count = Decimal::parse(count).unwrap();
                let rate = Rate { count, period };
                assert_eq!(Rate::of(&rate.curve()), Some(rate));
            }
        }
        assert_eq!(Rate::of(&RateCurve::ramp(0, 9, 4)), None);
        let mean = Rate::mean(&RateCurve::ramp(1, 2, 3), 3);
        assert_eq!(mean.count.to_string(), "1");
    }
}
