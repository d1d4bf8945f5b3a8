//! What can be done with virtual time. Pure.

use playground::sandbox::command::Command;
use playground::view::message::{Argument, Message};
use playground::view::rewind::Travel;
use playground::view::throughput::Setting;

use crate::panel::contract::Reduce;
use crate::panel::effect::{Effect, Findable};
use crate::panel::page::PageAction;
use crate::panel::setting::{Menu, Speed, TIME_STEPS};
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
    /// Let an amount of time pass, in milliseconds.
    Pass(u64),
    /// Show the moment before the last event.
    Back,
    /// The browser opens the menu of steps of time, or closes it.
    MenuToggled(bool),
    /// How long a change takes to reach a global index, in milliseconds.
    SetDelay(u64),
}

impl Reduce<Action> for () {
    fn update(&mut self, action: Action, _: &Shared) -> Vec<Effect<Action>> {
        vec![match action {
            Action::SetPlaying(playing) => Effect::Page(PageAction::SetPlaying(playing)),
            Action::SetSpeed(speed) => Effect::Page(PageAction::SetSpeed(speed)),
            Action::Step => Effect::Command(Command::StepToNext),
            Action::Pass(by_ms) => return close_and(Command::Advance { by_ms }),
            Action::Back => return close_and(Command::Rewind(Travel::Back)),
            Action::MenuToggled(is_open) => {
                Effect::Page(PageAction::MenuToggled(Menu::Clock, is_open))
            }
            Action::SetDelay(ms) => {
                Effect::Command(Command::Set { setting: Setting::Delay, value: ms })
            }
        }]
    }
}

/// Closes the menu, and does something.
fn close_and(command: Command) -> Vec<Effect<Action>> {
    vec![Effect::Page(PageAction::CloseMenu), Effect::Command(command)]
}

/// What can be found by name: the buttons of the clock, and its steps of time.
pub(super) fn findable(shared: &Shared) -> Vec<Findable> {
    let is_playing = shared.page.is_playing();
    let title = if is_playing { "clock.pause" } else { "clock.play" };
    let play = Effect::Page(PageAction::SetPlaying(!is_playing));
    let buttons = [
        Findable::command(title, play).with_keys("Space"),
        Findable::command("clock.step", Effect::Command(Command::StepToNext)).with_keys("→"),
    ];
    let steps = TIME_STEPS.map(|by_ms| {
        let title = Message::plain("clock.pass").with("time", Argument::Ms(by_ms));
        Findable::command_on(&title, Effect::Command(Command::Advance { by_ms }))
    });
    // In the past, only what has happened can be shown.
    let steps = steps.into_iter().filter(|_| !shared.page.rewound);
    buttons.into_iter().chain(steps).collect()
}
