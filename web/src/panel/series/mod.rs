//! Period tables: what each series has now, what happens to it next, and a form to plan one.

mod draw;
pub mod state;

use crate::panel::contract::Panel;
use crate::panel::id::PanelId;
use crate::panel::series::state::{Action, State, View};
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Series;

impl Panel for Series {
    const ID: PanelId = PanelId::SERIES;
    const TITLE: &'static str = "series.panel";

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn view(state: &State, shared: &Shared) -> Option<View> {
        state.view(shared)
    }
}
