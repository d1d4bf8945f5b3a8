//! Item collections: the items of one partition key value, with their entries in local indexes.
//!
//! In a table with local indexes a collection has a largest size, because it cannot be split. No sizes are kept
//! for that: as long as the whole table is within the limit, so is each of its collections.

use crate::model::bytes::Bytes;
use crate::model::item::AttributeMap;
use crate::model::key::{Position, partition_prefix};
use crate::receipt::Reason;
use crate::table::Table;
use crate::table::range::Range;
use crate::table::schema::Scope;
use crate::table::storage::Storage;
use crate::table::write::plan::WritePlan;

impl Table {
    /// Bytes of the item collection that an item belongs to: all items with its partition key
    /// value, and their entries in local indexes.
    pub fn collection_size(&self, key: &AttributeMap) -> Bytes {
        let collection = Range::of_prefix(self.collection_of(key));
        let stored = self.collection_stores().flat_map(|store| store.range(&collection));
        stored.map(|(_, stored)| stored.size).sum()
    }

    /// Whether a write lets the collection of its item grow beyond a size, after the earlier writes of the same request
    /// to this table. A table without local indexes has no such limit, and a write that does not enlarge its collection is never rejected.
    pub(crate) fn overfills_collection<'p>(
        &self,
        plan: &WritePlan,
        earlier: impl Iterator<Item = &'p WritePlan>,
        max: Bytes,
    ) -> bool {
        let Some(new) = plan.new.as_ref().filter(|_| self.schema.has_local_index()) else {
            return false;
        };
        let (mut freed, mut taken) = self.collection_change(plan);
        if taken <= freed {
            return false;
        }
        let collection = self.collection_of(&new.image);
        for plan in earlier {
            let stored = plan.new.as_ref().or(plan.old.as_ref());
            if stored.is_some_and(|stored| self.collection_of(&stored.image) == collection) {
                let change = self.collection_change(plan);
                (freed, taken) = (freed + change.0, taken + change.1);
            }
        }
        let whole: Bytes = self.collection_stores().map(Storage::size).sum();
        whole + taken > max + freed && self.collection_size(&new.image) + taken > max + freed
    }

    /// Bytes that a write frees and takes in the collection of its item.
    fn collection_change(&self, plan: &WritePlan) -> (Bytes, Bytes) {
        let local = plan
            .effects
            .iter()
            .filter(|(ordinal, _)| self.is_local(*ordinal))
            .map(|(_, effect)| effect);
        let reasons = local.map(|effect| &effect.reason).chain([&plan.reason]);
        reasons.fold((Bytes::ZERO, Bytes::ZERO), |(freed, taken), reason| {
            let (old, new) = sizes(reason);
            (freed + old, taken + new)
        })
    }

    /// What the positions of all items of the collection that an item belongs to begin with.
    fn collection_of(&self, key: &AttributeMap) -> Position {
        let partition = self.schema.key.partition.iter();
        partition_prefix(partition.filter_map(|attribute| attribute.value_in(key)))
    }

    fn is_local(&self, ordinal: usize) -> bool {
        self.indexes[ordinal].schema.scope == Scope::Local
    }

    /// Where the parts of collections are stored.
    pub(crate) fn collection_stores(&self) -> impl Iterator<Item = &Storage> {
        let local = self.indexes.iter().filter(|index| index.schema.scope == Scope::Local);
        local.map(|index| &index.entries).chain([&self.items])
    }
}

/// Bytes stored before and after.
fn sizes(reason: &Reason) -> (Bytes, Bytes) {
    match reason {
        Reason::Put { size } => (Bytes::ZERO, *size),
        Reason::Change { old, new } | Reason::Move { old, new } => (*old, *new),
        Reason::Delete { size, .. } => (*size, Bytes::ZERO),
        Reason::Unchanged { .. }
        | Reason::Checked { .. }
        | Reason::Absent
        | Reason::NotIndexed { .. }
        | Reason::ConditionFailed { .. }
        | Reason::Read { .. }
        | Reason::Fetch { .. } => (Bytes::ZERO, Bytes::ZERO),
    }
}
