//! The window with the notes of a presented lesson: what the author tells a teacher, the time, what comes next, and the wrong
//! answer that most people give. It is a window of its own, and shows no sandbox.

mod draw;
pub mod view;

use yew::prelude::*;

use crate::panel::contract::Panel;
use crate::panel::effect::Effect;
use crate::panel::id::PanelId;
use crate::panel::learn::LearnAction;
use crate::panel::notes::view::View;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Notes;

/// What can be done in the window with the notes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Go one press forward in the presentation.
    Forward,
    /// Go back in it.
    Back,
}

impl Panel for Notes {
    const ID: PanelId = PanelId("notes");
    const TITLE: &'static str = "notes.title";

    type State = ();
    type Action = Action;
    type View = Option<View>;

    fn update((): &mut (), action: Action, _: &Shared) -> Vec<Effect<Action>> {
        vec![Effect::Learn(match action {
            Action::Forward => LearnAction::NotesForward,
            Action::Back => LearnAction::NotesBack,
        })]
    }

    fn view((): &(), shared: &Shared) -> Option<View> {
        shared.page.notes.as_ref().map(view::view)
    }

    fn draw(view: &Option<View>, send: &Callback<Action>) -> Html {
        draw::draw(view.as_ref(), send)
    }
}
