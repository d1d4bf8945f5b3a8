//! The dialog in which commands, tables, indexes, items, examples and other things are found by name.

mod draw;
pub mod state;
pub mod view;

use crate::panel::contract::Panel;
use crate::panel::find::state::{Action, State};
use crate::panel::find::view::View;
use crate::panel::id::PanelId;
use crate::panel::setting::Menu;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Find;

impl Panel for Find {
    const ID: PanelId = PanelId::FIND;
    const TITLE: &'static str = "find.title";

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn view(state: &State, shared: &Shared) -> Option<View> {
        (shared.page.menu == Some(Menu::Find)).then(|| view::view(state, shared))
    }
}
