//! The head of a presentation: the last operation in one sentence, the QR code of the sandbox, and the way out.

mod draw;
pub mod state;
pub mod view;

use crate::panel::contract::{Last, Panel};
use crate::panel::id::PanelId;
use crate::panel::presentation::state::{Action, State};
use crate::panel::presentation::view::View;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Presentation;

impl Panel for Presentation {
    const ID: PanelId = PanelId("presentation");
    const TITLE: &'static str = "present.title";

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn view(state: &State, shared: &Shared) -> Option<View> {
        view::view(*state, shared, None)
    }

    fn renew(state: &State, shared: &Shared, last: Last<Option<View>>) -> Option<View> {
        view::view(*state, shared, last.view.as_ref().filter(|_| last.is_current))
    }
}
