//! The comparison panel: what differs between two designs.

mod draw;
pub mod state;
pub mod view;

use yew::prelude::*;

use crate::panel::comparison::state::Action;
use crate::panel::comparison::view::View;
use crate::panel::contract::{Last, Panel};
use crate::panel::effect::Effect;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Comparison;

impl Panel for Comparison {
    const ID: PanelId = PanelId::COMPARISON;
    const TITLE: &'static str = "compare.title";

    type State = ();
    type Action = Action;
    type View = Option<View>;

    fn update((): &mut (), action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        state::effects(action, shared.session)
    }

    fn view((): &(), shared: &Shared) -> Option<View> {
        view::view(shared, None)
    }

    fn renew((): &(), shared: &Shared, last: Last<Option<View>>) -> Option<View> {
        view::view(shared, last.view.as_ref().filter(|_| last.is_current))
    }

    fn draw(view: &Option<View>, send: &Callback<Action>) -> Html {
        draw::draw(view.as_ref(), send)
    }
}
