//! Continuous backups: whether a table could be restored to a moment, and to which.
//!
//! Nothing is kept beyond that, because nothing can be restored here.

use crate::clock::Timestamp;

/// Backups of a table that are being kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recovery {
    /// Since when.
    pub since: Timestamp,
    /// For how many days.
    pub period_days: u64,
}

impl Recovery {
    /// The earliest moment to which the table could be restored.
    pub fn earliest(self, now: Timestamp) -> Timestamp {
        let period_ms = self.period_days * 24 * 60 * 60 * 1_000;
        self.since.max(Timestamp(now.0.saturating_sub(period_ms)))
    }
}
