//! The line of what was done, along which a sandbox is rewound, and the branches that forks have left.

mod draw;
pub mod state;

use playground::view::rewind::RewindView;
use yew::prelude::*;

use crate::panel::contract::Panel;
use crate::panel::effect::Effect;
use crate::panel::id::PanelId;
use crate::panel::rewind::state::Action;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Rewind;

impl Panel for Rewind {
    const ID: PanelId = PanelId("rewind");
    const TITLE: &'static str = "rewind.title";

    type State = ();
    type Action = Action;
    type View = RewindView;

    fn update((): &mut (), action: Action, _: &Shared) -> Vec<Effect<Action>> {
        vec![state::effect(action)]
    }

    fn view((): &(), shared: &Shared) -> RewindView {
        shared.session.rewind_view()
    }

    fn draw(view: &RewindView, send: &Callback<Action>) -> Html {
        draw::draw(view, send)
    }
}
