//! The receipt panel: what an operation cost and why, line by line, and what to try next.

mod draw;
pub mod state;

use crate::panel::contract::Panel;
use crate::panel::id::PanelId;
use crate::panel::shared::{Shared, has_entries};
use crate::panel::why::state::Action;
use playground::view::receipt::WhyView;

/// The panel.
#[derive(Debug)]
pub struct Why;

/// What the panel shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    why: WhyView,
    /// What to begin with: a key of the catalogue.
    first: &'static str,
}

impl Panel for Why {
    const ID: PanelId = PanelId("why");
    const TITLE: &'static str = "why.title";
    const FOLLOWS_TIME: bool = false;

    type State = ();
    type Action = Action;
    type View = View;

    fn view((): &(), shared: &Shared) -> View {
        let why = shared.session.why(shared.selection.operation);
        let first = match shared.table() {
            None => "welcome.begin",
            Some(table) if has_entries(table) => "welcome.try",
            Some(_) => "welcome.own",
        };
        View { why, first }
    }
}
