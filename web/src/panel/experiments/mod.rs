//! The experiments panel: workloads that show what throughput does, as cards that are run by one press.

mod draw;
pub mod state;
pub mod view;

use crate::panel::contract::{Last, Panel};
use crate::panel::experiments::state::{Action, State};
use crate::panel::experiments::view::View;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Experiments;

impl Panel for Experiments {
    const ID: PanelId = PanelId("experiments");
    const TITLE: &'static str = "experiment.panel";

    type State = State;
    type Action = Action;
    type View = View;

    fn view(state: &State, shared: &Shared) -> View {
        view::view(state, shared, None)
    }

    fn renew(state: &State, shared: &Shared, last: Last<View>) -> View {
        view::view(state, shared, last.is_current.then_some(last.view))
    }
}
