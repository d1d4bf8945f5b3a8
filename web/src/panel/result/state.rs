//! What can be done with a result: reading its next page. Pure.

use playground::sandbox::command::Command;
use playground::view::value::Text;

use crate::panel::effect::Effect;

/// What can be done with a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Read the next page.
    ReadNextPage {
        /// The operation.
        operation: Text,
        /// The request's JSON.
        request: Text,
    },
}

/// What an action asks of the page.
pub(super) fn effect(action: Action) -> Effect<Action> {
    let Action::ReadNextPage { operation, request } = action;
    Effect::Command(Command::Call {
        operation: operation.to_string(),
        request: request.to_string(),
    })
}
