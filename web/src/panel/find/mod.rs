//! The dialog in which commands, tables, indexes, items, examples and other things are found by name.

mod draw;
pub mod state;
pub mod view;

use serde_json::Value;
use yew::prelude::*;

use crate::panel::contract::Panel;
use crate::panel::effect::{Effect, Input};
use crate::panel::find::state::{Action, State};
use crate::panel::find::view::View;
use crate::panel::id::PanelId;
use crate::panel::setting::Menu;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Find;

impl Panel for Find {
    const ID: PanelId = PanelId::FIND;
    const TITLE: &'static str = "find.title";

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn update(state: &mut State, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        state.update(action, shared)
    }

    fn begin(state: &mut State, input: &Input, _: &Shared) -> Vec<Effect<Action>> {
        let Input::Find(findable) = input else { return Vec::new() };
        // It is closed without a search, unless that was done by a reload.
        *state = State { findable: findable.clone(), current: 0, ..state.clone() };
        Vec::new()
    }

    fn unfinished(state: &State) -> Option<Value> {
        (!state.search.is_empty()).then(|| Value::from(&*state.search))
    }

    fn resume(state: &mut State, unfinished: Value) {
        if let Value::String(search) = unfinished {
            state.search = search;
        }
    }

    fn view(state: &State, shared: &Shared) -> Option<View> {
        (shared.page.menu == Some(Menu::Find)).then(|| view::view(state, shared))
    }

    fn draw(view: &Option<View>, send: &Callback<Action>) -> Html {
        draw::draw(view.as_ref(), send)
    }
}
