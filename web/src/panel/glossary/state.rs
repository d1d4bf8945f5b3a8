//! What is searched for, and which term a link has opened. Pure.

use serde_json::Value;

use crate::panel::contract::Reduce;
use crate::panel::effect::{Effect, Findable, FindableKind};
use crate::panel::glossary::term::TERMS;
use crate::panel::id::PanelId;
use crate::panel::link::PanelLink;
use crate::panel::page::PageAction;
use crate::panel::setting::Menu;
use crate::panel::shared::Shared;

/// What is searched for, and which term a link has opened.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// The words that are searched for.
    pub search: String,
    /// The term that a link has opened.
    pub opened: Option<&'static str>,
    /// How many links have been followed: one that opens the same term again is a change.
    pub link_count: u32,
}

/// Every term, which opens the glossary.
pub(super) fn findable() -> Vec<Findable> {
    let terms = TERMS.iter().map(|term| {
        let link = PanelLink { panel: PanelId::GLOSSARY, topic: term.id };
        Findable::titled(FindableKind::Term, term.name, Effect::Follow(link))
    });
    terms.collect()
}

/// What can be done with the glossary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Search for words.
    Search(String),
    Close,
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, _: &Shared) -> Vec<Effect<Action>> {
        match action {
            Action::Search(search) => {
                *self = Self { search, opened: None, ..*self };
                Vec::new()
            }
            Action::Close => {
                // The browser gives the focus back to the word that was followed.
                let close = match self.opened.take() {
                    Some(_) => PageAction::ToggleMenu(Menu::Glossary),
                    None => PageAction::CloseMenu,
                };
                vec![Effect::Page(close)]
            }
        }
    }

    fn unfinished(&self) -> Option<Value> {
        (!self.search.is_empty()).then(|| Value::from(&*self.search))
    }

    fn resume(&mut self, unfinished: Value) {
        if let Value::String(search) = unfinished {
            self.search = search;
        }
    }

    /// Opens a term, and ends the search that may hide it.
    fn open(&mut self, topic: &'static str, shared: &Shared) -> Vec<Effect<Action>> {
        *self =
            Self { search: String::new(), opened: Some(topic), link_count: self.link_count + 1 };
        let is_open = shared.page.menu == Some(Menu::Glossary);
        let menu = (!is_open).then_some(PageAction::ToggleMenu(Menu::Glossary));
        menu.into_iter().map(Effect::Page).collect()
    }
}
