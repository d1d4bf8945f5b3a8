//! The strip that says which of two designs is shown.

mod draw;
pub mod state;
pub mod view;

use crate::panel::compare::state::{Action, State};
use crate::panel::compare::view::View;
use crate::panel::contract::Panel;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Compare;

impl Panel for Compare {
    const ID: PanelId = PanelId("compare");
    const TITLE: &'static str = "compare.shown";

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn view(state: &State, shared: &Shared) -> Option<View> {
        view::view(*state, shared)
    }
}
