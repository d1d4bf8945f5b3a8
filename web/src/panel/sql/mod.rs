//! The panel in which statements are asked of the SQL tables: what they give, and what they read.

mod draw;
pub mod state;
pub mod view;

use crate::panel::contract::{Last, Panel};
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;
use crate::panel::sql::state::{Action, State};
use crate::panel::sql::view::View;

/// The panel.
#[derive(Debug)]
pub struct Sql;

impl Panel for Sql {
    const ID: PanelId = PanelId::SQL;
    const TITLE: &'static str = "sql.title";
    const FOLLOWS_TIME: bool = false;

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn view(state: &State, shared: &Shared) -> Option<View> {
        view::view(state, shared, None)
    }

    fn renew(state: &State, shared: &Shared, last: Last<Option<View>>) -> Option<View> {
        let last = last.view.as_ref().filter(|_| last.is_current);
        view::view(state, shared, last)
    }
}
