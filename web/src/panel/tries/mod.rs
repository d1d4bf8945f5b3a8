//! What can be done first in an example: a press for each, and the lesson that begins with it.

mod draw;

use crate::panel::contract::Panel;
use crate::panel::effect::PageEffect;
use crate::panel::id::PanelId;
use crate::panel::learn::ExampleTries;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Tries;

impl Panel for Tries {
    const ID: PanelId = PanelId("tries");
    const TITLE: &'static str = "tries.title";

    type State = ();
    type Action = PageEffect;
    type View = Option<ExampleTries>;

    fn view((): &(), shared: &Shared) -> Self::View {
        // A lesson says itself what to do next, and at an earlier moment a request would begin another history.
        let page = shared.page;
        page.learn.tries.clone().filter(|_| page.learn.open.is_none() && !page.rewound)
    }
}
