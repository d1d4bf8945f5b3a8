//! The cost panel: what the open table and each of its indexes cost in a month, by which prices, and where the ways to
//! pay meet.

mod draw;
pub mod state;
pub mod view;

use playground::view::cost::CostView;
use yew::prelude::*;

use crate::panel::contract::Panel;
use crate::panel::cost::state::Action;
use crate::panel::effect::Effect;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Cost;

impl Panel for Cost {
    const ID: PanelId = PanelId("cost");
    const TITLE: &'static str = "cost.title";
    const FOLLOWS_TIME: bool = false;

    type State = ();
    type Action = Action;
    type View = Option<CostView>;

    fn update((): &mut (), action: Action, _: &Shared) -> Vec<Effect<Action>> {
        vec![state::effect(action)]
    }

    fn view((): &(), shared: &Shared) -> Option<CostView> {
        view::view(shared)
    }

    fn draw(view: &Option<CostView>, send: &Callback<Action>) -> Html {
        draw::draw(view.as_ref(), send)
    }
}
