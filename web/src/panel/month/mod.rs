//! How much the last operation would cost in a month: a disclosure below its receipt, from which it becomes an access pattern.

mod draw;
pub mod state;
pub mod view;

use serde_json::{Value, json};
use yew::prelude::*;

use crate::panel::contract::Panel;
use crate::panel::effect::Effect;
use crate::panel::id::PanelId;
use crate::panel::month::state::{Action, State};
use crate::panel::month::view::View;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Month;

impl Panel for Month {
    const ID: PanelId = PanelId("month");
    const TITLE: &'static str = "month.title";
    const FOLLOWS_TIME: bool = false;

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn update(state: &mut State, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        state.update(action, shared)
    }

    fn unfinished(state: &State) -> Option<Value> {
        let State { rate, period, .. } = State::default();
        let is_typed = state.is_open && (state.rate != rate || state.period != period);
        is_typed.then(|| json!({ "rate": state.rate, "period": state.period }))
    }

    fn resume(state: &mut State, mut unfinished: Value) {
        let Some(rate) = unfinished["rate"].as_str() else { return };
        (state.is_open, state.rate) = (true, rate.to_owned());
        state.period = serde_json::from_value(unfinished["period"].take()).unwrap_or(state.period);
    }

    fn view(state: &State, shared: &Shared) -> Option<View> {
        view::view(state, shared)
    }

    fn draw(view: &Option<View>, send: &Callback<Action>) -> Html {
        draw::draw(view.as_ref(), send)
    }
}
