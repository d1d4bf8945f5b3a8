//! The heat panel: which partitions are hot while single requests are throttled, second by second. The heat of a run is in its
//! result.

mod draw;
pub mod state;

use crate::panel::contract::Panel;
use crate::panel::heat::state::{Action, State};
use crate::panel::id::PanelId;
use crate::panel::part::heat::{self, View};
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Heat;

impl Panel for Heat {
    const ID: PanelId = PanelId::HEAT;
    const TITLE: &'static str = "heat.title";

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn view(state: &State, shared: &Shared) -> Option<View> {
        heat::view(state.method, state.second, shared)
    }
}
