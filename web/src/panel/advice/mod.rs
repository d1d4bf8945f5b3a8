//! The advice panel: each finding with its numbers, its page of the guide, and the way to its cause.

mod draw;
pub mod state;
pub mod view;

use playground::view::advice::AdviceView;
use yew::prelude::*;

use crate::panel::advice::state::Action;
use crate::panel::contract::Panel;
use crate::panel::effect::Effect;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Advice;

impl Panel for Advice {
    const ID: PanelId = PanelId("advice");
    const TITLE: &'static str = "advice.title";
    const FOLLOWS_TIME: bool = false;

    type State = ();
    type Action = Action;
    type View = Option<AdviceView>;

    fn update((): &mut (), action: Action, _: &Shared) -> Vec<Effect<Action>> {
        vec![state::effect(action)]
    }

    fn view((): &(), shared: &Shared) -> Option<AdviceView> {
        view::view(shared)
    }

    fn draw(view: &Option<AdviceView>, send: &Callback<Action>) -> Html {
        draw::draw(view.as_ref(), send)
    }
}
