//! What can be done with the line. Pure.

use crate::panel::effect::{Effect, Target};
use crate::panel::id::PanelId;

/// What can be done with the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Explain the last operation.
    Explain,
    /// Show the result of the last run.
    ShowRun,
}

/// What an action asks of the page.
pub(super) fn effect(action: Action) -> Effect<Action> {
    match action {
        Action::Explain => Effect::Show(Target::Operation(None)),
        Action::ShowRun => Effect::Open(PanelId::RUN),
    }
}
