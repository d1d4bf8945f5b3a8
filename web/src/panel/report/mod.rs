//! The report panel: the design, its bill and its access patterns as files to send, and on paper.

mod draw;
pub mod state;

use yew::prelude::*;

use crate::panel::contract::Panel;
use crate::panel::id::PanelId;
use crate::panel::report::state::Action;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Report;

impl Panel for Report {
    const ID: PanelId = PanelId("report");
    const TITLE: &'static str = "report.title";
    const FOLLOWS_TIME: bool = false;

    type State = ();
    type Action = Action;
    /// Whether there is a table to report on.
    type View = bool;

    fn view((): &(), shared: &Shared) -> bool {
        shared.session.table(None).is_some()
    }

    fn draw(view: &bool, send: &Callback<Action>) -> Html {
        draw::draw(*view, send)
    }
}
