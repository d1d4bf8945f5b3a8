//! The report panel: the design, its bill and its access patterns as files to send, and on paper.

mod draw;
pub mod state;

use crate::panel::contract::Panel;
use crate::panel::id::PanelId;
use crate::panel::report::state::Action;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Report;

/// What the panel shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// Whether there is neither a table nor an access pattern to report on.
    is_empty: bool,
}

impl Panel for Report {
    const ID: PanelId = PanelId("report");
    const TITLE: &'static str = "report.title";
    const FOLLOWS_TIME: bool = false;

    type State = ();
    type Action = Action;
    type View = View;

    fn view((): &(), shared: &Shared) -> View {
        let has_patterns = || !shared.session.patterns(None).patterns.is_empty();
        View { is_empty: shared.session.table(None).is_none() && !has_patterns() }
    }
}
