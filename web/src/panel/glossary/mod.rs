//! The glossary panel: terms of DynamoDB in two sentences each, searched by typing.

mod draw;
pub mod state;
mod term;
pub mod view;

use yew::prelude::*;

use crate::panel::contract::Panel;
use crate::panel::effect::Effect;
use crate::panel::glossary::state::{Action, State};
use crate::panel::glossary::view::View;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Glossary;

impl Panel for Glossary {
    const ID: PanelId = PanelId::GLOSSARY;
    const TITLE: &'static str = "glossary.title";

    type State = State;
    type Action = Action;
    type View = View;

    fn update(state: &mut State, action: Action, _: &Shared) -> Vec<Effect<Action>> {
        state.update(action);
        Vec::new()
    }

    fn open(state: &mut State, topic: &'static str, _: &Shared) -> Vec<Effect<Action>> {
        state.open(topic);
        Vec::new()
    }

    fn view(state: &State, _: &Shared) -> View {
        view::view(state)
    }

    fn draw(view: &View, send: &Callback<Action>) -> Html {
        draw::draw(view, send)
    }
}
