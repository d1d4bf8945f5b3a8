//! The panel of the items of the open table, by item collection, and of the edit in progress.

mod attribute;
pub mod checked;
mod draw;
mod expiry;
mod item_json;
mod new_item;
mod row;
pub mod state;
mod strip;
mod together;
pub mod view;

use crate::panel::contract::{Last, Panel};
use crate::panel::effect::Findable;
use crate::panel::id::PanelId;
use crate::panel::items::state::{Action, State};
use crate::panel::items::view::View;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Items;

impl Panel for Items {
    const ID: PanelId = PanelId::ITEMS;
    const TITLE: &'static str = "zone.table";

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
