//! What can be done with virtual time. Pure.

use playground::sandbox::command::Command;

use crate::panel::effect::{Effect, Findable};
use crate::panel::page::PageAction;
use crate::panel::setting::Speed;
use crate::panel::shared::Shared;

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

/// What can be found by name: the two buttons of the clock.
pub(super) fn findable(shared: &Shared) -> Vec<Findable> {
    let is_playing = shared.page.is_playing();
    let title = if is_playing { "clock.pause" } else { "clock.play" };
    let play = Effect::Page(PageAction::SetPlaying(!is_playing));
    vec![
        Findable::command(title, play).with_keys("Space"),
        Findable::command("clock.step", Effect::Command(Command::StepToNext)).with_keys("→"),
    ]
}
