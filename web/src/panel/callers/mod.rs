//! The dialog for callers: who may send requests, by which policies, and who sends them now.

mod draw;
pub mod state;
pub mod view;

use crate::panel::callers::state::{Action, State};
use crate::panel::callers::view::View;
use crate::panel::contract::Panel;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Callers;

impl Panel for Callers {
    const ID: PanelId = PanelId::CALLERS;
    const TITLE: &'static str = "caller.title";

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn view(state: &State, shared: &Shared) -> Option<View> {
        view::view(state, shared)
    }
}
