//! The map: the tables of the sandbox, and what moves from each to its indexes, to other Regions and through programs.

mod draw;
pub mod state;

use crate::panel::contract::Panel;
use crate::panel::id::PanelId;
use crate::panel::map::state::{Action, State, View};
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Map;

impl Panel for Map {
    const ID: PanelId = PanelId("map");
    const TITLE: &'static str = "map.title";

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn view(state: &State, shared: &Shared) -> Option<View> {
        state.view(shared)
    }
}
