//! The timeline: what was done, each a moment that can be shown, then now, then what is on its way.

mod draw;
pub mod state;

use playground::view::meter::TimelineView;
use yew::prelude::*;

use crate::panel::contract::{Last, Panel};
use crate::panel::effect::Effect;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;
use crate::panel::timeline::state::Action;

/// The panel.
#[derive(Debug)]
pub struct Timeline;

impl Panel for Timeline {
    const ID: PanelId = PanelId("timeline");
    const TITLE: &'static str = "timeline.title";

    type State = ();
    type Action = Action;
    type View = TimelineView;

    fn update((): &mut (), action: Action, _: &Shared) -> Vec<Effect<Action>> {
        vec![state::effect(action)]
    }

    fn view((): &(), shared: &Shared) -> TimelineView {
        shared.session.timeline(None)
    }

    fn renew((): &(), shared: &Shared, last: Last<TimelineView>) -> TimelineView {
        let last = last.is_current.then_some(last.view);
        shared.session.timeline(last)
    }

    fn draw(view: &TimelineView, send: &Callback<Action>) -> Html {
        draw::draw(view, send)
    }
}
