//! What can be done with the timeline: explaining an operation. Pure.

use crate::panel::effect::{Effect, Target};

/// What can be done with the timeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Explain an operation, by its number.
    Explain(u64),
}

/// What an action asks of the page.
pub(super) fn effect(action: Action) -> Effect<Action> {
    let Action::Explain(operation) = action;
    Effect::Show(Target::Operation(Some(operation)))
}
