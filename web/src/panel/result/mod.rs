//! The result panel: what a read found, what it cost, and whether it is already out of date.

mod draw;
pub mod state;
pub mod view;

use crate::panel::contract::Panel;
use crate::panel::id::PanelId;
use crate::panel::result::state::Action;
use crate::panel::result::view::View;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct ReadResult;

impl Panel for ReadResult {
    const ID: PanelId = PanelId::RESULT;
    const TITLE: &'static str = "result.title";
    const FOLLOWS_TIME: bool = false;

    type State = ();
    type Action = Action;
    type View = Option<View>;

    fn view((): &(), shared: &Shared) -> Option<View> {
        view::view(shared)
    }
}
