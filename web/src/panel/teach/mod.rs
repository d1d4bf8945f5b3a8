//! The page for teachers: lessons in an order become a link, and the finish codes of many learners a table that shows which
//! prediction most of them got wrong.

mod draw;
mod list;
mod question;
pub mod state;
pub mod view;

use playground::lesson::list::LessonList;
use serde_json::{Value, json};
use yew::prelude::*;

use crate::panel::contract::Panel;
use crate::panel::effect::{Effect, Findable};
use crate::panel::id::PanelId;
use crate::panel::page::PageAction;
use crate::panel::setting::Menu;
use crate::panel::shared::Shared;
use crate::panel::teach::state::{Action, State};
use crate::panel::teach::view::View;

/// The panel.
#[derive(Debug)]
pub struct Teach;

impl Panel for Teach {
    const ID: PanelId = PanelId("teach");
    const TITLE: &'static str = "teach.title";
    const OUTLIVES_SANDBOX: bool = true;

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn update(state: &mut State, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        state.update(action, shared)
    }

    fn unfinished(state: &State) -> Option<Value> {
        let is_empty = state.codes.is_empty() && state.list.is_empty();
        (!is_empty).then(|| json!({"codes": state.codes, "list": state.list.text()}))
    }

    fn resume(state: &mut State, unfinished: Value) {
        // An earlier version of the page has stored the codes only.
        let codes = unfinished.get("codes").unwrap_or(&unfinished);
        state.set_codes(codes.as_str().unwrap_or_default());
        let list = unfinished.get("list").and_then(Value::as_str).unwrap_or_default();
        state.list = LessonList::parse(list);
    }

    fn findable(_: &Shared) -> Vec<Findable> {
        let open = Effect::Page(PageAction::ToggleMenu(Menu::Teach));
        vec![Findable::command("teach.title", open)]
    }

    fn view(state: &State, shared: &Shared) -> Option<View> {
        (shared.page.menu == Some(Menu::Teach)).then(|| view::view(state, shared))
    }

    fn draw(view: &Option<View>, send: &Callback<Action>) -> Html {
        draw::draw(view.as_ref(), send)
    }
}
