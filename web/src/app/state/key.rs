//! Which key does what, wherever the focus is.

use playground::sandbox::command::Command;
use playground::view::rewind::Travel;
use playground::view::workspace::Workspace;

use crate::app::state::AppState;
use crate::app::state::action::Action;
use crate::panel::effect::Select;
use crate::panel::id::PanelId;
use crate::panel::learn::LearnAction;
use crate::panel::lesson::state as lesson;
use crate::panel::link::PanelLink;
use crate::panel::page::PageAction;
use crate::panel::setting::{ADD_ITEM, Menu, OPEN_QUERY, READ_STALE, Zone};
use crate::panel::share::state as share;

/// A key that was pressed.
#[derive(Debug, Clone, Copy)]
pub struct Key<'a> {
    /// Its name in the browser: "Escape", "n".
    pub name: &'a str,
    /// With Ctrl or ⌘.
    pub control: bool,
    pub shift: bool,
    /// Whether the last operation is a sheet over the zones, as in small windows.
    pub is_sheet_open: bool,
    /// Where the focus was.
    pub target: Target,
}

/// Where the focus was when a key was pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// In a dialog, which has keys of its own.
    Dialog,
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
    /// The same as a link into a panel.
    Open(PanelLink),
    /// Something with lessons.
    Learn(LearnAction),
    /// The same as pressing the button with this `id`.
    Press(&'static str),
}

/// Goes one press forward in a lesson.
pub const LESSON_FORWARD: PanelLink = PanelLink { panel: PanelId::LESSON, topic: lesson::FORWARD };

/// Goes back in a lesson.
pub const LESSON_BACK: PanelLink = PanelLink { panel: PanelId::LESSON, topic: lesson::BACK };

/// Copies the link of the sandbox.
const COPY_LINK: PanelLink = PanelLink { panel: PanelId::SHARE, topic: share::COPY_LINK };

impl AppState {
    /// What a key does in the current state of the page.
    pub fn shortcut(&self, key: Key) -> Option<Shortcut> {
        if key.control {
            let combination = combination(key).filter(|_| self.page.notes.is_none());
            return combination.filter(|it| self.page.embed.is_none() || is_of_history(it));
        }
        // The browser closes a menu or a dialog.
        if key.name == "Escape" && (self.page.menu.is_some() || key.target == Target::Dialog) {
            return None;
        }
        let takes_letters = matches!(key.target, Target::Field | Target::Dialog);
        if self.page.menu.is_none()
            && let Some(shortcut) = self.turning(key)
        {
            return Some(shortcut);
        }
        if !takes_letters
            && self.page.menu.is_none()
            && let Some(action) = self.presenting(key)
        {
            return Some(Shortcut::Act(action));
        }
        if key.name == "Escape" && key.is_sheet_open && !takes_letters {
            return Some(Shortcut::Act(Action::Page(PageAction::CloseOperation)));
        }
        if key.name == "Escape" && self.selection.item.is_some() && !takes_letters {
            return Some(Shortcut::Act(Action::Select(Select::NoItem)));
        }
        // The keys of a page with an embed are those of the page.
        let has_page = self.page.embed.is_none() && self.page.notes.is_none();
        let has_letters = self.page.letter_keys && has_page;
        if takes_letters || !has_letters || self.page.menu.is_some() {
            return None;
        }
        self.letter(key)
    }

    /// What a key does in the presentation of a lesson and in the window with its notes, also while an answer is chosen or typed.
    fn turning(&self, key: Key) -> Option<Shortcut> {
        if key.target == Target::Dialog {
            return None;
        }
        let is_notes = self.page.notes.is_some();
        match key.name {
            "PageUp" if is_notes => Some(Shortcut::Learn(LearnAction::NotesBack)),
            "PageDown" if is_notes => Some(Shortcut::Learn(LearnAction::NotesForward)),
            "PageUp" if self.page.presents_lesson() => Some(Shortcut::Open(LESSON_BACK)),
            "PageDown" if self.page.presents_lesson() => Some(Shortcut::Open(LESSON_FORWARD)),
            _ => None,
        }
    }

    /// What a key does in a presentation, whether or not letters are keys: a remote control has Page Up and Page Down only.
    fn presenting(&self, key: Key) -> Option<Action> {
        self.page.presentation?;
        match key.name {
            "Escape" => Some(Action::Page(PageAction::Present(false))),
            "PageUp" => Some(Action::Command(Command::Rewind(Travel::Back))),
            "PageDown" => Some(Action::Command(Command::StepToNext)),
            _ => None,
        }
    }

    fn letter(&self, key: Key) -> Option<Shortcut> {
        let travel = |travel| Action::Command(Command::Rewind(travel));
        let zone = |zone| Action::Page(PageAction::GoToZone(zone));
        let action = match key.name {
            "n" | "N" => return Some(Shortcut::Press(ADD_ITEM)),
            "/" => return Some(Shortcut::Press(OPEN_QUERY)),
            "r" | "R" => return Some(Shortcut::Press(READ_STALE)),
            "g" | "G" => zone(Zone::Indexes),
            "t" | "T" => Action::Page(PageAction::GoToItems),
            "1" => Action::Page(PageAction::ShowWorkspace(Workspace::Explore)),
            "2" => Action::Page(PageAction::ShowWorkspace(Workspace::Load)),
            "3" => Action::Page(PageAction::ShowWorkspace(Workspace::Design)),
            "w" | "W" => zone(Zone::Operation),
            " " if key.target == Target::Page => {
                Action::Page(PageAction::SetPlaying(!self.page.is_playing()))
            }
            "ArrowLeft" if key.shift => travel(Travel::PreviousOperation),
            "ArrowLeft" => travel(Travel::Back),
            "ArrowRight" if key.shift => travel(Travel::NextOperation),
            "ArrowRight" => Action::Command(Command::StepToNext),
            "p" | "P" => Action::Page(PageAction::Present(self.page.presentation.is_none())),
            "f" | "F" => Action::Command(Command::Fork),
            "." => Action::Page(PageAction::SetSpeed(self.page.running_speed().faster())),
            "," => Action::Page(PageAction::SetSpeed(self.page.running_speed().slower())),
            "?" => Action::Page(PageAction::ToggleMenu(Menu::Shortcuts)),
            _ => return None,
        };
        Some(Shortcut::Act(action))
    }
}

/// Whether it takes back what was done, or does it again.
fn is_of_history(shortcut: &Shortcut) -> bool {
    let history = [Command::Undo, Command::Redo].map(Action::Command);
    matches!(shortcut, Shortcut::Act(action) if history.contains(action))
}

fn combination(key: Key) -> Option<Shortcut> {
    let action = match key.name.to_ascii_lowercase().as_str() {
        "k" if key.target == Target::Dialog => return None,
        "k" => Action::Page(PageAction::Find),
        "s" => return Some(Shortcut::Open(COPY_LINK)),
        // In a field these take back what was typed there.
        "z" if matches!(key.target, Target::Field | Target::Dialog) => return None,
        "z" if key.shift => Action::Command(Command::Redo),
        "z" => Action::Command(Command::Undo),
        _ => return None,
    };
    Some(Shortcut::Act(action))
}
