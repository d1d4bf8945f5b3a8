//! How much is asked of a table or index: in the running second, and minute by minute.

use crate::capacity::units::CapacityUnits;
use crate::clock::Timestamp;
use crate::throughput::model::PEAK_AGE_MINUTES;

/// Minutes that are remembered: those that a peak must be old, and the running one.
const MINUTE_COUNT_MAX: usize = 31;

/// What was used in one second of virtual time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) second: u64,
    pub(crate) units: CapacityUnits,
}

/// What was used minute by minute, and the peak that is old enough to be built upon.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Demand {
    /// The latest minutes in which anything was used, oldest first.
    pub(crate) minutes: Vec<Minute>,
    /// The most that was used in a second of any earlier minute.
    pub(crate) earlier_peak: CapacityUnits,
}

/// What was used in one minute of virtual time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Minute {
    /// Which minute, from zero.
    pub(crate) number: u64,
    /// The most that was used in one of its seconds.
    pub(crate) peak: CapacityUnits,
    /// All that was used in it.
    pub(crate) sum: CapacityUnits,
}

impl Window {
    /// What was used in the second of a moment.
    pub(crate) fn used(self, now: Timestamp) -> CapacityUnits {
        if self.second == now.second() { self.units } else { CapacityUnits::ZERO }
    }

    /// Whether so much more stays within a number of units per second. What is larger than that by itself must
    /// find the second empty.
    pub(crate) fn admits(
        self,
        units: CapacityUnits,
        units_per_second: u64,
        now: Timestamp,
    ) -> bool {
        let used = self.used(now);
        used.is_zero() || used + units <= CapacityUnits::new(units_per_second)
    }

    pub(crate) fn add(&mut self, units: CapacityUnits, now: Timestamp) {
        *self = Self { second: now.second(), units: self.used(now) + units };
    }
}

impl Demand {
    /// Adds what was used in a second, and what that second has used in all.
    pub(crate) fn add(&mut self, units: CapacityUnits, in_second: CapacityUnits, now: Timestamp) {
        let number = now.minute();
        if let Some(last) = self.minutes.last_mut().filter(|last| last.number == number) {
            last.sum += units;
            last.peak = last.peak.max(in_second);
            return;
        }
        self.minutes.push(Minute { number, peak: in_second, sum: units });
        while let Some(first) = self.minutes.first()
            && (self.minutes.len() > MINUTE_COUNT_MAX || is_old(first, now))
        {
            self.earlier_peak = self.earlier_peak.max(first.peak);
            self.minutes.remove(0);
        }
    }

    /// The most that was used in a second, up to some half an hour ago.
    pub(crate) fn previous_peak(&self, now: Timestamp) -> CapacityUnits {
        let old = self.minutes.iter().take_while(|minute| is_old(minute, now));
        old.fold(self.earlier_peak, |peak, minute| peak.max(minute.peak))
    }

    /// What was used in a minute.
    pub(crate) fn in_minute(&self, number: u64) -> CapacityUnits {
        let found = self.minutes.iter().find(|minute| minute.number == number);
        found.map(|minute| minute.sum).unwrap_or_default()
    }
}

/// Whether the peak of a minute counts as a previous one. Model: peaks are kept by the minute.
fn is_old(minute: &Minute, now: Timestamp) -> bool {
    minute.number + PEAK_AGE_MINUTES <= now.minute()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_holds_one_second() {
        let mut window = Window::default();
        window.add(CapacityUnits::new(9), Timestamp(1_999));
        assert!(window.admits(CapacityUnits::new(1), 10, Timestamp(1_999)));
        assert!(!window.admits(CapacityUnits::new(2), 10, Timestamp(1_999)));
        assert!(window.admits(CapacityUnits::new(20), 10, Timestamp(2_000)));
    }

    #[test]
    fn a_peak_counts_half_an_hour_later_and_for_good() {
        let mut demand = Demand::default();
        let peak = CapacityUnits::new(50);
        demand.add(peak, peak, Timestamp(0));
        assert_eq!(demand.previous_peak(Timestamp(29 * 60_000)), CapacityUnits::ZERO);
        assert_eq!(demand.previous_peak(Timestamp(30 * 60_000)), peak);
        for minute in 31..200 {
            demand.add(CapacityUnits::new(1), CapacityUnits::new(1), Timestamp(minute * 60_000));
        }
        assert_eq!(demand.previous_peak(Timestamp(200 * 60_000)), peak);
        assert!(demand.minutes.len() <= MINUTE_COUNT_MAX);
    }
}
