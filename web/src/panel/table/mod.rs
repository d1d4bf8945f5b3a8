//! The panel of the open table: the tabs of all tables, its name, keys and size, and its menu. Its items are a panel of
//! their own.

mod draw;
mod menu;
pub mod state;
pub mod view;

use crate::panel::contract::{Last, Panel};
use crate::panel::effect::Findable;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;
use crate::panel::table::state::Action;
use crate::panel::table::view::View;

/// The panel.
#[derive(Debug)]
pub struct Table;

impl Panel for Table {
    const ID: PanelId = PanelId("table");
    const TITLE: &'static str = "zone.table";

    type State = ();
    type Action = Action;
    type View = View;

    fn findable(shared: &Shared) -> Vec<Findable> {
        state::findable(shared)
    }

    fn view((): &(), shared: &Shared) -> View {
        view::view(shared, None)
    }

    fn renew((): &(), shared: &Shared, last: Last<View>) -> View {
        view::view(shared, last.is_current.then_some(last.view))
    }
}
