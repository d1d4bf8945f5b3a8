//! What a panel asks the page to do about an action.

use crate::session::command::Command;

/// What a panel asks the page to do about an action.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Changes the sandbox.
    Command(Command),
}
