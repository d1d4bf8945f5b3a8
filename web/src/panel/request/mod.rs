//! The request panel: the exact request of an operation and its reply, to be copied.

mod draw;
pub mod state;
pub mod view;

use crate::panel::contract::Panel;
use crate::panel::id::PanelId;
use crate::panel::request::state::{Action, State};
use crate::panel::request::view::View;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Request;

impl Panel for Request {
    const ID: PanelId = PanelId("request");
    const TITLE: &'static str = "request.title";
    const FOLLOWS_TIME: bool = false;

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn view(state: &State, shared: &Shared) -> Option<View> {
        view::view(state, shared)
    }
}
