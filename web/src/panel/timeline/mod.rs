//! The timeline: what was done, each a moment that can be shown, then now, then what is on its way.

mod draw;

use crate::panel::contract::{Last, Panel};
use crate::panel::effect::PageEffect;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;
use playground::view::meter::TimelineView;

/// The panel.
#[derive(Debug)]
pub struct Timeline;

impl Panel for Timeline {
    const ID: PanelId = PanelId("timeline");
    const TITLE: &'static str = "timeline.title";

    type State = ();
    type Action = PageEffect;
    type View = TimelineView;

    fn view((): &(), shared: &Shared) -> TimelineView {
        shared.session.timeline(None)
    }

    fn renew((): &(), shared: &Shared, last: Last<TimelineView>) -> TimelineView {
        let last = last.is_current.then_some(last.view);
        shared.session.timeline(last)
    }
}
