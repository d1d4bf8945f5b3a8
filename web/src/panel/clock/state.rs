//! What can be done with virtual time. Pure.

use playground::sandbox::command::Command;

use crate::panel::effect::Effect;
use crate::panel::page::PageAction;
use crate::panel::setting::Speed;

/// What can be done with virtual time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Let the clock run while a change is pending, or pause it.
    SetPlaying(bool),
    /// How fast virtual time runs.
    SetSpeed(Speed),
    /// Let time pass until the next thing happens.
    Step,
    /// How long a change takes to reach a global index, in milliseconds.
    SetDelay(u64),
}

/// What an action asks of the page.
pub(super) fn effect(action: Action) -> Effect<Action> {
    match action {
        Action::SetPlaying(playing) => Effect::Page(PageAction::SetPlaying(playing)),
        Action::SetSpeed(speed) => Effect::Page(PageAction::SetSpeed(speed)),
        Action::Step => Effect::Command(Command::StepToNext),
        Action::SetDelay(ms) => Effect::Command(Command::SetDelay { ms }),
    }
}
