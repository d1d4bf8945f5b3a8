//! The dialog about keyboard shortcuts: what they do, and the switch that turns single letters off.

mod draw;
pub mod view;

use crate::panel::contract::Panel;
use crate::panel::effect::PageEffect;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;
use crate::panel::shortcuts::view::View;

/// The panel.
#[derive(Debug)]
pub struct Shortcuts;

impl Panel for Shortcuts {
    const ID: PanelId = PanelId("shortcuts");
    const TITLE: &'static str = "shortcuts.title";

    type State = ();
    type Action = PageEffect;
    type View = Option<View>;

    fn view((): &(), shared: &Shared) -> Option<View> {
        view::view(shared)
    }
}
