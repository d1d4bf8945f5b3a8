//! How much the last operation would cost in a month: a disclosure below its receipt, from which it becomes an access pattern.

mod draw;
pub mod state;
pub mod view;

use crate::panel::contract::Panel;
use crate::panel::id::PanelId;
use crate::panel::month::state::{Action, State};
use crate::panel::month::view::View;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Month;

impl Panel for Month {
    const ID: PanelId = PanelId("month");
    const TITLE: &'static str = "month.title";
    const FOLLOWS_TIME: bool = false;

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn view(state: &State, shared: &Shared) -> Option<View> {
        view::view(state, shared)
    }
}
