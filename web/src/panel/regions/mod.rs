//! The replicas of the open table in other Regions: what each holds, which Regions are cut off, and how long a write travels.

mod draw;
pub mod state;

use crate::panel::contract::Panel;
use crate::panel::id::PanelId;
use crate::panel::regions::state::{Action, State, View};
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Regions;

impl Panel for Regions {
    const ID: PanelId = PanelId::REGIONS;
    const TITLE: &'static str = "region.title";

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn view(state: &State, shared: &Shared) -> Option<View> {
        state.view(shared)
    }
}
