//! What can be done in the dialog that compares two designs. Pure.

use playground::sandbox::command::Command;
use playground::view::compare::CompareCommand;

use crate::panel::effect::Effect;
use crate::panel::page::PageAction;

/// What can be done in the dialog.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Run the same workload on both designs.
    Run,
    /// Close the dialog.
    Close,
}

/// What an action asks of the page.
pub(super) fn effect(action: Action) -> Effect<Action> {
    match action {
        Action::Run => Effect::Command(Command::Compare(CompareCommand::Run)),
        Action::Close => Effect::Page(PageAction::CloseMenu),
    }
}
