//! The receipt panel: what an operation cost and why, line by line, and what to try next.

mod draw;
pub mod state;
pub mod view;

use yew::prelude::*;

use crate::panel::contract::Panel;
use crate::panel::effect::Effect;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;
use crate::panel::why::state::Action;
use crate::panel::why::view::View;

/// The panel.
#[derive(Debug)]
pub struct Why;

impl Panel for Why {
    const ID: PanelId = PanelId("why");
    const TITLE: &'static str = "why.title";
    const FOLLOWS_TIME: bool = false;

    type State = ();
    type Action = Action;
    type View = View;

    fn update((): &mut (), action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        vec![state::effect(action, shared)]
    }

    fn view((): &(), shared: &Shared) -> View {
        view::view(shared)
    }

    fn draw(view: &View, send: &Callback<Action>) -> Html {
        draw::draw(view, send)
    }
}
