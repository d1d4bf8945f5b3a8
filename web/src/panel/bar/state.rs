//! What can be done in the bar. Pure.

use playground::sandbox::command::{Command, ExampleId};
use playground::view::compare::CompareCommand;
use playground::view::design::DesignPurpose;
use playground::view::value::Text;

use crate::panel::effect::{Effect, Input};
use crate::panel::learn::{LearnAction, RECORD_SANDBOX};
use crate::panel::page::PageAction;
use crate::panel::setting::{Menu, Theme, Workspace, titled};
use crate::panel::storage::WorkAction;

/// What can be done in the bar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Give the sandbox another title.
    Rename(String),
    /// Take back the last action.
    Undo,
    /// Redo the last undone action.
    Redo,
    /// Return to what was opened.
    Reset,
    /// Show a workspace.
    ShowWorkspace(Workspace),
    /// Open the dialog in which things are found by name.
    Find,
    /// Open or close a menu.
    Toggle(Menu),
    /// The browser opens a menu, or closes it.
    Toggled(Menu, bool),
    /// Open an example. The user's own work is kept.
    OpenExample(ExampleId),
    /// Open an empty sandbox. The user's own work is kept.
    OpenNew,
    /// Open a lesson. The user's own work is kept.
    OpenLesson(Text),
    /// Remove an own lesson from this browser.
    RemoveLesson(Text),
    /// Record a lesson.
    RecordLesson,
    /// Fetch the list of lessons again.
    ListLessons,
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

/// What an action asks of the page.
pub(super) fn effect(action: Action) -> Effect<Action> {
    match action {
        Action::Rename(title) => Effect::Command(Command::Rename(title)),
        Action::Undo => Effect::Command(Command::Undo),
        Action::Redo => Effect::Command(Command::Redo),
        Action::Reset => Effect::Command(Command::Reset),
        Action::ShowWorkspace(workspace) => Effect::Page(PageAction::ShowWorkspace(workspace)),
        Action::Find => Effect::Page(PageAction::Find),
        Action::Toggle(menu) => Effect::Page(PageAction::ToggleMenu(menu)),
        Action::Toggled(menu, is_open) => Effect::Page(PageAction::MenuToggled(menu, is_open)),
        Action::OpenExample(example) => Effect::Command(Command::OpenExample(titled(example))),
        Action::OpenNew => Effect::Work(WorkAction::New),
        Action::OpenLesson(lesson) => Effect::Learn(LearnAction::Open { lesson, step: None }),
        Action::RemoveLesson(lesson) => Effect::Learn(LearnAction::RemoveOwn(lesson)),
        Action::RecordLesson => Effect::Follow(RECORD_SANDBOX),
        Action::ListLessons => Effect::Learn(LearnAction::List),
        Action::OpenWork(slot) => Effect::Work(WorkAction::Show(slot)),
        Action::ShowWork => Effect::Work(WorkAction::Open),
        Action::DesignTable => Effect::Begin(Input::design(DesignPurpose::Create)),
        Action::Duplicate => Effect::Command(Command::Compare(CompareCommand::Duplicate)),
        Action::SetTheme(theme) => Effect::Page(PageAction::SetTheme(theme)),
        Action::Present => Effect::Page(PageAction::Present(true)),
    }
}
