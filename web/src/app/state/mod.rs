//! The state of the page besides the sandbox and the panels: what is open and selected. Pure.
//!
//! An `Action` of a panel or key changes it in `AppState::update`, which returns `Effect`s for `App` to carry out.
//! The session's response to a command arrives through `AppState::answer`.

pub mod action;
pub mod key;
mod preference;
mod prepare;
mod update;
mod view_in_link;
mod work;

#[cfg(test)]
mod tests;

use std::mem;

use playground::sandbox::command::Command;

use crate::app::state::action::Effect;
use crate::panel::page::PageState;
use crate::panel::shared::Selection;

/// The state of the page besides the sandbox and the panels.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AppState {
    /// What is selected.
    pub selection: Selection,
    /// The page as a whole.
    pub page: PageState,
}

impl AppState {
    /// Another sandbox is on the page: everything that was open in the last one is closed.
    pub fn close_for_another(&mut self) {
        let page = &mut self.page;
        let page = PageState {
            address: page.address.clone(),
            playing: page.playing,
            speed: page.speed,
            presentation: page.presentation,
            presentation_name: page.presentation_name.clone(),
            embed: page.embed.clone(),
            theme: page.theme,
            is_system_dark: page.is_system_dark,
            edges: page.edges,
            letter_keys: page.letter_keys,
            newcomer: page.newcomer,
            guide: page.guide,
            saving: page.saving.clone(),
            work: mem::take(&mut page.work),
            learn: mem::take(&mut page.learn).with_other_sandbox(),
            ..PageState::default()
        };
        *self = Self { page, ..Self::default() };
    }
}

fn ask(command: Command) -> Effect {
    Effect::Ask(command)
}
