//! The heat panel: which partitions are hot, second by second, and what that is made of.

mod begin;
mod draw;
pub mod state;
pub mod view;

use yew::prelude::*;

use crate::panel::contract::Panel;
use crate::panel::effect::{Effect, Input};
use crate::panel::heat::state::{Action, State};
use crate::panel::heat::view::View;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Heat;

impl Panel for Heat {
    const ID: PanelId = PanelId::HEAT;
    const TITLE: &'static str = "heat.title";

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn update(state: &mut State, action: Action, _: &Shared) -> Vec<Effect<Action>> {
        state.update(action);
        Vec::new()
    }

    fn begin(state: &mut State, input: &Input, shared: &Shared) -> Vec<Effect<Action>> {
        begin::begin(state, input, shared)
    }

    fn view(state: &State, shared: &Shared) -> Option<View> {
        view::view(state, shared)
    }

    fn draw(view: &Option<View>, send: &Callback<Action>) -> Html {
        draw::draw(view.as_ref(), send)
    }
}
