//! Zone D: units consumed, virtual time, and what happened and will happen in it.

use crate::view::message::Message;
use crate::view::value::{Hue, Method, OperationOutcome, Text, Units};

/// Units consumed since the sandbox was opened.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MeterView {
    /// The table, then its indexes.
    pub stores: Vec<StoreMeter>,
    /// Written, in all tables and indexes.
    pub written: Units,
    /// Read, in all tables and indexes.
    pub read: Units,
}

/// Units consumed by one table or index.
#[derive(Debug, Clone, PartialEq)]
pub struct StoreMeter {
    /// Its name.
    pub name: Text,
    /// The index's hue.
    pub hue: Option<Hue>,
    /// Written since opened.
    pub written: Units,
    /// Read since opened.
    pub read: Units,
    /// The units that the last operation added here, and their kind; `None` if none.
    pub last: Option<(Method, Units)>,
}

/// Virtual time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ClockView {
    /// Milliseconds since the sandbox was opened.
    pub now_ms: u64,
    /// The time until the next visible task is due.
    pub next_in_ms: Option<u64>,
    /// Whether the user waits for it: time then passes automatically.
    pub awaited: bool,
    /// How long a change takes to reach a global index.
    pub delay_ms: u64,
}

/// Recent operations in order, then pending changes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TimelineView {
    /// What happened: at most forty, oldest first.
    pub past: Vec<TimelineMark>,
    /// What will: at most twenty, soonest first.
    pub future: Vec<PendingMark>,
}

/// An operation of the user.
#[derive(Debug, Clone, PartialEq)]
pub struct TimelineMark {
    /// Its number; opens its receipt.
    pub operation: u64,
    /// "Update O-1003".
    pub words: Message,
    /// When.
    pub at_ms: u64,
    /// Charged, free or rejected.
    pub outcome: OperationOutcome,
    /// Whether its receipt is open.
    pub open: bool,
}

/// A pending change of a global index, or the index that is created or deleted.
#[derive(Debug, Clone, PartialEq)]
pub struct PendingMark {
    /// The index.
    pub index: Text,
    /// Its hue.
    pub hue: Hue,
    /// "OpenOrders −1".
    pub words: Message,
    /// Of the backfill of an index: how much of the table has been read, in thousandths.
    pub progress_permille: Option<u64>,
    /// Until it arrives.
    pub in_ms: u64,
}
