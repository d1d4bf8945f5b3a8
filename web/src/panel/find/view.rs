//! What the dialog shows of the things found. Pure.

use playground::view::first::First;
use playground::view::message::{Argument, Message};
use playground::view::value::Text;

use crate::panel::find::state::State;
use crate::panel::shared::Shared;

/// The most things found that are listed.
const FOUND_SHOWN_MAX: usize = 100;

/// What the dialog shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The words that are searched for.
    pub search: String,
    /// The things found: the first hundred, or as many as there are up to the current one.
    pub found: Vec<FoundView>,
    /// The position of the current one.
    pub current: usize,
    /// "12 found".
    pub count: Message,
}

/// A thing found.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundView {
    /// What kind of thing it is: a key of the catalogue.
    pub kind: &'static str,
    pub name: Text,
    /// The keys that do the same.
    pub keys: &'static str,
}

/// What the dialog shows.
pub(super) fn view(state: &State, shared: &Shared) -> View {
    let found = state.found(shared);
    let count = Argument::Count(found.len() as u64);
    let found = First::of(found, FOUND_SHOWN_MAX.max(state.current + 1));
    let key = if found.more > 0 { "find.count_part" } else { "find.count" };
    let count =
        Message::plain(key).with("shown", Argument::Count(found.len() as u64)).with("count", count);
    let found = found.map(|it| FoundView { kind: it.kind.title(), name: it.name, keys: it.keys });
    View { search: state.search.clone(), found: found.shown, current: state.current, count }
}
