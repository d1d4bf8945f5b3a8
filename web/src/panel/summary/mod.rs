//! The last operation in one line: for screens and workspaces that do not show its receipt.

mod draw;
pub mod state;
pub mod view;

use yew::prelude::*;

use crate::panel::contract::Panel;
use crate::panel::effect::Effect;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;
use crate::panel::summary::state::Action;
use crate::panel::summary::view::View;

/// The panel.
#[derive(Debug)]
pub struct Summary;

impl Panel for Summary {
    const ID: PanelId = PanelId("summary");
    const TITLE: &'static str = "summary.title";

    type State = ();
    type Action = Action;
    type View = View;

    fn update((): &mut (), action: Action, _: &Shared) -> Vec<Effect<Action>> {
        vec![state::effect(action)]
    }

    fn view((): &(), shared: &Shared) -> View {
        view::view(shared)
    }

    fn draw(view: &View, send: &Callback<Action>) -> Html {
        draw::draw(view, send)
    }
}
