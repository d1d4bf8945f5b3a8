//! Secondary indexes: who is in one, and what a write changes there.
//!
//! An item is in an index if and only if it has every key attribute of that index. An index is
//! charged for the change in what it stores, never for the item behind it.

use std::sync::Arc;

use crate::capacity::cost::write_units;
use crate::capacity::units::CapacityUnits;
use crate::clock::Timestamp;
use crate::model::bytes::Bytes;
use crate::model::item::{AttributeMap, Image};
use crate::model::key::{Position, hash};
use crate::receipt::{Reason, Store};
use crate::table::schema::{IndexSchema, Scope};
use crate::table::status::IndexStatus;
use crate::table::storage::{ROW_MEMORY, Storage, Stored};
use crate::table::throughput::ThroughputHistory;

/// A secondary index and its entries.
#[derive(Debug, Clone)]
pub struct Index {
    /// Its definition.
    pub schema: Arc<IndexSchema>,
    /// Its entries as a reader sees them.
    pub entries: Storage,
    /// Its state.
    pub status: IndexStatus,
    /// When its provisioned throughput was changed.
    pub throughput_history: ThroughputHistory,
    /// When the last scheduled change arrives; later ones never overtake it.
    caught_up_at: Timestamp,
    /// Changes that have not arrived.
    pending_count: usize,
    /// Bytes of memory that they take.
    pending_memory: Bytes,
}

/// The place and content of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexEntry {
    /// Index key, then a hash of the table key, then the table key: duplicates keep a stable order.
    pub position: Position,
    /// The item of which it is an entry.
    pub image: Image,
    /// Size of the projected attributes.
    pub size: Bytes,
}

/// A change of what an index stores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IndexChange {
    /// An entry appears.
    Put(IndexEntry),
    /// An entry is replaced under the same key.
    Replace(IndexEntry),
    /// An entry goes.
    Delete(IndexEntry),
    /// An entry goes and comes back under another key.
    Move {
        /// The entry that goes.
        from: IndexEntry,
        /// The entry that comes.
        to: IndexEntry,
    },
}

/// What a write means for one index: its price, and the change if there is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexEffect {
    /// What happens there and why.
    pub reason: Reason,
    /// Write units of this index.
    pub units: CapacityUnits,
    /// The change that brings the index up to date.
    pub change: Option<IndexChange>,
}

impl IndexChange {
    /// The entries that the change touches, in the order in which it does.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &IndexEntry> {
        let (first, second) = match self {
            Self::Put(entry) | Self::Replace(entry) | Self::Delete(entry) => (entry, None),
            Self::Move { from, to } => (from, Some(to)),
        };
        std::iter::once(first).chain(second)
    }

    /// The units of a change at each entry that it touches.
    pub(crate) fn units_by_entry(
        &self,
        units: CapacityUnits,
    ) -> impl Iterator<Item = (&IndexEntry, CapacityUnits)> {
        let freed = match self {
            Self::Move { from, .. } => write_units(from.size).min(units),
            Self::Put(_) | Self::Replace(_) | Self::Delete(_) => units,
        };
        self.entries().zip([freed, units - freed])
    }

    /// Bytes of memory that the change takes while it waits, or a few more.
    fn memory(&self) -> Bytes {
        self.entries()
            .map(|IndexEntry { position, image, .. }| {
                ROW_MEMORY + Bytes::from_length(position.bytes.len()) + image.memory()
            })
            .sum()
    }

    /// The halves of a move, each with its part of the units; any other change as it is.
    pub(crate) fn halves(self, units: CapacityUnits) -> Vec<(Self, CapacityUnits)> {
        match self {
            Self::Move { from, to } => {
                let freed = write_units(from.size).min(units);
                vec![(Self::Delete(from), freed), (Self::Put(to), units - freed)]
            }
            Self::Put(_) | Self::Replace(_) | Self::Delete(_) => vec![(self, units)],
        }
    }
}

impl Index {
    /// An index without entries.
    pub fn new(schema: Arc<IndexSchema>) -> Self {
        Self {
            schema,
            entries: Storage::default(),
            status: IndexStatus::Active,
            throughput_history: ThroughputHistory::default(),
            caught_up_at: Timestamp::default(),
            pending_count: 0,
            pending_memory: Bytes::ZERO,
        }
    }

    /// How receipts name this index.
    pub fn store(&self) -> Store {
        match self.schema.scope {
            Scope::Local => Store::Local(self.schema.name.clone()),
            Scope::Global => Store::Global(self.schema.name.clone()),
        }
    }

    /// How many changes of this index have not arrived. Always zero for a local index.
    pub fn pending_count(&self) -> usize {
        self.pending_count
    }

    /// Counts a change that is scheduled, and returns when it arrives: never before an earlier one.
    pub(crate) fn set_out(&mut self, due: Timestamp, change: &IndexChange) -> Timestamp {
        self.caught_up_at = self.caught_up_at.max(due);
        self.add_pending(change);
        self.caught_up_at
    }

