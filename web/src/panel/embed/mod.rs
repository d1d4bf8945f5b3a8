//! The line below an embed: what its address asks for in vain, the way back, and the way to the whole page.

mod draw;
pub mod state;
pub mod view;

use crate::panel::contract::Panel;
use crate::panel::embed::state::{Action, State};
use crate::panel::embed::view::View;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Embed;

impl Panel for Embed {
    const ID: PanelId = PanelId("embed");
    const TITLE: &'static str = "embed.title";

    type State = State;
    type Action = Action;
    type View = View;

    fn view(state: &State, shared: &Shared) -> View {
        view::view(state, shared)
    }
}
