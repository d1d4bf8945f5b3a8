//! The access patterns and their results, and the one that is being written. Pure.

use playground::view::pattern::{PatternDraft, PatternsView};

use crate::panel::patterns::state::{State, canonical};
use crate::panel::shared::Shared;

/// What the panel shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The patterns and their results.
    pub patterns: PatternsView,
    /// The pattern that is being written.
    pub draft: Option<PatternDraft>,
}

/// What the panel shows. `last` is what it showed for the same sandbox and table: while a pattern is typed, the results of
/// the others are not computed again.
pub(super) fn view(state: &State, shared: &Shared, last: Option<&View>) -> View {
    let table = shared.selection.table.as_deref();
    let draft = state.draft.clone();
    let last = last.map(|last| &last.patterns);
    let read = draft.as_ref().map(canonical);
    View { patterns: shared.session.patterns(table, read.as_ref(), last), draft }
}
