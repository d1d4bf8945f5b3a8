//! The cost panel: what the open table and each of its indexes cost in a month, by which prices, and where the ways to
//! pay meet.

mod bill;
mod day;
mod draw;
mod growth;
pub mod state;
pub mod view;

use crate::panel::contract::Panel;
use crate::panel::cost::state::{Action, State};
use crate::panel::cost::view::View;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Cost;

impl Panel for Cost {
    const ID: PanelId = PanelId("cost");
    const TITLE: &'static str = "cost.title";
    const FOLLOWS_TIME: bool = false;

    type State = State;
    type Action = Action;
    type View = View;

    fn view(state: &State, shared: &Shared) -> View {
        view::view(state, shared)
    }
}
