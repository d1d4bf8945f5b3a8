//! The run panel: what a run of the workload came to, second by second.

mod draw;
pub mod state;
mod verdict;
pub mod view;

use crate::panel::contract::Panel;
use crate::panel::id::PanelId;
use crate::panel::run::state::{Action, State};
use crate::panel::run::view::View;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Run;

impl Panel for Run {
    const ID: PanelId = PanelId::RUN;
    const TITLE: &'static str = "run.title";

    type State = State;
    type Action = Action;
    type View = View;

    fn view(state: &State, shared: &Shared) -> View {
        view::view(*state, shared)
    }
}
