//! The gallery: the lessons as cards in chapters, and the documents that they teach, rule by rule.

mod draw;
pub mod state;
pub mod view;

use crate::panel::contract::Panel;
use crate::panel::effect::{Effect, Findable};
use crate::panel::gallery::state::{Action, State};
use crate::panel::gallery::view::View;
use crate::panel::id::PanelId;
use crate::panel::page::PageAction;
use crate::panel::setting::Menu;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Gallery;

impl Panel for Gallery {
    const ID: PanelId = PanelId("gallery");
    const TITLE: &'static str = "gallery.title";

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn findable(_: &Shared) -> Vec<Findable> {
        vec![Findable::command("gallery.title", Effect::Page(PageAction::ToggleMenu(Menu::Learn)))]
    }

    fn view(state: &State, shared: &Shared) -> Option<View> {
        (shared.page.menu == Some(Menu::Learn)).then(|| view::view(state, &shared.page.learn))
    }
}
