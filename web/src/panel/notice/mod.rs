//! Strips below the bar: a sandbox that came by a link, stored work that could not be read, storage that is full.

mod draw;
pub mod state;
pub mod view;

use yew::prelude::*;

use crate::panel::contract::{Executed, Panel};
use crate::panel::effect::Effect;
use crate::panel::id::PanelId;
use crate::panel::notice::state::{Action, State};
use crate::panel::notice::view::View;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Notice;

impl Panel for Notice {
    const ID: PanelId = PanelId("notice");
    const TITLE: &'static str = "notice.title";

    type State = State;
    type Action = Action;
    type View = View;

    fn update(state: &mut State, action: Action, _: &Shared) -> Vec<Effect<Action>> {
        state.update(action)
    }

    fn observe(state: &mut State, executed: &Executed, _: &Shared) -> Vec<Effect<Action>> {
        state.observe(executed.command);
        Vec::new()
    }

    fn view(state: &State, shared: &Shared) -> View {
        view::view(*state, shared)
    }

    fn draw(view: &View, send: &Callback<Action>) -> Html {
        draw::draw(view, send)
    }
}
