//! The experiments panel: workloads that show what throughput does, as cards that are run by one press.

mod draw;
pub mod state;
pub mod view;

use yew::prelude::*;

use crate::panel::contract::{Executed, Last, Panel};
use crate::panel::effect::Effect;
use crate::panel::experiments::state::{Action, State};
use crate::panel::experiments::view::View;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Experiments;

impl Panel for Experiments {
    const ID: PanelId = PanelId("experiments");
    const TITLE: &'static str = "experiment.panel";

    type State = State;
    type Action = Action;
    type View = View;

    fn update(state: &mut State, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        state.update(action, shared)
    }

    fn observe(state: &mut State, executed: &Executed, _: &Shared) -> Vec<Effect<Action>> {
        state.observe(executed)
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
