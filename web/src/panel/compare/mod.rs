//! The strip that says which of two designs is shown.

mod draw;
pub mod state;
pub mod view;

use yew::prelude::*;

use crate::panel::compare::state::{Action, State};
use crate::panel::compare::view::View;
use crate::panel::contract::{Executed, Panel};
use crate::panel::effect::Effect;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Compare;

impl Panel for Compare {
    const ID: PanelId = PanelId("compare");
    const TITLE: &'static str = "compare.shown";

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn update(state: &mut State, action: Action, _: &Shared) -> Vec<Effect<Action>> {
        state.update(action).into_iter().collect()
    }

    fn observe(state: &mut State, executed: &Executed, _: &Shared) -> Vec<Effect<Action>> {
        state.observe(executed.command);
        Vec::new()
    }

    fn view(state: &State, shared: &Shared) -> Option<View> {
        view::view(*state, shared)
    }

    fn draw(view: &Option<View>, send: &Callback<Action>) -> Html {
        draw::draw(*view, send)
    }
}
