//! Strips below the bar: a sandbox that came by a link, stored work that could not be read, storage that is full.

mod draw;
pub mod state;
pub mod view;

use crate::panel::contract::Panel;
use crate::panel::id::PanelId;
use crate::panel::notice::state::{Action, State};
use crate::panel::notice::view::View;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Notice;

impl Panel for Notice {
    const ID: PanelId = PanelId("notice");
    const TITLE: &'static str = "notice.title";

    type State = State;
    type Action = Action;
    type View = View;

    fn view(state: &State, shared: &Shared) -> View {
        view::view(*state, shared)
    }
}
