//! The dialog for callers: who may send requests, by which policies, and who sends them now.

mod draw;
pub mod state;
pub mod view;

use serde_json::Value;
use yew::prelude::*;

use crate::panel::callers::state::{Action, State};
use crate::panel::callers::view::View;
use crate::panel::contract::{Executed, Panel};
use crate::panel::effect::{Effect, Input};
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Callers;

impl Panel for Callers {
    const ID: PanelId = PanelId::CALLERS;
    const TITLE: &'static str = "caller.title";

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn update(state: &mut State, action: Action, _: &Shared) -> Vec<Effect<Action>> {
        state.update(action)
    }

    fn begin(state: &mut State, input: &Input, shared: &Shared) -> Vec<Effect<Action>> {
        state.begin(input, shared);
        Vec::new()
    }

    fn observe(state: &mut State, executed: &Executed, _: &Shared) -> Vec<Effect<Action>> {
        state.observe(executed)
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
