//! What can be done with the line. Pure.

use crate::panel::effect::{Effect, Target};

/// What can be done with the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Explain the last operation.
    Explain,
}

/// What an action asks of the page.
pub(super) fn effect(action: Action) -> Effect<Action> {
    let Action::Explain = action;
    Effect::Show(Target::Operation(None))
}
