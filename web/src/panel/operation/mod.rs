//! The panel of what can be done with the open table: its buttons, and the form that is open, for a query, a scan or
//! a request of any operation.

mod call;
mod draw;
mod field;
mod form;
mod read;
pub mod state;
mod statement;
pub mod view;

use serde_json::Value;
use yew::prelude::*;

use crate::panel::contract::{Executed, Last, Panel};
use crate::panel::effect::{Effect, Findable, Input};
use crate::panel::id::PanelId;
use crate::panel::operation::state::{Action, State};
use crate::panel::operation::view::View;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Operations;

impl Panel for Operations {
    const ID: PanelId = PanelId("operation");
    const TITLE: &'static str = "call.title";

    type State = State;
    type Action = Action;
    type View = View;

    fn update(state: &mut State, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        state.update(action, shared)
    }

    fn observe(state: &mut State, executed: &Executed, _: &Shared) -> Vec<Effect<Action>> {
        state.observe(executed)
    }

    fn begin(state: &mut State, input: &Input, shared: &Shared) -> Vec<Effect<Action>> {
        state.begin(input, shared);
        Vec::new()
    }

    fn leave_table(state: &mut State) {
        *state = State::default();
    }

    fn unfinished(state: &State) -> Option<Value> {
        state.unfinished()
    }

    fn resume(state: &mut State, unfinished: Value) {
        state.resume(unfinished);
    }

    fn findable(shared: &Shared) -> Vec<Findable> {
        state::findable(shared)
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
