//! The comparison panel: what differs between two designs.

mod draw;
pub mod state;
pub mod view;

use yew::prelude::*;

use crate::panel::comparison::state::Action;
use crate::panel::comparison::view::View;
use crate::panel::contract::Panel;
use crate::panel::effect::Effect;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Comparison;

impl Panel for Comparison {
    const ID: PanelId = PanelId::COMPARISON;
    const TITLE: &'static str = "compare.title";

    type State = ();
    type Action = Action;
    type View = Option<View>;

    fn update((): &mut (), action: Action, _: &Shared) -> Vec<Effect<Action>> {
        vec![state::effect(action)]
    }

    fn view((): &(), shared: &Shared) -> Option<View> {
        view::view(shared)
    }

    fn draw(view: &Option<View>, send: &Callback<Action>) -> Html {
        draw::draw(view.as_ref(), send)
    }
}
