//! The bar: the name of the sandbox, whether it is stored, undo and redo, and the menus.

mod draw;
mod findable;
mod more;
mod sandbox;
pub mod state;
pub mod view;

use crate::panel::bar::state::{Action, State};
use crate::panel::bar::view::View;
use crate::panel::contract::Panel;
use crate::panel::effect::Findable;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Bar;

impl Panel for Bar {
    const ID: PanelId = PanelId("bar");
    const TITLE: &'static str = "bar.title";

    type State = State;
    type Action = Action;
    type View = View;

    fn findable(shared: &Shared) -> Vec<Findable> {
        findable::findable(shared)
    }

    fn view(state: &State, shared: &Shared) -> View {
        view::view(state, shared)
    }
}
