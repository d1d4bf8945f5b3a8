//! Whether the QR code is enlarged, and what a presentation shows of each moment. Pure.

use playground::sandbox::command::Command;

use crate::panel::contract::{Executed, Reduce};
use crate::panel::effect::{Effect, Select};
use crate::panel::page::PageAction;
use crate::panel::shared::{Shared, with_parameters};
use crate::panel::storage::WorkAction;

/// Whether the QR code is enlarged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct State {
    pub is_enlarged: bool,
    /// Whether the browser did not allow the window with the notes.
    pub are_notes_denied: bool,
}

/// What can be done in the head of a presentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Show the QR code over the page, or close it.
    Enlarge(bool),
    /// Hand out the sandbox as a file.
    Download,
    /// Open the window with the notes of the lesson.
    OpenNotes,
    /// The browser does not allow that window.
    NotesDenied,
    /// End the presentation.
    Leave,
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        match action {
            Action::Enlarge(is_enlarged) => {
                self.is_enlarged = is_enlarged;
                Vec::new()
            }
            Action::Download => vec![Effect::Work(WorkAction::Download)],
            Action::OpenNotes => {
                self.are_notes_denied = false;
                let notes = format!("notes={}", shared.page.presentation_name);
                let address = with_parameters(&shared.page.address, &notes);
                vec![Effect::OpenWindow { address, denied: Action::NotesDenied }]
            }
            Action::NotesDenied => {
                self.are_notes_denied = true;
                Vec::new()
            }
            Action::Leave => vec![Effect::Page(PageAction::Present(false))],
        }
    }

    fn observe(&mut self, executed: &Executed, shared: &Shared) -> Vec<Effect<Action>> {
        follow(executed.command, shared)
    }
}

/// Opens the table and selects the item of the moment that a presentation has stepped to.
pub(super) fn follow(command: &Command, shared: &Shared) -> Vec<Effect<Action>> {
    let is_step = matches!(command, Command::Rewind(_) | Command::StepToNext);
    let spoken = shared.session.spoken(None);
    let Some(spoken) = spoken.filter(|_| is_step && shared.page.presentation.is_some()) else {
        return Vec::new();
    };
    let open = shared.table().map(|table| table.schema.name.as_str());
    let table = spoken.table.filter(|table| open != Some(&**table)).map(Select::Table);
    let item = spoken.item.map_or(Select::NoItem, Select::Item);
    table.into_iter().chain([item]).map(Effect::Select).collect()
}

#[cfg(test)]
mod tests {
    use playground::session::Session;
    use playground::view::edit::{Edit, ItemId};
    use playground::view::rewind::Travel;

    use super::*;
    use crate::panel::page::PageState;
    use crate::panel::setting::Speed;
    use crate::panel::shared::Selection;

    #[test]
    fn the_notes_are_those_of_this_presentation() {
        let session = Session::first();
        let selection = Selection::default();
        let page = PageState {
            address: "https://example.org/?a=1".into(),
            presentation_name: "17".into(),
            ..PageState::default()
        };
        let shared = Shared { session: &session, selection: &selection, page: &page };
        let effects = State::default().update(Action::OpenNotes, &shared);
        let address = "https://example.org/?a=1&notes=17".into();
        assert_eq!(effects, [Effect::OpenWindow { address, denied: Action::NotesDenied }]);
    }

    #[test]
    fn a_presentation_selects_the_item_of_the_moment_that_it_steps_to() {
        let mut session = Session::first();
        let item = |order: &str| {
            let key = format!(r#"{{"CustomerId":{{"S":"C1"}},"OrderId":{{"S":"{order}"}}}}"#);
            ItemId(key.into())
        };
        for order in ["O-1003", "O-1006"] {
            let edit = Edit::Remove { item: item(order), attribute: "OrderOpenDate".to_owned() };
            session.handle(Command::Edit { table: "Orders".to_owned(), edit });
        }
        let step = Command::Rewind(Travel::PreviousOperation);
        assert!(session.handle(step.clone()).accepted);
        let selection = Selection::default();
        let mut page = PageState::default();
        let after = |page: &PageState, session: &Session| {
            follow(&step, &Shared { session, selection: &selection, page })
        };
        assert_eq!(after(&page, &session), [], "only a presentation does");
        page.presentation = Some(Speed::PRESENTATION);
        assert_eq!(after(&page, &session), [Effect::Select(Select::Item(item("O-1003")))]);
        session.handle(Command::Rewind(Travel::ToStep(0)));
        assert_eq!(after(&page, &session), [], "before the first operation there is none");
    }
}
