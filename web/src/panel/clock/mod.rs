//! The clock: virtual time, which runs only while something is on its way.

mod draw;
pub mod state;
pub mod view;

use crate::panel::clock::state::Action;
use crate::panel::clock::view::View;
use crate::panel::contract::Panel;
use crate::panel::effect::Findable;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Clock;

impl Panel for Clock {
    const ID: PanelId = PanelId("clock");
    const TITLE: &'static str = "clock.title";

    type State = ();
    type Action = Action;
    type View = View;

    fn findable(shared: &Shared) -> Vec<Findable> {
        state::findable(shared)
    }

    fn view((): &(), shared: &Shared) -> View {
        view::view(shared)
    }
}
