//! The panel of the stream of the open table: its records, newest first, and what a reader of it gets.

mod draw;
pub mod state;
pub mod view;

use crate::panel::contract::Panel;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;
use crate::panel::stream::state::{Action, State};
use crate::panel::stream::view::View;

/// The panel.
#[derive(Debug)]
pub struct Stream;

impl Panel for Stream {
    const ID: PanelId = PanelId::STREAM;
    const TITLE: &'static str = "stream.title";

    type State = State;
    type Action = Action;
    type View = View;

    fn view(state: &State, shared: &Shared) -> View {
        view::view(state, shared)
    }
}
