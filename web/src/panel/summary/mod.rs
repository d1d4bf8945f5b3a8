//! The last operation in one line: for screens and workspaces that do not show its receipt.

mod draw;
pub mod view;

use crate::panel::contract::Panel;
use crate::panel::effect::PageEffect;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;
use crate::panel::summary::view::View;

/// The panel.
#[derive(Debug)]
pub struct Summary;

impl Panel for Summary {
    const ID: PanelId = PanelId("summary");
    const TITLE: &'static str = "summary.title";

    type State = ();
    type Action = PageEffect;
    type View = View;

    fn view((): &(), shared: &Shared) -> View {
        view::view(shared)
    }
}
