//! The dialog with all that this browser has stored, and what can be done with it.

mod draw;
pub mod state;
pub mod view;

use crate::panel::contract::Panel;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;
use crate::panel::work::state::{Action, State};
use crate::panel::work::view::View;

/// The panel.
#[derive(Debug)]
pub struct Work;

impl Panel for Work {
    const ID: PanelId = PanelId("work");
    const TITLE: &'static str = "work.title";

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn view(state: &State, shared: &Shared) -> Option<View> {
        view::view(state, shared)
    }
}
