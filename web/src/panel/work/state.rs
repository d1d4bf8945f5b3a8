//! What is searched for in the list, and what can be done with stored work. Pure.

use playground::sandbox::limit::{self, TITLE_LENGTH_MAX};
use playground::view::message::Message;
use playground::view::value::Text;
use serde_json::{Value, json};

use crate::panel::contract::Reduce;
use crate::panel::effect::Effect;
use crate::panel::shared::Shared;
use crate::panel::storage::WorkAction;

/// Rows shown at first, and with each "show more".
const ROWS_PER_PAGE: usize = 50;

/// What is searched for in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    pub search: Text,
    /// Rows shown at most.
    pub row_count: usize,
    /// The slot of a sandbox, and the title that was typed for it.
    pub title: Option<(Text, Text)>,
}

impl Default for State {
    fn default() -> Self {
        Self { search: Text::default(), row_count: ROWS_PER_PAGE, title: None }
    }
}

/// What can be done with stored work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Search for words.
    Search(String),
    /// Type a title for the sandbox of a slot.
    Type(Text, String),
    /// Give the sandbox the title that was typed, unless it is too long: then it stays in the field.
    Rename,
    /// Forget the title that was typed.
    Restore,
    /// Show more rows.
    ShowMore,
    /// Close the list.
    Close,
    /// Anything that is for the storage to do.
    Do(WorkAction),
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, _: &Shared) -> Vec<Effect<Action>> {
        match action {
            Action::Search(words) => {
                let title = self.title.take();
                *self = Self { search: words.into(), title, ..Self::default() };
                Vec::new()
            }
            Action::Type(slot, title) => {
                self.title = Some((slot, title.into()));
                Vec::new()
            }
            Action::Rename => {
                let typed = self.title.take_if(|(_, title)| title_fault(title).is_none());
                let rename = typed.map(|(slot, title)| {
                    Effect::Work(WorkAction::Rename { slot, title: title.to_string() })
                });
                rename.into_iter().collect()
            }
            Action::Restore => {
                self.title = None;
                Vec::new()
            }
            Action::ShowMore => {
                self.row_count += ROWS_PER_PAGE;
                Vec::new()
            }
            Action::Close => {
                *self = Self::default();
                vec![Effect::Work(WorkAction::Close)]
            }
            Action::Do(action) => vec![Effect::Work(action)],
        }
    }

    fn unfinished(&self) -> Option<Value> {
        if self.title.is_none() && self.search.is_empty() {
            return None;
        }
        let title = self.title.as_ref().map(|(slot, title)| [&**slot, &**title]);
        Some(json!({ "title": title, "search": &*self.search }))
    }

    fn resume(&mut self, unfinished: Value) {
        let text = |value: &Value| value.as_str().map(Text::from);
        let title = &unfinished["title"];
        self.title = text(&title[0]).zip(text(&title[1]));
        self.search = text(&unfinished["search"]).unwrap_or_default();
    }
}

/// Why a text can be no title.
pub(super) fn title_fault(title: &str) -> Option<Message> {
    limit::length("bar.rename", title, TITLE_LENGTH_MAX).err()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_that_is_too_long_stays_in_its_field() {
        let shared = Shared::first();
        let mut state = State::default();
        let long = "x".repeat(TITLE_LENGTH_MAX + 1);
        state.update(Action::Type("a".into(), long.clone()), &shared);
        assert_eq!(state.update(Action::Rename, &shared), []);
        state.update(Action::Search("words".to_owned()), &shared);
        assert_eq!(state.title, Some(("a".into(), long.into())));
        let mut after = State::default();
        after.resume(state.unfinished().expect("a title was typed"));
        assert_eq!(after, state);
        state.update(Action::Type("a".into(), "Orders".to_owned()), &shared);
        let rename = WorkAction::Rename { slot: "a".into(), title: "Orders".to_owned() };
        assert_eq!(state.update(Action::Rename, &shared), [Effect::Work(rename)]);
        assert_eq!(state.title, None);
    }
}
