//! An entry of the log.

use engine::clock::Timestamp;

use crate::sandbox::input::Input;
use crate::view::message::Message;

/// An input, and what it was to the user.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    /// What happened.
    pub input: Input,
    /// What it was to the user.
    pub role: Role,
    /// How many operations it contains, which is the cost of replaying it.
    pub weight: u64,
    /// When it was over.
    pub until: Timestamp,
    /// How many operations there had been by then.
    pub operation_count: u64,
}

/// What an input is to the user.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Role {
    /// The label of an action that can be undone.
    Action(Message),
    /// Something was read, or time passed.
    Observation,
    /// A request was rejected. With another past it might not have been, so it leaves the log when the past changes.
    Rejection { is_throttled: bool },
}

impl Entry {
    /// The action in words, if it is one.
    pub(crate) fn action(&self) -> Option<&Message> {
        match &self.role {
            Role::Action(words) => Some(words),
            Role::Observation | Role::Rejection { .. } => None,
        }
    }
}
