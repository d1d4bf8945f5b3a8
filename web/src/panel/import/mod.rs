//! The dialog in which a text becomes items of the open table: the text, what was found in it, what importing it would cost, and
//! which rows cannot be imported.

mod draw;
mod request;
pub mod state;
pub mod view;

use crate::panel::contract::Panel;
use crate::panel::id::PanelId;
use crate::panel::import::state::{Action, State};
use crate::panel::import::view::View;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Import;

impl Panel for Import {
    const ID: PanelId = PanelId::IMPORT;
    const TITLE: &'static str = "import.title";

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn view(state: &State, shared: &Shared) -> Option<View> {
        view::view(state, shared)
    }
}
