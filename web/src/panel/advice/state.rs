//! What can be done with advice: going to the cause of a finding. Pure.

use playground::view::advice::Cause;

use crate::panel::effect::{Effect, Target};
use crate::panel::id::PanelId;

/// What can be done with advice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Show the cause of a finding.
    ShowCause(Cause),
}

/// What an action asks of the page.
pub(super) fn effect(action: Action) -> Effect<Action> {
    let Action::ShowCause(cause) = action;
    match cause {
        Cause::Index(name) => Effect::Show(Target::Index(name)),
        Cause::Item(item) => Effect::Show(Target::Item(item)),
        Cause::Patterns => Effect::Open(PanelId::PATTERNS),
        Cause::Table => Effect::Show(Target::Table),
    }
}
