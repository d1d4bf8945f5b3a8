//! The programs that read the stream of the open table: what they did, and an editor for their JSON.

mod draw;
pub mod state;

use serde_json::{Value, json};
use yew::prelude::*;

use crate::panel::contract::{Executed, Panel};
use crate::panel::effect::Effect;
use crate::panel::id::PanelId;
use crate::panel::programs::state::{Action, State, View};
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Programs;

impl Panel for Programs {
    const ID: PanelId = PanelId::PROGRAMS;
    const TITLE: &'static str = "program.panel";

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn update(state: &mut State, action: Action, _: &Shared) -> Vec<Effect<Action>> {
        state.update(action)
    }

    fn observe(state: &mut State, executed: &Executed, _: &Shared) -> Vec<Effect<Action>> {
        state.observe(executed);
        Vec::new()
    }

    fn leave_table(state: &mut State, _: &Shared) {
        *state = State::default();
    }

    fn unfinished(state: &State) -> Option<Value> {
        state.text.as_ref().map(|text| json!(text))
    }

    fn resume(state: &mut State, unfinished: Value) {
        state.text = unfinished.as_str().map(str::to_owned);
    }

    fn view(state: &State, shared: &Shared) -> Option<View> {
        state.view(shared)
    }

    fn draw(view: &Option<View>, send: &Callback<Action>) -> Html {
        draw::draw(view.as_ref(), send)
    }
}
