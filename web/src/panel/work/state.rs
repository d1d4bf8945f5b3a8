//! What is searched for in the list, and what can be done with stored work. Pure.

use playground::view::value::Text;

use crate::panel::effect::Effect;
use crate::panel::storage::WorkAction;

/// Rows shown at first, and with each "show more".
const ROWS_PER_PAGE: usize = 50;

/// What is searched for in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// The search text.
    pub search: Text,
    /// Rows shown at most.
    pub row_count: usize,
}

impl Default for State {
    fn default() -> Self {
        Self { search: Text::default(), row_count: ROWS_PER_PAGE }
    }
}

/// What can be done with stored work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Search for words.
    Search(String),
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
                *self = Self { search: words.into(), ..Self::default() };
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
