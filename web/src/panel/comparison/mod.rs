//! The comparison panel: what differs between two designs.

mod draw;
pub mod state;
pub mod view;

use crate::panel::comparison::state::{Action, State};
use crate::panel::comparison::view::View;
use crate::panel::contract::{Last, Panel};
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Comparison;

impl Panel for Comparison {
    const ID: PanelId = PanelId::COMPARISON;
    const TITLE: &'static str = "compare.title";

    type State = State;
    type Action = Action;
    type View = View;

    fn view(state: &State, shared: &Shared) -> View {
        view::view(state, shared, None)
    }

    fn renew(state: &State, shared: &Shared, last: Last<View>) -> View {
        view::view(state, shared, Some(last.view).filter(|_| last.is_current))
    }
}
