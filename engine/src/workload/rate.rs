//! Rates: how many requests a second, from second to second.

/// How often something happens, as a line through points. Before the first and behind the last it stays level;
/// without points it is zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RateCurve {
    /// In ascending order of their seconds; of several in one second the last counts from there on.
    pub points: Vec<RatePoint>,
    /// Seconds in which the requests of the points are sent: 1, or more for what is not a whole number a second.
    pub span: u64,
}

/// The rate at one second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RatePoint {
    /// Seconds since the workload began.
    pub second: u64,
    /// Requests a second, or in each span of the curve.
    pub per_second: u64,
}

impl Default for RateCurve {
    fn default() -> Self {
        Self::through(&[])
    }
}

impl RateCurve {
    /// The same rate always.
    pub fn constant(per_second: u64) -> Self {
        Self::through(&[(0, per_second)])
    }

    /// So many requests in so many seconds, at equal distances: the first at the end of the time for one.
    ///
    /// ```
    /// use engine::workload::rate::RateCurve;
    ///
    /// let often = RateCurve::even(3, 2);
    /// assert_eq!([0, 1, 2, 3].map(|second| often.at(second)), [1, 2, 1, 2]);
    /// assert_eq!(RateCurve::even(1, 3_600).total(7_200), 2);
    /// ```
    pub fn even(count: u64, seconds: u64) -> Self {
        Self { span: seconds, ..Self::constant(count) }
    }

    /// From one rate to another within so many seconds.
    pub fn ramp(from: u64, to: u64, seconds: u64) -> Self {
        Self::through(&[(0, from), (seconds, to)])
    }

    /// A base rate, and a peak that comes at once at a second and lasts some.
    pub fn spike(base: u64, peak: u64, at_second: u64, lasting_seconds: u64) -> Self {
        let end = at_second + lasting_seconds;
        let rise = [(0, base), (at_second.saturating_sub(1), base), (at_second, peak)];
        Self::through(&[rise.as_slice(), &[(end.saturating_sub(1), peak), (end, base)]].concat())
    }

    /// From low to high and back again within each period, for so many seconds.
    pub fn wave(low: u64, high: u64, period_seconds: u64, seconds: u64) -> Self {
        let half = (period_seconds / 2).max(1);
        let count = seconds.div_ceil(half);
        let point = |number| (number * half, if number % 2 == 0 { low } else { high });
        Self::through(&(0..=count).map(point).collect::<Vec<_>>())
    }

    /// A line through these seconds and rates.
    fn through(points: &[(u64, u64)]) -> Self {
        let point = |&(second, per_second)| RatePoint { second, per_second };
        Self { points: points.iter().map(point).collect(), span: 1 }
    }

    /// Requests within a second. What is rounded down is sent later, if the rate stays the same.
    ///
    /// ```
    /// use engine::workload::rate::RateCurve;
    ///
    /// let ramp = RateCurve::ramp(100, 200, 10);
    /// assert_eq!([0, 5, 10, 60].map(|second| ramp.at(second)), [100, 150, 200, 200]);
    /// ```
    pub fn at(&self, second: u64) -> u64 {
        self.level_total(self.level(second), second, second + 1)
    }

    /// Requests within a span that begins at a second, rounded down.
    fn level(&self, second: u64) -> u64 {
        let behind = self.points.partition_point(|point| point.second <= second);
        match (behind.checked_sub(1).map(|before| self.points[before]), self.points.get(behind)) {
            (Some(from), Some(to)) => between(from, *to, second),
            (Some(level), None) => level.per_second,
            (None, first) => first.map_or(0, |level| level.per_second),
        }
    }

    /// Requests within the first seconds.
    pub fn total(&self, seconds: u64) -> u64 {
        let end = |position: usize| self.points.get(position).map_or(seconds, |it| it.second);
        let mut total = 0_u64;
        let mut second = 0;
        while second < seconds {
            let behind = self.points.partition_point(|point| point.second <= second);
            let until = end(behind).min(seconds);
            let (level, next) = (self.level(second), self.points.get(behind));
            let is_level = behind == 0 || next.is_none_or(|next| next.per_second == level);
            let part = match is_level {
                true => self.level_total(level, second, until),
                false => (second..until).map(|it| self.at(it)).fold(0, u64::saturating_add),
            };
            total = total.saturating_add(part);
            second = until;
        }
        total
    }

    /// Requests from one second to another while the rate stays level.
    fn level_total(&self, level: u64, from: u64, until: u64) -> u64 {
        let span = u128::from(self.span.max(1));
        let sent = |second: u64| u128::from(level) * u128::from(second) / span;
        u64::try_from(sent(until) - sent(from)).unwrap_or(u64::MAX)
    }

    /// The highest rate of any second, rounded up.
    pub fn peak(&self) -> u64 {
        let peak = self.points.iter().map(|point| point.per_second).max().unwrap_or(0);
        peak.div_ceil(self.span.max(1))
    }
}

/// The rate at a second from one point to the next, which are different seconds.
fn between(from: RatePoint, to: RatePoint, second: u64) -> u64 {
    let (span, gone) = (to.second - from.second, second - from.second);
    let share = |rate: u64, seconds: u64| u128::from(rate) * u128::from(seconds);
    let weighted = share(from.per_second, span - gone) + share(to.per_second, gone);
    u64::try_from(weighted / u128::from(span)).expect("it lies between two rates")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(curve: &RateCurve, expected: &[u64]) {
        let seconds = 0..expected.len() as u64;
        assert_eq!(seconds.map(|second| curve.at(second)).collect::<Vec<_>>(), expected);
        assert_eq!(curve.total(expected.len() as u64), expected.iter().sum::<u64>());
    }

    #[test]
    fn a_curve_is_level_or_linear_between_its_points() {
        check(&RateCurve::default(), &[0, 0]);
        check(&RateCurve::constant(7), &[7, 7, 7]);
        check(&RateCurve::ramp(0, 10, 4), &[0, 2, 5, 7, 10, 10]);
        check(&RateCurve::ramp(10, 0, 4), &[10, 7, 5, 2, 0, 0]);
        check(&RateCurve::spike(1, 9, 2, 2), &[1, 1, 9, 9, 1, 1]);
        check(&RateCurve::spike(1, 9, 0, 1), &[9, 1, 1]);
        check(&RateCurve::wave(0, 4, 4, 8), &[0, 2, 4, 2, 0, 2, 4, 2, 0, 0]);
    }

    #[test]
    fn a_curve_that_begins_later_is_level_before() {
        let curve = RateCurve { points: vec![RatePoint { second: 2, per_second: 5 }], span: 1 };
        check(&curve, &[5, 5, 5]);
        assert_eq!(curve.peak(), 5);
    }

    #[test]
    fn a_rate_that_is_not_whole_is_exact_over_its_span() {
        let curve = RateCurve::even(2_739_726, 3_600_000);
        assert_eq!(curve.total(3_600), 2_739);
        assert_eq!(curve.total(3_600_000), 2_739_726);
        assert_eq!(curve.peak(), 1);
        check(&RateCurve::even(1, 3), &[0, 0, 1, 0, 0, 1]);
    }

    #[test]
    fn rates_of_any_size_do_not_overflow() {
        assert_eq!(RateCurve::ramp(0, u64::MAX, u64::MAX).at(u64::MAX - 1), u64::MAX - 1);
        assert_eq!(RateCurve::constant(u64::MAX).total(3), u64::MAX);
    }
}
