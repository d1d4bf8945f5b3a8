//! The bar: the name of the sandbox, whether it is stored, undo and redo, and the menus.

mod draw;
mod findable;
mod lessons;
pub mod state;
pub mod view;

use yew::prelude::*;

use crate::panel::bar::state::Action;
use crate::panel::bar::view::View;
use crate::panel::contract::Panel;
use crate::panel::effect::{Effect, Findable};
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Bar;

impl Panel for Bar {
    const ID: PanelId = PanelId("bar");
    const TITLE: &'static str = "bar.title";

    type State = ();
    type Action = Action;
    type View = View;

    fn update((): &mut (), action: Action, _: &Shared) -> Vec<Effect<Action>> {
        vec![state::effect(action)]
    }

    fn findable(shared: &Shared) -> Vec<Findable> {
        findable::findable(shared)
    }

    fn view((): &(), shared: &Shared) -> View {
        view::view(shared)
    }

    fn draw(view: &View, send: &Callback<Action>) -> Html {
        draw::draw(view, send)
    }
}
