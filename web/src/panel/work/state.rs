//! What is searched for in the list, and what can be done with stored work. Pure.

use playground::sandbox::limit::{self, TITLE_LENGTH_MAX};
use playground::view::message::Message;
use playground::view::value::Text;
use serde_json::{Value, json};

use crate::panel::effect::Effect;
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

impl State {
    /// Changes the state as the action asks.
    pub fn update(&mut self, action: Action) -> Vec<Effect<Action>> {
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
}

impl State {
    /// The title that is being typed, and for which slot, and what is searched for, to be stored.
    pub fn unfinished(&self) -> Option<Value> {
        if self.title.is_none() && self.search.is_empty() {
            return None;
        }
        let title = self.title.as_ref().map(|(slot, title)| [&**slot, &**title]);
        Some(json!({ "title": title, "search": &*self.search }))
    }

    /// Restores what was being typed.
    pub fn resume(&mut self, unfinished: &Value) {
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
        let mut state = State::default();
        let long = "x".repeat(TITLE_LENGTH_MAX + 1);
        state.update(Action::Type("a".into(), long.clone()));
        assert_eq!(state.update(Action::Rename), []);
        state.update(Action::Search("words".to_owned()));
        assert_eq!(state.title, Some(("a".into(), long.into())));
        let mut after = State::default();
        after.resume(&state.unfinished().expect("a title was typed"));
        assert_eq!(after, state);
        state.update(Action::Type("a".into(), "Orders".to_owned()));
        let rename = WorkAction::Rename { slot: "a".into(), title: "Orders".to_owned() };
        assert_eq!(state.update(Action::Rename), [Effect::Work(rename)]);
        assert_eq!(state.title, None);
    }
}
