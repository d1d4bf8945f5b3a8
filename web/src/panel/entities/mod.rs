//! The dialog for the entities of the open table: their names and rules, their order, and those that its keys suggest.

mod draw;
pub mod state;
pub mod view;

use serde_json::Value;
use yew::prelude::*;

use crate::panel::contract::{Executed, Panel};
use crate::panel::effect::{Effect, Input};
use crate::panel::entities::state::{Action, State};
use crate::panel::entities::view::View;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Entities;

impl Panel for Entities {
    const ID: PanelId = PanelId::ENTITIES;
    const TITLE: &'static str = "entities.title";

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn update(state: &mut State, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        state.update(action, shared)
    }

    fn begin(state: &mut State, input: &Input, shared: &Shared) -> Vec<Effect<Action>> {
        state.begin(input, shared);
        Vec::new()
    }

    fn observe(state: &mut State, executed: &Executed, _: &Shared) -> Vec<Effect<Action>> {
        state.observe(executed)
    }

    fn leave_table(state: &mut State, _: &Shared) {
        *state = State::default();
    }

    fn unfinished(state: &State) -> Option<Value> {
        state.unfinished()
    }

    fn resume(state: &mut State, unfinished: Value) {
        state.resume(unfinished);
    }

    fn view(state: &State, shared: &Shared) -> Option<View> {
        view::view(state, shared)
    }

    fn draw(view: &Option<View>, send: &Callback<Action>) -> Html {
        draw::draw(view.as_ref(), send)
    }
}
