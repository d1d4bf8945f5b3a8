//! A table: its items, its indexes, and what a read or write of them means.

pub mod accept;
pub mod index;
pub mod plan;
pub mod read;
pub mod schema;
pub mod storage;

use std::sync::Arc;

use crate::model::item::AttributeMap;
use crate::model::key::Position;
use crate::table::index::Index;
use crate::table::schema::TableSchema;
use crate::table::storage::Storage;

/// A table with its items and indexes.
#[derive(Debug, Clone)]
pub struct Table {
    /// Its definition.
    pub schema: Arc<TableSchema>,
    /// Its items.
    pub items: Storage,
    /// Its indexes, in the order of the definition.
    pub indexes: Vec<Index>,
    /// When it was created.
    pub created_at: crate::clock::Timestamp,
}

impl Table {
    /// An empty table.
    pub fn new(schema: Arc<TableSchema>, created_at: crate::clock::Timestamp) -> Self {
        let indexes = schema.indexes.iter().cloned().map(Index::new).collect();
        Self { schema, items: Storage::default(), indexes, created_at }
    }

    /// The index of a name.
    pub fn index(&self, name: &str) -> Option<&Index> {
        self.schema.index(name).map(|(ordinal, _)| &self.indexes[ordinal])
    }

    /// Where an item with this key stands.
    pub(crate) fn position(&self, key: &AttributeMap) -> Position {
        self.schema.key.position_of(key).expect("the key was checked against the schema")
    }
}
