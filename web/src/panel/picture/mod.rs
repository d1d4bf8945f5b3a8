//! The dialog with a picture of the sandbox, which opens it again when it is dropped on the page.

mod draw;
pub mod state;
pub mod view;

use yew::prelude::*;

use crate::panel::contract::{Last, Panel};
use crate::panel::effect::{Effect, Findable};
use crate::panel::id::PanelId;
use crate::panel::page::PageAction;
use crate::panel::picture::state::{Action, State};
use crate::panel::picture::view::View;
use crate::panel::setting::Menu;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Picture;

impl Panel for Picture {
    const ID: PanelId = PanelId("picture");
    const TITLE: &'static str = "picture.title";

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn update(state: &mut State, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        state.update(action, shared)
    }

    fn findable(_: &Shared) -> Vec<Findable> {
        let open = Effect::Page(PageAction::ToggleMenu(Menu::Picture));
        vec![Findable::command("picture.title", open)]
    }

    fn view(state: &State, shared: &Shared) -> Option<View> {
        view::view(state, shared, None)
    }

    fn renew(state: &State, shared: &Shared, last: Last<Option<View>>) -> Option<View> {
        view::view(state, shared, last.view.as_ref().filter(|_| last.is_current))
    }

    fn draw(view: &Option<View>, send: &Callback<Action>) -> Html {
        draw::draw(view.as_ref(), send)
    }
}
