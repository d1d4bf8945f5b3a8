//! The form for a query, a scan or a request of any operation on the open table.

mod call;
mod draw;
mod form;
mod read;
pub mod state;
mod statement;
pub mod view;

use crate::panel::contract::{Last, Panel};
use crate::panel::id::PanelId;
use crate::panel::operation::state::{Action, State};
use crate::panel::operation::view::View;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct RequestForm;

impl Panel for RequestForm {
    const ID: PanelId = PanelId::OPERATION;
    const TITLE: &'static str = "call.title";

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn view(state: &State, shared: &Shared) -> Option<View> {
        view::view(state, shared, None)
    }

    fn renew(state: &State, shared: &Shared, last: Last<Option<View>>) -> Option<View> {
        view::view(state, shared, last.view.as_ref().filter(|_| last.is_current))
    }
}
