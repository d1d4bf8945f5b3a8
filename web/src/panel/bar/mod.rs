//! The bar: the name of the sandbox, whether it is stored, undo and redo, and the menus of examples and of links.

mod draw;
mod findable;
mod lessons;
mod share;
pub mod state;
pub mod view;

use yew::prelude::*;

use crate::panel::bar::state::{Action, State};
use crate::panel::bar::view::View;
use crate::panel::contract::{Last, Panel};
use crate::panel::effect::{Effect, Findable};
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Bar;

impl Panel for Bar {
    const ID: PanelId = PanelId::BAR;
    const TITLE: &'static str = "bar.title";

    type State = State;
    type Action = Action;
    type View = View;

    fn update(state: &mut State, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        state.update(action, shared)
    }

    fn open(state: &mut State, topic: &'static str, shared: &Shared) -> Vec<Effect<Action>> {
        state.open(topic, shared)
    }

    fn findable(shared: &Shared) -> Vec<Findable> {
        findable::findable(shared)
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
