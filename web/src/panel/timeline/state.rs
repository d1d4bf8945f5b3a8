//! What can be done with the past: showing a moment of it, and continuing from there. Pure.

use playground::sandbox::command::Command;
use playground::view::rewind::Travel;

use crate::panel::effect::Effect;

/// What can be done with the past.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Show another moment.
    Travel(Travel),
    /// Continue from the moment that is shown.
    Fork,
    /// Continue from the end of a branch, by its number in the view.
    OpenBranch(usize),
}

/// What an action asks of the page.
pub(super) fn effect(action: Action) -> Effect<Action> {
    Effect::Command(match action {
        Action::Travel(travel) => Command::Rewind(travel),
        Action::Fork => Command::Fork,
        Action::OpenBranch(number) => Command::OpenBranch(number),
    })
}
