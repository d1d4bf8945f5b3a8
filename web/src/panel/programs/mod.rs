//! The programs that read the stream of the open table: what they did, and an editor for their JSON.

mod draw;
pub mod state;

use crate::panel::contract::Panel;
use crate::panel::id::PanelId;
use crate::panel::programs::state::{Action, State, View};
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Programs;

impl Panel for Programs {
    const ID: PanelId = PanelId::PROGRAMS;
    const TITLE: &'static str = "program.panel";

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn view(state: &State, shared: &Shared) -> Option<View> {
        state.view(shared)
    }
}
