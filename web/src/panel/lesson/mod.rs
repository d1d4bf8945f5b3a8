//! The lesson beside the workspace: its text, its questions and tasks, one step at a time.

mod draw;
pub mod findable;
pub mod placement;
mod prediction;
pub mod problem;
pub mod state;
pub mod view;

use serde_json::Value;
use yew::prelude::*;

use crate::panel::contract::{Executed, Panel};
use crate::panel::effect::{Effect, Findable};
use crate::panel::id::PanelId;
use crate::panel::lesson::state::{Action, State};
use crate::panel::lesson::view::View;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Lesson;

impl Panel for Lesson {
    const ID: PanelId = PanelId::LESSON;
    const TITLE: &'static str = "lesson.title";

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn update(state: &mut State, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        state.update(action, shared)
    }

    fn observe(state: &mut State, executed: &Executed, _: &Shared) -> Vec<Effect<Action>> {
        // Files that were opened again may say something else.
        if executed.accepted && executed.command.opens() {
            *state = State::default();
        }
        Vec::new()
    }

    fn unfinished(state: &State) -> Option<Value> {
        (!state.answer.is_empty()).then(|| Value::from(state.answer.as_str()))
    }

    fn resume(state: &mut State, unfinished: Value) {
        if let Value::String(answer) = unfinished {
            state.answer = answer;
        }
    }

    fn open(state: &mut State, topic: &'static str, shared: &Shared) -> Vec<Effect<Action>> {
        state.open(topic, shared)
    }

    fn findable(shared: &Shared) -> Vec<Findable> {
        findable::findable(shared)
    }

    fn view(state: &State, shared: &Shared) -> Option<View> {
        view::view(state, shared)
    }

    fn draw(view: &Option<View>, send: &Callback<Action>) -> Html {
        view.as_ref().map(|view| draw::draw(view, send)).unwrap_or_default()
    }
}
