//! The lesson beside the workspace: its text, its questions and tasks, one step at a time.

mod draw;
pub mod findable;
pub mod placement;
mod prediction;
pub mod problem;
pub mod state;
pub mod view;

use crate::panel::contract::Panel;
use crate::panel::effect::Findable;
use crate::panel::id::PanelId;
use crate::panel::lesson::state::{Action, State};
use crate::panel::lesson::view::View;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Lesson;

impl Panel for Lesson {
    const ID: PanelId = PanelId::LESSON;
    const TITLE: &'static str = "lesson.title";

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn findable(shared: &Shared) -> Vec<Findable> {
        findable::findable(shared)
    }

    fn view(state: &State, shared: &Shared) -> Option<View> {
        view::view(state, shared)
    }
}
