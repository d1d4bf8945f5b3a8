//! The dialog with the forms about a table: to create, change or rebuild it, and to add or delete an index.

mod capacity;
mod draw;
mod form;
mod index;
mod key;
mod setting;
pub mod state;
pub mod view;

use crate::panel::contract::Panel;
use crate::panel::design::state::{Action, State};
use crate::panel::design::view::View;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Design;

impl Panel for Design {
    const ID: PanelId = PanelId::DESIGN;
    const TITLE: &'static str = "design.title";
    const FOLLOWS_TIME: bool = false;

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn view(state: &State, shared: &Shared) -> Option<View> {
        view::view(state, shared)
    }
}
