//! The first of all suggestions that fit where a user types.

use crate::view::first::First;
use crate::view::request::{Suggestion, SuggestionKind};

/// Suggestions that are listed at most.
const SUGGESTION_COUNT_MAX: usize = 12;

/// Values of an attribute among them at most.
const VALUE_COUNT_MAX: usize = 6;

/// Items that are read for names and values at most.
pub(super) const ITEM_COUNT_MAX: usize = 1_000;

/// Characters of a value that is suggested at most.
pub(super) const VALUE_LENGTH_MAX: usize = 60;

/// A suggestion in place of what was typed between two positions. A space after it shows what can follow.
pub(super) fn suggestion(
    kind: SuggestionKind,
    label: &str,
    insert: &str,
    (start, end): (usize, usize),
) -> Suggestion {
    let space = if kind == SuggestionKind::Function { "" } else { " " };
    Suggestion {
        kind,
        label: label.into(),
        insert: format!("{insert}{space}").into(),
        start,
        end,
        adds_name: None,
        adds_value: None,
    }
}

/// The first suggestions, with few values among them.
pub(super) fn listed_first(mut listed: Vec<Suggestion>) -> First<Suggestion> {
    let (count, mut value_count) = (listed.len(), 0);
    listed.retain(|it| {
        value_count += usize::from(it.kind == SuggestionKind::Value);
        it.kind != SuggestionKind::Value || value_count <= VALUE_COUNT_MAX
    });
    let values_left_out = (count - listed.len()) as u64;
    let First { shown, more } = First::of(listed, SUGGESTION_COUNT_MAX);
    First { shown, more: more + values_left_out }
}
