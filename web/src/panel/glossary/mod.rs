//! The glossary: a sheet over the page with the terms of DynamoDB in two sentences each, searched by typing.

mod draw;
pub mod state;
mod term;
pub mod view;

use crate::panel::contract::Panel;
use crate::panel::effect::Findable;
use crate::panel::glossary::state::{Action, State};
use crate::panel::glossary::view::View;
use crate::panel::id::PanelId;
use crate::panel::setting::Menu;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Glossary;

impl Panel for Glossary {
    const ID: PanelId = PanelId::GLOSSARY;
    const TITLE: &'static str = "glossary.title";

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn findable(_: &Shared) -> Vec<Findable> {
        state::findable()
    }

    fn view(state: &State, shared: &Shared) -> Option<View> {
        (shared.page.menu == Some(Menu::Glossary)).then(|| view::view(state))
    }
}
