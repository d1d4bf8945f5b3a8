//! What can be done with two designs. Pure.

use playground::sandbox::command::Command;
use playground::view::compare::{CompareCommand, Letter};

use crate::panel::effect::Effect;
use crate::panel::id::PanelId;

/// What can be done with two designs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Show one of them.
    Show(Letter),
    /// Show what differs.
    ShowComparison,
    /// Keep the one that is shown, and remove the other.
    Keep,
}

/// What an action asks of the page.
pub(super) fn effect(action: Action) -> Effect<Action> {
    match action {
        Action::Show(letter) => Effect::Command(Command::Compare(CompareCommand::Show(letter))),
        Action::ShowComparison => Effect::Open(PanelId::COMPARISON),
        Action::Keep => Effect::Command(Command::Compare(CompareCommand::Keep)),
    }
}
