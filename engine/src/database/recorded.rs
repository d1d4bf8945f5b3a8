//! What is recorded of a write and of a change of an index.

use crate::event::{EntryChange, EventKind};
use crate::model::name::IndexName;
use crate::table::index::IndexChange;
use crate::table::write::plan::WritePlan;

/// The event of a write.
pub(super) fn fact(plan: &WritePlan) -> Option<EventKind> {
    if !plan.condition_met {
        return Some(EventKind::ConditionFailed);
    }
    let old = plan.old.as_ref().map(|old| old.image.clone());
    match &plan.new {
        Some(new) => Some(EventKind::ItemWritten { old, new: new.image.clone() }),
        None => old.map(|old| EventKind::ItemDeleted { old }),
    }
}

/// The event of a change that is applied to an index.
pub(super) fn arrival(index: &IndexName, change: &IndexChange) -> EventKind {
    let (change, entry) = match change {
        IndexChange::Put(entry) => (EntryChange::Put, entry),
        IndexChange::Replace(entry) => (EntryChange::Changed, entry),
        IndexChange::Delete(entry) => (EntryChange::Deleted, entry),
        IndexChange::Move { to, .. } => (EntryChange::Moved, to),
    };
    EventKind::IndexEntry { index: index.clone(), change, image: entry.image.clone() }
}
