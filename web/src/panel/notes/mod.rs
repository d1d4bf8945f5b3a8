//! The window with the notes of a presented lesson: what the author tells a teacher, the time, what comes next, and the wrong
//! answer that most people give. It is a window of its own, and shows no sandbox.

mod draw;
pub mod view;

use crate::panel::contract::Panel;
use crate::panel::effect::PageEffect;
use crate::panel::id::PanelId;
use crate::panel::notes::view::View;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Notes;

impl Panel for Notes {
    const ID: PanelId = PanelId("notes");
    const TITLE: &'static str = "notes.title";

    type State = ();
    type Action = PageEffect;
    type View = Option<View>;

    fn view((): &(), shared: &Shared) -> Option<View> {
        shared.page.notes.as_ref().map(view::view)
    }
}
