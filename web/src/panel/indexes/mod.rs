//! The panel of the indexes: a card for each, with its entries in index order and the items that are not in it.

mod draw;
mod entries;
mod entry;
pub mod state;
pub mod view;

use crate::panel::contract::{Last, Panel};
use crate::panel::effect::Findable;
use crate::panel::id::PanelId;
use crate::panel::indexes::state::{Action, State};
use crate::panel::indexes::view::View;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Indexes;

impl Panel for Indexes {
    const ID: PanelId = PanelId("indexes");
    const TITLE: &'static str = "zone.indexes";

    type State = State;
    type Action = Action;
    type View = View;

    fn findable(shared: &Shared) -> Vec<Findable> {
        state::findable(shared)
    }

    fn view(state: &State, shared: &Shared) -> View {
        view::view(state, shared, None)
    }

    fn renew(state: &State, shared: &Shared, last: Last<View>) -> View {
        view::view(state, shared, Some(last))
    }
}
