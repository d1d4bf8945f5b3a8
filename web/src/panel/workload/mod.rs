//! The workload panel: what many clients send, and what starts and ends its run in virtual time.

mod draw;
mod editor;
mod plan;
mod planned;
pub mod state;
pub mod view;

use crate::panel::contract::{Last, Panel};
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;
use crate::panel::workload::state::{Action, State};
use crate::panel::workload::view::View;

/// The panel.
#[derive(Debug)]
pub struct Workload;

impl Panel for Workload {
    const ID: PanelId = PanelId::WORKLOAD;
    const TITLE: &'static str = "workload.title";

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
