//! Three lines for a new user, which follow what the user does: remove a key of an index, watch the entry leave, read the
//! index while it is behind.

mod draw;
pub mod state;
pub mod view;

use crate::panel::contract::Panel;
use crate::panel::guide::state::Action;
use crate::panel::guide::view::View;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// The panel. What it says is a preference of the page: once done, it does not come back.
#[derive(Debug)]
pub struct Guide;

impl Panel for Guide {
    const ID: PanelId = PanelId("guide");
    const TITLE: &'static str = "guide.title";

    type State = ();
    type Action = Action;
    type View = Option<View>;

    fn view((): &(), shared: &Shared) -> Option<View> {
        view::view(shared)
    }
}
