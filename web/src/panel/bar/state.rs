//! What can be done in the bar. Pure.

use playground::sandbox::command::Command;
use playground::sandbox::limit::{self, TITLE_LENGTH_MAX};
use playground::view::compare::CompareCommand;
use playground::view::design::DesignPurpose;
use playground::view::message::Message;
use playground::view::value::Text;
use playground::view::workspace::Workspace;
use serde_json::Value;

use crate::panel::contract::Reduce;
use crate::panel::effect::{Effect, Input};
use crate::panel::page::PageAction;
use crate::panel::setting::{Menu, Theme};
use crate::panel::shared::Shared;
use crate::panel::storage::WorkAction;

/// What was typed in the bar.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// A title that the sandbox does not have yet.
    pub title: Option<Text>,
}

/// What can be done in the bar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Type a title.
    Type(String),
    /// Give the sandbox the title that was typed, unless it is too long: then it stays in the field.
    Rename,
    /// Forget what was typed.
    Restore,
    /// Take back the last action.
    Undo,
    /// Redo the last undone action.
    Redo,
    /// Return to what was opened.
    Reset,
    ShowWorkspace(Workspace),
    /// Open the dialog in which things are found by name.
    Find,
    /// Open or close a menu.
    Toggle(Menu),
    /// The browser opens a menu, or closes it.
    Toggled(Menu, bool),
    /// Open an empty sandbox. The user's own work is kept.
    OpenNew,
    /// Open what this browser has stored in a slot.
    OpenWork(Text),
    /// Show all that is stored.
    ShowWork,
    /// Design a new table.
    DesignTable,
    /// Duplicate the sandbox as a second design.
    Duplicate,
    /// Light, dark, or as the system has it.
    SetTheme(Theme),
    /// Begin a presentation.
    Present,
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, _: &Shared) -> Vec<Effect<Action>> {
        match action {
            Action::Type(title) => self.title = Some(title.into()),
            Action::Restore => self.title = None,
            Action::Rename => {
                let title = self.title.take_if(|title| title_fault(title).is_none());
                let rename = title.map(|title| Command::Rename(title.to_string()));
                return rename.map(Effect::Command).into_iter().collect();
            }
            action => return effect(action).into_iter().collect(),
        }
        Vec::new()
    }

    fn unfinished(&self) -> Option<Value> {
        self.title.as_deref().map(Value::from)
    }

    fn resume(&mut self, unfinished: Value) {
        self.title = unfinished.as_str().map(Into::into);
    }
}

/// Why a text can be no title.
pub(super) fn title_fault(title: &str) -> Option<Message> {
    limit::length("bar.rename", title, TITLE_LENGTH_MAX).err()
}

/// What an action asks of the page. What is typed asks nothing.
fn effect(action: Action) -> Option<Effect<Action>> {
    Some(match action {
        Action::Type(_) | Action::Rename | Action::Restore => return None,
        Action::Undo => Effect::Command(Command::Undo),
        Action::Redo => Effect::Command(Command::Redo),
        Action::Reset => Effect::Command(Command::Reset),
        Action::ShowWorkspace(workspace) => Effect::Page(PageAction::ShowWorkspace(workspace)),
        Action::Find => Effect::Page(PageAction::Find),
        Action::Toggle(menu) => Effect::Page(PageAction::ToggleMenu(menu)),
        Action::Toggled(menu, is_open) => Effect::Page(PageAction::MenuToggled(menu, is_open)),
        Action::OpenNew => Effect::Work(WorkAction::New),
        Action::OpenWork(slot) => Effect::Work(WorkAction::Show(slot)),
        Action::ShowWork => Effect::Work(WorkAction::Open),
        Action::DesignTable => Effect::Begin(Input::design(DesignPurpose::Create)),
        Action::Duplicate => Effect::Command(Command::Compare(CompareCommand::Duplicate)),
        Action::SetTheme(theme) => Effect::Page(PageAction::SetTheme(theme)),
        Action::Present => Effect::Page(PageAction::Present(true)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_that_is_too_long_stays_in_the_field() {
        let shared = Shared::first();
        let mut state = State::default();
        let long = "x".repeat(TITLE_LENGTH_MAX + 1);
        state.update(Action::Type(long.clone()), &shared);
        assert_eq!(state.update(Action::Rename, &shared), []);
        assert_eq!(state.title.as_deref(), Some(&*long));
        assert!(title_fault(&long).is_some() && title_fault(&long[1..]).is_none());
        state.update(Action::Type("Orders".to_owned()), &shared);
        let renamed = Effect::Command(Command::Rename("Orders".to_owned()));
        assert_eq!(state.update(Action::Rename, &shared), [renamed]);
        assert_eq!(state, State::default());
        assert_eq!(state.update(Action::Rename, &shared), [], "nothing was typed");
        state.update(Action::Type("Other".to_owned()), &shared);
        state.update(Action::Restore, &shared);
        assert_eq!(state, State::default());
    }
}
