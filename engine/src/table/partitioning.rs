//! The partitions of a table with its local indexes, and of each of its global indexes.
//!
//! A table and its local indexes have the same partitions: an item collection is in one of them, with its entries.

use crate::model::bytes::Bytes;
use crate::model::item::AttributeMap;
use crate::model::key::Position;
use crate::model::partition_id::PartitionId;
use crate::receipt::Store;
use crate::table::Table;
use crate::table::index::Index;
use crate::table::partition::{Divisibility, Partitions};
use crate::table::schema::{Billing, Scope};
use crate::table::storage::Storage;

impl Table {
    /// The stores that have partitions and throughput of their own: the table, and its global indexes.
    pub(crate) fn partitioned_stores(&self) -> Vec<Store> {
        let global = self.indexes.iter().filter(|index| index.schema.scope == Scope::Global);
        std::iter::once(Store::Table).chain(global.map(Index::store)).collect()
    }

    /// The partition of the table or of an index in which an item is, or would be, stored. `None` if the item lacks an
    /// attribute of the key, and for an index that the table does not have.
    ///
    /// Model: DynamoDB does not publish how it places items; here it is by a hash of the partition key.
    pub fn partition_of(&self, store: &Store, item: &AttributeMap) -> Option<PartitionId> {
        let position = self.schema.key.position_of(item)?;
        match store {
            Store::Table => Some(self.items.partition_of(&position)),
            Store::Local(name) | Store::Global(name) => {
                let index = self.index(name.as_str())?;
                Some(index.entries.partition_of(&index.schema.entry_position(item, &position)?))
            }
        }
    }

    /// The items of the table, or the entries of an index that it is known to have.
    pub(crate) fn storage_of(&self, store: &Store) -> &Storage {
        match store {
            Store::Table => &self.items,
            Store::Local(name) | Store::Global(name) => {
                let index = self.index(name.as_str());
                &index.expect("indexes stay with their table").entries
            }
        }
    }

    /// What the partitions of a store hold: of the table, its items and the entries of its local indexes.
    fn storages_of(&self, store: &Store) -> impl Iterator<Item = &Storage> {
        let local = self.indexes.iter().filter(|index| index.schema.scope == Scope::Local);
        let local = local.filter(|_| *store == Store::Table).map(|index| &index.entries);
        std::iter::once(self.storage_of(store)).chain(local)
    }

    fn storages_of_mut(&mut self, store: &Store) -> Vec<&mut Storage> {
        let is_table = *store == Store::Table;
        let entries = self.indexes.iter_mut().filter(|index| match index.schema.scope {
            Scope::Local => is_table,
            Scope::Global => index.store() == *store,
        });
        let entries = entries.map(|index| &mut index.entries);
        std::iter::once(&mut self.items).filter(|_| is_table).chain(entries).collect()
    }

    /// The bytes that all partitions of a store hold.
    pub(crate) fn store_size(&self, store: &Store) -> Bytes {
        self.storages_of(store).map(Storage::size).sum()
    }

    /// The bytes that one partition of a store holds.
    pub(crate) fn partition_size(&self, store: &Store, partition: PartitionId) -> Bytes {
        self.storages_of(store).map(|storage| storage.partition(partition).size).sum()
    }

    /// Which items of a store a split may separate.
    pub(crate) fn divisibility(&self, store: &Store) -> Divisibility {
        match *store == Store::Table && self.schema.has_local_index() {
            true => Divisibility::Collections,
            false => Divisibility::Items,
        }
    }

    /// Whether a key that is hot by itself gets a partition of its own.
    ///
    /// Source: the Developer Guide of 2023: not in a provisioned table that has a stream.
    pub(crate) fn isolates_keys(&self) -> bool {
        self.schema.billing == Billing::PayPerRequest || self.open_stream().is_none()
    }

    /// Lets the partition in which a position lies end there, and a new one begin.
    pub(crate) fn split_at(&mut self, store: &Store, at: &Position) -> PartitionId {
        let mut new = PartitionId::default();
        for storage in self.storages_of_mut(store) {
            new = storage.split_at(at.clone());
        }
        new
    }

    /// Divides a store into partitions with these identities and first positions.
    pub(crate) fn set_partitions(&mut self, store: &Store, partitions: &Partitions) {
        for storage in self.storages_of_mut(store) {
            storage.set_partitions(partitions.clone());
        }
    }

    /// Whether an index is global.
    pub(crate) fn is_global(&self, ordinal: usize) -> bool {
        self.indexes[ordinal].schema.scope == Scope::Global
    }
}
