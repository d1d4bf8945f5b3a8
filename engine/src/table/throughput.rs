//! How often and when provisioned throughput was changed: decreases are limited within a day.

use crate::capacity::throughput::Throughput;
use crate::clock::{Timestamp, UnixTime};

/// Decreases in a day before they have to wait for each other. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html>
pub const FREE_DECREASE_COUNT: u64 = 4;

/// How long each further decrease has to wait after the one before, in seconds. Source: the same page.
pub const DECREASE_INTERVAL_SECONDS: u64 = 3_600;

/// The changes of the throughput of a table or a global index, as far as they matter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ThroughputHistory {
    /// When it was last raised.
    pub last_increase: Option<Timestamp>,
    /// When it was last lowered.
    pub last_decrease: Option<Timestamp>,
    /// How often it was lowered on that day.
    pub(crate) decrease_count: u64,
    /// The day, counted from 1970-01-01, UTC.
    pub(crate) day: u64,
}

impl Throughput {
    /// Whether a change to `new` lowers reads or writes.
    pub fn is_lowered_by(self, new: Self) -> bool {
        new.read_units_per_second < self.read_units_per_second
            || new.write_units_per_second < self.write_units_per_second
    }
}

impl ThroughputHistory {
    /// How often it was lowered on the day of a moment.
    pub fn decrease_count(&self, now: UnixTime) -> u64 {
        if self.day == now.day() { self.decrease_count } else { 0 }
    }

    /// When it can be lowered next, if not at this moment.
    pub fn next_decrease(&self, at: Timestamp, now: UnixTime) -> Option<Timestamp> {
        let next = self.last_decrease?.after(DECREASE_INTERVAL_SECONDS * 1_000);
        (self.decrease_count(now) >= FREE_DECREASE_COUNT && at < next).then_some(next)
    }

    /// Notes a change that raises reads or writes.
    ///
    /// Observed: the reply to the UpdateTable that raises them has the date already.
    pub(crate) fn note_increase(&mut self, old: Throughput, new: Throughput, at: Timestamp) {
        if new.is_lowered_by(old) {
            self.last_increase = Some(at);
        }
    }

    /// Notes a change that lowers reads or writes, when it is in force.
    pub(crate) fn note_decrease(
        &mut self,
        old: Throughput,
        new: Throughput,
        at: Timestamp,
        now: UnixTime,
    ) {
        if old.is_lowered_by(new) {
            self.decrease_count = self.decrease_count(now) + 1;
            self.day = now.day();
            self.last_decrease = Some(at);
        }
    }
}
