//! What was copied last, and what can be done in the bar. Pure.

use playground::sandbox::command::{Command, ExampleId};
use playground::view::compare::CompareCommand;
use playground::view::design::DesignPurpose;
use playground::view::value::Text;

use crate::panel::effect::{Effect, Input};
use crate::panel::learn::LearnAction;
use crate::panel::page::PageAction;
use crate::panel::setting::{Menu, Theme, Workspace, titled};
use crate::panel::shared::Shared;
use crate::panel::storage::WorkAction;

/// The topic under which the bar copies the link of the sandbox.
pub const COPY_LINK: &str = "copy-link";

/// What was copied last, so that its button can say so.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// What was copied last; `None` if nothing was since the menu was opened.
    pub copied: Option<Copied>,
}

/// What was copied last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Copied {
    /// The link.
    Link,
    /// The link as Markdown.
    Markdown,
    /// Nothing: the browser did not let the page copy this text.
    Denied(Text),
}

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
    /// Copy the link of the sandbox.
    CopyLink,
    /// Copy the link as Markdown.
    CopyMarkdown,
    /// Something is on the clipboard, or could not be put there.
    Copied(Copied),
    /// Save the sandbox as a file.
    Download,
}

impl State {
    /// Changes the state as the action asks.
    pub fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        vec![match action {
            Action::Rename(title) => Effect::Command(Command::Rename(title)),
            Action::Undo => Effect::Command(Command::Undo),
            Action::Redo => Effect::Command(Command::Redo),
            Action::Reset => Effect::Command(Command::Reset),
            Action::ShowWorkspace(workspace) => Effect::Page(PageAction::ShowWorkspace(workspace)),
            Action::Find => Effect::Page(PageAction::Find),
            Action::Toggle(menu) => {
                self.copied = None;
                Effect::Page(PageAction::ToggleMenu(menu))
            }
            Action::Toggled(menu, is_open) => {
                if !is_open {
                    self.copied = None;
                }
                Effect::Page(PageAction::MenuToggled(menu, is_open))
            }
            Action::OpenExample(example) => Effect::Command(Command::OpenExample(titled(example))),
            Action::OpenNew => Effect::Work(WorkAction::New),
            Action::OpenLesson(lesson) => Effect::Learn(LearnAction::Open { lesson, step: None }),
            Action::RemoveLesson(lesson) => Effect::Learn(LearnAction::RemoveOwn(lesson)),
            Action::ListLessons => Effect::Learn(LearnAction::List),
            Action::OpenWork(slot) => Effect::Work(WorkAction::Show(slot)),
            Action::ShowWork => Effect::Work(WorkAction::Open),
            Action::DesignTable => Effect::Begin(Input::design(DesignPurpose::Create)),
            Action::Duplicate => Effect::Command(Command::Compare(CompareCommand::Duplicate)),
            Action::SetTheme(theme) => Effect::Page(PageAction::SetTheme(theme)),
            Action::Present => Effect::Page(PageAction::Present(true)),
            Action::CopyLink => {
                self.copied = None;
                return copy(link(shared), Copied::Link);
            }
            Action::CopyMarkdown => {
                self.copied = None;
                let title = shared.session.title().replace(['[', ']'], "");
                let markdown = link(shared).map(|link| format!("[{title}]({link})"));
                return copy(markdown, Copied::Markdown);
            }
            Action::Copied(copied) => {
                self.copied = Some(copied);
                return Vec::new();
            }
            Action::Download => Effect::Work(WorkAction::Download),
        }]
    }

    /// Copies the link by a key: the menu shows that it is copied.
    pub fn open(&mut self, topic: &'static str, shared: &Shared) -> Vec<Effect<Action>> {
        if topic != COPY_LINK {
            return Vec::new();
        }
        let is_open = shared.page.menu == Some(Menu::Share);
        let menu = (!is_open).then_some(Effect::Page(PageAction::ToggleMenu(Menu::Share)));
        menu.into_iter().chain(self.update(Action::CopyLink, shared)).collect()
    }
}

/// The sandbox as a link; `None` if it is too large for any.
fn link(shared: &Shared) -> Option<String> {
    Some(format!("{}#{}", shared.page.address, shared.session.link().ok()?))
}

fn copy(text: Option<String>, what: Copied) -> Vec<Effect<Action>> {
    let effect = text.map(|text| {
        let text = Text::from(text);
        let denied = Action::Copied(Copied::Denied(text.clone()));
        Effect::Copy { text, copied: Action::Copied(what), denied }
    });
    effect.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use playground::session::Session;

    use super::*;
    use crate::panel::page::PageState;
    use crate::panel::shared::Selection;

    #[test]
    fn a_link_that_is_copied_by_a_key_is_shown() {
        let session = Session::new(ExampleId::OpenOrders);
        let page = PageState { address: "https://sparsebox.example/".into(), ..Default::default() };
        let shared = Shared { session: &session, selection: &Selection::default(), page: &page };
        let mut state = State::default();
        let effects = state.open(COPY_LINK, &shared);
        let [Effect::Page(PageAction::ToggleMenu(Menu::Share)), Effect::Copy { text, copied, .. }] =
            effects.as_slice()
        else {
            panic!("{effects:?}")
        };
        assert!(text.starts_with("https://sparsebox.example/#"), "{text}");
        state.update(copied.clone(), &shared);
        assert_eq!(state.copied, Some(Copied::Link));
        state.update(Action::Toggled(Menu::Share, false), &shared);
        assert_eq!(state.copied, None, "the menu says it once");
    }
}
