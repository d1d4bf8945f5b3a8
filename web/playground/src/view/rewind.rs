//! Moves through the history of a sandbox, and the branches of it.

use crate::view::message::Message;

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
