//! The panel of the items of the open table, by item collection, and of the edit in progress.

mod attribute;
pub mod checked;
mod draw;
mod expiry;
mod item_json;
mod new_item;
mod row;
pub mod state;
mod strip;
mod together;
pub mod view;

use serde_json::Value;
use yew::prelude::*;

use crate::panel::contract::{Executed, Last, Panel};
use crate::panel::effect::{Effect, Findable, Input};
use crate::panel::id::PanelId;
use crate::panel::items::state::{Action, State};
use crate::panel::items::view::View;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Items;

impl Panel for Items {
    const ID: PanelId = PanelId::ITEMS;
    const TITLE: &'static str = "zone.table";

    type State = State;
    type Action = Action;
    type View = View;

    fn update(state: &mut State, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        state.update(action, shared)
    }

    fn observe(state: &mut State, executed: &Executed, shared: &Shared) -> Vec<Effect<Action>> {
        state.observe(executed, shared)
    }

    fn begin(state: &mut State, input: &Input, shared: &Shared) -> Vec<Effect<Action>> {
        state.begin(input, shared.selection.table.as_ref());
        Vec::new()
    }

    fn observe_form(state: &mut State, input: &Input) {
        state.observe_form(input);
    }

    fn leave_table(state: &mut State, shared: &Shared) {
        state.leave_table(shared.selection.table.as_ref());
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
        view::view(state, shared, Some(last))
    }

    fn draw(view: &View, send: &Callback<Action>) -> Html {
        draw::draw(view, send)
    }
}
