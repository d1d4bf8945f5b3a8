//! What is on paper when the page is printed: the tables with their keys and indexes, the last receipt, and the link.

mod draw;
pub mod view;

use crate::panel::contract::Panel;
use crate::panel::effect::PageEffect;
use crate::panel::id::PanelId;
use crate::panel::print::view::View;
use crate::panel::shared::Shared;

/// The panel. It is drawn only while the page is printed.
#[derive(Debug)]
pub struct Print;

impl Panel for Print {
    const ID: PanelId = PanelId("print");
    const TITLE: &'static str = "print.title";

    type State = ();
    type Action = PageEffect;
    type View = Option<View>;

    fn view((): &(), shared: &Shared) -> Option<View> {
        view::view(shared)
    }
}
