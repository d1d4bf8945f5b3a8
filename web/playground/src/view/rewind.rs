//! The history of a sandbox, and the moment that is shown.

use crate::view::message::Message;

/// The position of the sandbox on its line.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RewindView {
    /// How many steps have been taken at the moment that is shown.
    pub step: usize,
    /// How many steps there are.
    pub step_count: usize,
    /// The moment that is shown, in milliseconds of virtual time; `None` if it is now.
    pub rewound_to_ms: Option<u64>,
    /// The last operation before the moment that is shown.
    pub last: Option<Message>,
    /// The operations, in order.
    pub marks: Vec<LineMark>,
    /// The branches that forks from earlier moments have left, the latest first.
    pub branches: Vec<BranchView>,
}

/// Something that was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineMark {
    /// Its place on the line, in thousandths.
    pub permille: usize,
    /// What it was.
    pub kind: MarkKind,
}

/// The kinds of operations, the most severe last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkKind {
    /// A setting of the sandbox was changed.
    Setting,
    /// The sandbox continued from an earlier moment.
    Fork,
    /// Items were read.
    Read,
    /// Items or tables were written.
    Write,
    /// A request was rejected.
    Rejected,
    /// A request was throttled.
    Throttled,
}

/// A branch that a fork from an earlier moment has left.
#[derive(Debug, Clone, PartialEq)]
pub struct BranchView {
    /// Its last action.
    pub last: Option<Message>,
    /// When it ends, in milliseconds of virtual time.
    pub until_ms: u64,
}

/// A move through the history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Travel {
    /// Back to when the last thing before this had just happened: an operation, or a change that arrived.
    Back,
    /// Forward to when the next thing has happened.
    Forward,
    /// Back to the end of the last operation before this.
    PreviousOperation,
    /// Forward to the end of the next operation.
    NextOperation,
    /// To the moment after a number of steps.
    ToStep(usize),
    /// To the end.
    Now,
}
