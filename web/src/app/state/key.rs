//! Which key does what, wherever the focus is.

use crate::app::state::AppState;
use crate::app::state::action::{
    Action, ClockAction, PageAction, SandboxAction, ShareAction, TableAction,
};
use crate::app::state::setting::{Menu, Zone};
use playground::view::rewind::Travel;

/// A key that was pressed.
#[derive(Debug, Clone, Copy)]
pub struct Key<'a> {
    /// Its name in the browser: "Escape", "n".
    pub name: &'a str,
    /// With Ctrl or ⌘.
    pub control: bool,
    /// With Shift.
    pub shift: bool,
    /// Where the focus was.
    pub target: Target,
}

/// Where the focus was when a key was pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// Where letters are typed.
    Field,
    /// On something that Space presses.
    Button,
    /// Anywhere else.
    Page,
}

/// What a key does.
#[derive(Debug, Clone, PartialEq)]
pub enum Shortcut {
    /// The same as an action.
    Act(Action),
    /// The same as pressing the button with this `id`.
    Press(&'static str),
}

/// The `id` of the button that begins a new item.
pub const ADD_ITEM: &str = "add-item";

/// The `id` of the button that opens the query form.
pub const OPEN_QUERY: &str = "open-query";

impl AppState {
    /// What a key does in the current state of the page.
    pub fn shortcut(&self, key: Key) -> Option<Shortcut> {
        if key.control {
            return combination(key);
        }
        if key.name == "Escape" && self.menu.is_some() {
            return Some(Shortcut::Act(Action::Page(PageAction::CloseMenu)));
        }
        let is_editing = self.draft.is_some() || self.read.is_some() || self.call.is_some();
        if key.name == "Escape" && self.selected.is_some() && !is_editing && self.design.is_none() {
            return Some(Shortcut::Act(Action::Table(TableAction::Deselect)));
        }
        if key.target == Target::Field
            || !self.letter_keys
            || self.design.is_some()
            || self.menu.is_some()
        {
            return None;
        }
        self.letter(key)
    }

    fn letter(&self, key: Key) -> Option<Shortcut> {
        let travel = |travel| Action::Clock(ClockAction::Travel(travel));
        let zone = |zone| Action::Page(PageAction::GoToZone(zone));
        let action = match key.name {
            "n" | "N" => return Some(Shortcut::Press(ADD_ITEM)),
            "/" => return Some(Shortcut::Press(OPEN_QUERY)),
            "g" | "G" => zone(Zone::Indexes),
            "t" | "T" => zone(Zone::Table),
            "w" | "W" => zone(Zone::Why),
            " " if key.target == Target::Page => {
                Action::Clock(ClockAction::SetPlaying(!self.is_playing()))
            }
            "ArrowLeft" if key.shift => travel(Travel::PreviousOperation),
            "ArrowLeft" => travel(Travel::Back),
            "ArrowRight" if key.shift => travel(Travel::NextOperation),
            "ArrowRight" => Action::Clock(ClockAction::Step),
            "f" | "F" => Action::Clock(ClockAction::Fork),
            "." => Action::Clock(ClockAction::SetSpeed(self.speed.faster())),
            "," => Action::Clock(ClockAction::SetSpeed(self.speed.slower())),
            "?" => Action::Page(PageAction::ToggleMenu(Menu::Keys)),
            _ => return None,
        };
        Some(Shortcut::Act(action))
    }
}

fn combination(key: Key) -> Option<Shortcut> {
    let action = match key.name.to_ascii_lowercase().as_str() {
        "s" => Action::Share(ShareAction::CopyLink),
        // In a field these take back what was typed there.
        "z" if key.target == Target::Field => return None,
        "z" if key.shift => Action::Sandbox(SandboxAction::Redo),
        "z" => Action::Sandbox(SandboxAction::Undo),
        _ => return None,
    };
    Some(Shortcut::Act(action))
}
