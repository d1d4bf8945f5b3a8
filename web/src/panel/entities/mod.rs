//! The dialog for the entities of the open table: their names and rules, their order, and those that its keys suggest.

mod draw;
pub mod state;
pub mod view;

use crate::panel::contract::Panel;
use crate::panel::entities::state::{Action, State};
use crate::panel::entities::view::View;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Entities;

impl Panel for Entities {
    const ID: PanelId = PanelId::ENTITIES;
    const TITLE: &'static str = "entities.title";

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn view(state: &State, shared: &Shared) -> Option<View> {
        view::view(state, shared)
    }
}
