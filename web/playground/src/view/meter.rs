//! Zone D: units consumed, virtual time, and what happened and will happen in it.

use crate::view::first::First;
use crate::view::message::Message;
use crate::view::rewind::BranchView;
use crate::view::value::{Hue, Method, OperationOutcome, SqlUse, Text, Units};

/// Units consumed in the sandbox.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MeterView {
    /// The table, then its indexes.
    pub stores: Vec<StoreMeter>,
    /// Written, in all tables and indexes.
    pub written: Units,
    /// Read, in all tables and indexes.
    pub read: Units,
    /// Requests to all SQL tables.
    pub sql: SqlUse,
}

/// Units consumed by one table or index.
#[derive(Debug, Clone, PartialEq)]
pub struct StoreMeter {
    pub name: Text,
    /// The index's hue.
    pub hue: Option<Hue>,
    pub written: Units,
    pub read: Units,
    /// The units that the last operation added here, and their kind; `None` if none.
    pub last: Option<(Method, Units)>,
    /// What was asked of an SQL table, instead of units; `None` of any other store.
    pub sql: Option<SqlUse>,
}

/// Virtual time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ClockView {
    /// Milliseconds since the sandbox was opened.
    pub now_ms: u64,
    /// The date and time in the sandbox, in milliseconds since 1970-01-01, UTC.
    pub unix_ms: u64,
    /// The time until the next visible task is due.
    pub next_in_ms: Option<u64>,
    /// Whether the user waits for it: time then passes automatically.
    pub awaited: bool,
    /// How long a change takes to reach a global index.
    pub delay_ms: u64,
}

/// What was done in order, then what will happen. Each thing that was done is a stop: a moment that can be shown.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TimelineView {
    /// What was done, oldest first: of very much, the part around the moment that is shown.
    pub stops: Vec<Stop>,
    /// How many stops there are before these.
    pub earlier_count: usize,
    /// How many stops there are in all, without the beginning and now.
    pub stop_count: usize,
    /// The moment that is shown.
    pub shown: Shown,
    /// The time of the earlier moment that is shown, in milliseconds of virtual time; `None` if it is now.
    pub rewound_to_ms: Option<u64>,
    /// What will happen: the first of pending changes, soonest first.
    pub future: First<PendingMark>,
    /// The branches that forks from earlier moments have left, the latest first.
    pub branches: First<BranchView>,
    /// Whether the beginning is not that of the sandbox: what was done before it is forgotten.
    pub is_shortened: bool,
}

/// The moment that a timeline shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Shown {
    /// The sandbox as it was opened.
    Beginning,
    /// After a stop, by its number from 0, and before the next one.
    Stop(usize),
    /// The present.
    #[default]
    Now,
}

/// Something that was done. The sandbox can be shown as it was after it.
#[derive(Debug, Clone, PartialEq)]
pub struct Stop {
    /// How many steps of the line had been taken when it was over.
    pub step: usize,
    /// "Update O-1003".
    pub words: Message,
    pub kind: StopKind,
    /// When it was over.
    pub at_ms: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopKind {
    /// An operation; its number opens its receipt.
    Operation {
        number: u64,
        /// Charged, free or rejected.
        outcome: OperationOutcome,
        /// Whether it wrote many items at once: an import, a rebuilt table, or a new index.
        is_bulk: bool,
    },
    /// An operation whose receipt is no longer stored: before a reset, or one of very many.
    Forgotten,
    /// A run of a workload.
    Workload,
    /// A setting of the sandbox was changed.
    Setting,
    /// The sandbox continued from an earlier moment.
    Fork,
}

/// A pending change of a global index, or the index that is created or deleted.
#[derive(Debug, Clone, PartialEq)]
pub struct PendingMark {
    pub index: Text,
    pub hue: Hue,
    /// "OpenOrders −1".
    pub words: Message,
    /// Of the backfill of an index: how much of the table has been read, in thousandths.
    pub progress_permille: Option<u64>,
    /// Until it arrives.
    pub in_ms: u64,
}