    /// Applies a change that has arrived.
    pub(crate) fn arrive(&mut self, change: IndexChange) {
        self.pending_count -= 1;
        self.pending_memory = self.pending_memory - change.memory();
        self.apply(change);
    }

    /// Counts one more change that has not arrived.
    pub(crate) fn add_pending(&mut self, change: &IndexChange) {
        self.pending_count += 1;
        self.pending_memory += change.memory();
    }

    /// Counts a change that has not arrived as the two halves in which it waits.
    pub(crate) fn divide_pending(&mut self) {
        self.pending_count += 1;
    }

    /// Bytes of memory that the entries and the changes that have not arrived take, or a few more.
    pub fn memory(&self) -> Bytes {
        self.entries.memory() + self.pending_memory
    }

    /// When the last scheduled change arrives. It may then wait until the index has throughput for it.
    pub(crate) fn caught_up_at(&self) -> Timestamp {
        self.caught_up_at
    }

    /// Changes the entries. Cannot fail.
    pub(crate) fn apply(&mut self, change: IndexChange) {
        match change {
            IndexChange::Put(entry) | IndexChange::Replace(entry) => self.put(entry),
            IndexChange::Delete(entry) => self.entries.delete(&entry.position),
            IndexChange::Move { from, to } => {
                self.entries.delete(&from.position);
                self.put(to);
            }
        }
    }

    fn put(&mut self, entry: IndexEntry) {
        let IndexEntry { position, image, size } = entry;
        self.entries.put(position, Stored { image, size });
    }
}

impl IndexSchema {
    /// The entry of an item, if it has every key attribute of this index.
    pub fn entry(&self, image: &Image, table_position: &Position) -> Option<IndexEntry> {
        let position = self.entry_position(image, table_position)?;
        let size = self.projected(image).map(|(name, value)| name.size() + value.size()).sum();
        Some(IndexEntry { position, image: image.clone(), size })
    }

    /// The position of the entry of an item, if the item has every key attribute of this index with a
    /// legal value: an index that is added to a table skips what it could not take. Entries are
    /// ordered by index key; duplicates by a hash of the table key, which is stable and means nothing.
    /// Model: DynamoDB leaves the order of duplicates undefined.
    pub(crate) fn entry_position(
        &self,
        item: &AttributeMap,
        table_position: &Position,
    ) -> Option<Position> {
        let values = self.key.values_in(item)?;
        if !self.key.admits(&values) {
            return None;
        }
        let Position { hash: table_hash, bytes: table_bytes } = table_position;
        let room = 2 * size_of::<u64>() + table_bytes.len();
        let (index_hash, mut bytes) = self.key.encode_values(&values, room);
        let order_at = bytes.len();
        bytes.extend_from_slice(&[0; size_of::<u64>()]);
        bytes.extend_from_slice(&table_hash.to_be_bytes());
        bytes.extend_from_slice(table_bytes);
        let (order, table_key) = bytes[order_at..].split_at_mut(size_of::<u64>());
        order.copy_from_slice(&hash(table_key).to_be_bytes());
        Some(Position { hash: index_hash, bytes: bytes.into_boxed_slice() })
    }

    /// What replacing one image of an item by another means for this index.
    pub(crate) fn effect(
        &self,
        old: Option<&Image>,
        new: Option<&Image>,
        table_position: &Position,
    ) -> IndexEffect {
        let entry = |image: &Image| self.entry(image, table_position);
        let faults = || new.map(|image| self.key_faults(image)).unwrap_or_default();
        match (old.and_then(entry), new.and_then(entry)) {
            (None, None) => self.not_indexed(old, new),
            (None, Some(new)) => IndexEffect {
                reason: Reason::Put { size: new.size },
                units: write_units(new.size),
                change: Some(IndexChange::Put(new)),
            },
            (Some(old), None) => IndexEffect {
                reason: Reason::Delete { size: old.size, faults: faults() },
                units: write_units(old.size),
                change: Some(IndexChange::Delete(old)),
            },
            (Some(old), Some(new)) => self.entry_effect(old, new),
        }
    }

    fn not_indexed(&self, old: Option<&Image>, new: Option<&Image>) -> IndexEffect {
        let faults = new.or(old).map(|image| self.key_faults(image)).unwrap_or_default();
        IndexEffect {
            reason: Reason::NotIndexed { faults },
            units: CapacityUnits::ZERO,
            change: None,
        }
    }

    fn entry_effect(&self, old: IndexEntry, new: IndexEntry) -> IndexEffect {
        if old.position != new.position {
            return IndexEffect {
                reason: Reason::Move { old: old.size, new: new.size },
                units: write_units(old.size) + write_units(new.size),
                change: Some(IndexChange::Move { from: old, to: new }),
            };
        }
        if self.projected(&old.image).eq(self.projected(&new.image)) {
            let reason = Reason::Unchanged { size: new.size };
            return IndexEffect { reason, units: CapacityUnits::ZERO, change: None };
        }
        IndexEffect {
            reason: Reason::Change { old: old.size, new: new.size },
            units: write_units(old.size.max(new.size)),
            change: Some(IndexChange::Replace(new)),
        }
    }
}
