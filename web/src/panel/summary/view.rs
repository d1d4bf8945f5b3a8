//! The result of the last operation, and what each table and index took of it. Pure.

use playground::view::message::Message;
use playground::view::value::{Hue, OperationOutcome, Text, Units};
use playground::view::workspace::Workspace;

use crate::panel::shared::{Shared, has_entries};

/// What the line shows.
#[derive(Debug, Clone, PartialEq)]
pub enum View {
    /// Nothing: there was no operation, and a user can only look.
    Nothing,
    /// What to try first, or that nothing was done: the key of the words.
    Hint(&'static str),
    /// A run, which was later than the last operation or is under way.
    Run(RunView),
    /// The last operation.
    Last(LastView),
}

/// What a run consumed, in all tables and indexes.
#[derive(Debug, Clone, PartialEq)]
pub struct RunView {
    pub written: Units,
    pub read: Units,
}

/// The result of the last operation.
#[derive(Debug, Clone, PartialEq)]
pub struct LastView {
    /// What it cost, or that it was rejected.
    pub outcome: OperationOutcome,
    /// What followed from it, as a part of its price.
    pub behind: Vec<Message>,
    /// What the table and each index took, if any.
    pub parts: Vec<PartView>,
}

/// What a table or index took of the last operation.
#[derive(Debug, Clone, PartialEq)]
pub struct PartView {
    /// What the table or index is called.
    pub name: Text,
    /// The index's hue.
    pub hue: Option<Hue>,
    pub units: Units,
}

/// What the line shows.
pub(super) fn view(shared: &Shared) -> View {
    if let Some((written, read)) = shared.session.run_at_last() {
        return View::Run(RunView { written, read });
    }
    let Some(outcome) = shared.session.outcome(None) else {
        return if shared.page.is_read_only() {
            View::Nothing
        } else if shared.page.workspace == Workspace::Explore
            && shared.table().is_some_and(has_entries)
        {
            View::Hint("summary.none")
        } else {
            View::Hint("summary.nothing")
        };
    };
    let stores = shared.session.meter(shared.table_name()).stores;
    let parts = stores.into_iter().filter_map(|store| {
        let (_, units) = store.last.filter(|(_, units)| units.halves > 0)?;
        Some(PartView { name: store.name, hue: store.hue, units })
    });
    View::Last(LastView { outcome, behind: shared.session.behind(), parts: parts.collect() })
}
