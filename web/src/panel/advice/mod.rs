//! The advice panel: each finding with its numbers, its page of the guide, and the way to its cause.

mod draw;
pub mod view;

use crate::panel::contract::Panel;
use crate::panel::effect::PageEffect;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;
use playground::view::advice::AdviceView;

/// The panel.
#[derive(Debug)]
pub struct Advice;

impl Panel for Advice {
    const ID: PanelId = PanelId("advice");
    const TITLE: &'static str = "advice.title";
    const FOLLOWS_TIME: bool = false;

    type State = ();
    type Action = PageEffect;
    type View = Option<AdviceView>;

    fn view((): &(), shared: &Shared) -> Option<AdviceView> {
        view::view(shared)
    }
}
