//! The receipt panel: what an operation cost and why, line by line, and what to try next.

mod draw;
pub mod state;

use playground::view::receipt::WhyView;
use yew::prelude::*;

use crate::panel::contract::Panel;
use crate::panel::effect::Effect;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;
use crate::panel::why::state::Action;

/// The panel.
#[derive(Debug)]
pub struct Why;

/// What the panel shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    why: WhyView,
    /// Whether there is a table to try something with.
    has_table: bool,
}

impl Panel for Why {
    const ID: PanelId = PanelId("why");
    const TITLE: &'static str = "why.title";
    const FOLLOWS_TIME: bool = false;

    type State = ();
    type Action = Action;
    type View = View;

    fn update((): &mut (), action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        state::effects(action, shared)
    }

    fn view((): &(), shared: &Shared) -> View {
        let why = shared.session.why(shared.selection.operation);
        View { why, has_table: shared.table().is_some() }
    }

    fn draw(view: &View, send: &Callback<Action>) -> Html {
        draw::draw(view, send)
    }
}
