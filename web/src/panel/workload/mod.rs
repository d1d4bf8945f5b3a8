//! The workload panel: what many clients send, and what starts and ends its run in virtual time.

mod draw;
mod editor;
mod plan;
mod planned;
pub mod state;
pub mod view;

use serde_json::Value;
use yew::prelude::*;

use crate::panel::contract::{Executed, Last, Panel};
use crate::panel::effect::Effect;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;
use crate::panel::workload::state::{Action, State};
use crate::panel::workload::view::View;

/// The panel.
#[derive(Debug)]
pub struct Workload;

impl Panel for Workload {
    const ID: PanelId = PanelId::WORKLOAD;
    const TITLE: &'static str = "workload.title";

    type State = State;
    type Action = Action;
    type View = View;

    fn update(state: &mut State, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        state.update(action, shared)
    }

    fn observe(state: &mut State, executed: &Executed, _: &Shared) -> Vec<Effect<Action>> {
        state.observe(executed);
        Vec::new()
    }

    fn unfinished(state: &State) -> Option<Value> {
        state.unfinished()
    }

    fn resume(state: &mut State, unfinished: Value) {
        state.resume(unfinished);
    }

    fn view(state: &State, shared: &Shared) -> View {
        view::view(state, shared, None)
    }

    fn renew(state: &State, shared: &Shared, last: Last<View>) -> View {
        view::view(state, shared, last.is_current.then_some(last.view))
    }

    fn draw(view: &View, send: &Callback<Action>) -> Html {
        draw::draw(view, send)
    }
}
