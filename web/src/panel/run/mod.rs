//! The run panel: what a run of the workload came to, second by second.

mod draw;
pub mod state;
mod verdict;
pub mod view;

use yew::prelude::*;

use crate::panel::contract::{Executed, Panel};
use crate::panel::effect::Effect;
use crate::panel::id::PanelId;
use crate::panel::run::state::{Action, State};
use crate::panel::run::view::View;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Run;

impl Panel for Run {
    const ID: PanelId = PanelId::RUN;
    const TITLE: &'static str = "run.title";

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
