//! What of the stream is shown. Pure.

use playground::view::stream::{IteratorType, StreamShown};
use playground::view::value::Text;

use crate::panel::contract::Reduce;
use crate::panel::effect::Effect;
use crate::panel::shared::Shared;

/// Records that are shown at first, and added by each press.
const PAGE_COUNT: usize = 20;

/// What of the stream is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// The records, and where the reader begins.
    pub shown: StreamShown,
}

impl Default for State {
    fn default() -> Self {
        let iterator = IteratorType::TrimHorizon;
        Self { shown: StreamShown { count: PAGE_COUNT, iterator, at: None } }
    }
}

/// What can be done with the stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Let the reader begin elsewhere.
    Begin(IteratorType),
    /// Let the iterator name a record, by its sequence number.
    BeginAt(Text),
    /// Show more records.
    ShowMore,
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, _: &Shared) -> Vec<Effect<Action>> {
        match action {
            Action::Begin(iterator) => self.shown.iterator = iterator,
            Action::BeginAt(at) => {
                if !self.shown.iterator.names_record() {
                    self.shown.iterator = IteratorType::AtSequenceNumber;
                }
                self.shown.at = Some(at);
            }
            Action::ShowMore => self.shown.count += PAGE_COUNT,
        }
        Vec::new()
    }

    fn leave_table(&mut self, _: &Shared) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chosen_record_is_named_by_an_iterator_that_can_name_one() {
        let shared = Shared::first();
        let mut state = State::default();
        state.update(Action::BeginAt("7".into()), &shared);
        assert_eq!(state.shown.iterator, IteratorType::AtSequenceNumber);
        state.update(Action::Begin(IteratorType::AfterSequenceNumber), &shared);
        state.update(Action::BeginAt("8".into()), &shared);
        assert_eq!(state.shown.iterator, IteratorType::AfterSequenceNumber);
        assert_eq!(state.shown.at, Some("8".into()));
    }
}
