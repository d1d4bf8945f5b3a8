//! The dialog with the code that shows the sandbox in another page, and how it looks there.

mod draw;
pub mod state;
pub mod view;

use yew::prelude::*;

use crate::panel::contract::{Last, Panel};
use crate::panel::effect::{Effect, Findable};
use crate::panel::id::PanelId;
use crate::panel::page::PageAction;
use crate::panel::setting::Menu;
use crate::panel::shared::Shared;
use crate::panel::snippet::state::{Action, State};
use crate::panel::snippet::view::View;

/// The panel.
#[derive(Debug)]
pub struct Snippet;

impl Panel for Snippet {
    const ID: PanelId = PanelId("snippet");
    const TITLE: &'static str = "snippet.title";

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn update(state: &mut State, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        state.update(action, shared)
    }

    fn leave_table(state: &mut State) {
        *state = State::default();
    }

    fn findable(_: &Shared) -> Vec<Findable> {
        let open = Effect::Page(PageAction::ToggleMenu(Menu::Snippet));
        vec![Findable::command("snippet.title", open)]
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
