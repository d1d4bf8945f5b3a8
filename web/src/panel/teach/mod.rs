//! The page for teachers: lessons in an order become a link, and the finish codes of many learners a table that shows which
//! prediction most of them got wrong.

mod draw;
mod list;
mod question;
pub mod state;
pub mod view;

use crate::panel::contract::Panel;
use crate::panel::effect::{Effect, Findable};
use crate::panel::id::PanelId;
use crate::panel::page::PageAction;
use crate::panel::setting::Menu;
use crate::panel::shared::Shared;
use crate::panel::teach::state::{Action, State};
use crate::panel::teach::view::View;

/// The panel.
#[derive(Debug)]
pub struct Teach;

impl Panel for Teach {
    const ID: PanelId = PanelId("teach");
    const TITLE: &'static str = "teach.title";
    const OUTLIVES_SANDBOX: bool = true;

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn findable(_: &Shared) -> Vec<Findable> {
        let open = Effect::Page(PageAction::ToggleMenu(Menu::Teach));
        vec![Findable::command("teach.title", open)]
    }

    fn view(state: &State, shared: &Shared) -> Option<View> {
        (shared.page.menu == Some(Menu::Teach)).then(|| view::view(state, shared))
    }
}
