//! A table: its items, its indexes, and what a read or write of them means.

pub mod accept;
pub mod index;
pub mod lifecycle;
pub mod plan;
pub mod read;
pub mod schema;
pub mod storage;

use std::sync::Arc;

use crate::clock::Timestamp;
use crate::model::bytes::Bytes;
use crate::model::item::AttributeMap;
use crate::model::key::{Position, encode_partition};
use crate::model::name::IndexName;
use crate::table::index::{Index, IndexEffect};
use crate::table::lifecycle::TableStatus;
use crate::table::plan::WritePlan;
use crate::table::schema::{Scope, TableSchema};
use crate::table::storage::{Range, Storage, Stored};

/// A table with its items and indexes.
#[derive(Debug, Clone)]
pub struct Table {
    /// Its definition.
    pub schema: Arc<TableSchema>,
    /// Its items.
    pub items: Storage,
    /// Its indexes, in the order of the definition.
    pub indexes: Vec<Index>,
    /// Its state.
    pub status: TableStatus,
    /// When it was created.
    pub created_at: Timestamp,
}

impl Table {
    /// An empty table, on its way to be used.
    pub fn new(schema: Arc<TableSchema>, created_at: Timestamp) -> Self {
        let indexes = schema.indexes.iter().cloned().map(Index::new).collect();
        Self {
            schema,
            items: Storage::default(),
            indexes,
            status: TableStatus::Creating,
            created_at,
        }
    }

    /// The index of a name.
    pub fn index(&self, name: &str) -> Option<&Index> {
        self.schema.index(name).map(|(ordinal, _)| &self.indexes[ordinal])
    }

    /// What is stored under a key that fits the table.
    pub fn get(&self, key: &AttributeMap) -> Option<&Stored> {
        self.items.get(&self.position(key))
    }

    /// Bytes of the item collection that an item belongs to: all items with its partition key
    /// value, and their entries in local indexes.
    pub fn collection_size(&self, key: &AttributeMap) -> Bytes {
        let mut prefix = Vec::new();
        let partition = self.schema.key.partition.iter();
        let values = partition.filter_map(|attribute| attribute.value_in(key));
        encode_partition(values, &mut prefix);
        let collection = Range::of_prefix(&prefix);
        let local = self.indexes.iter().filter(|index| index.schema.scope == Scope::Local);
        let stores = local.map(|index| &index.entries).chain([&self.items]);
        stores.flat_map(|store| store.range(&collection)).map(|(_, stored)| stored.size).sum()
    }

    /// Stores what was planned, and hands on what it means for the indexes. Cannot fail.
    pub(crate) fn apply(&mut self, plan: WritePlan) -> Vec<(usize, IndexEffect)> {
        match plan.new {
            Some(new) => self.items.put(plan.position, new),
            None => self.items.delete(&plan.position),
        }
        plan.effects
    }

    /// An index that the table is known to have.
    pub(crate) fn index_mut(&mut self, name: &IndexName) -> &mut Index {
        let (ordinal, _) = self.schema.index(name.as_str()).expect("indexes stay with their table");
        &mut self.indexes[ordinal]
    }

    /// Where an item with this key stands.
    pub(crate) fn position(&self, key: &AttributeMap) -> Position {
        self.schema.key.position_of(key).expect("the key was checked against the schema")
    }
}
