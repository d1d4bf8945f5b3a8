//! A table: its items, its indexes, and what a read or write of them means.

mod expiry;
pub mod index;
pub mod lifecycle;
pub mod partition;
pub(crate) mod partitioning;
pub mod range;
pub mod read;
mod record;
pub mod recovery;
pub mod schema;
pub(crate) mod share;
pub(crate) mod split;
pub mod status;
pub mod storage;
pub mod stream;
pub mod throughput;
pub mod time_to_live;
pub mod write;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::clock::Timestamp;
use crate::model::item::AttributeMap;
use crate::model::key::Position;
use crate::model::name::IndexName;
use crate::table::index::Index;
use crate::table::recovery::Recovery;
use crate::table::schema::{Billing, StrongRegions, TableSchema};
use crate::table::status::TableStatus;
use crate::table::storage::{Storage, Stored};
use crate::table::stream::TableStream;
use crate::table::throughput::ThroughputHistory;
use crate::table::time_to_live::TimeToLive;

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
    /// When it was last made to be paid for by the request.
    pub by_request_since: Option<Timestamp>,
    /// Its latest stream, if it ever had one.
    pub stream: Option<TableStream>,
    /// Which of its items expire.
    pub time_to_live: TimeToLive,
    /// Whether it is strongly consistent with its replicas.
    pub strong: Option<StrongRegions>,
    /// What people note about it, by key.
    pub tags: BTreeMap<String, String>,
    /// Its backups, if they are kept.
    pub recovery: Option<Recovery>,
    /// When its provisioned throughput was changed.
    pub throughput_history: ThroughputHistory,
    /// When its class was changed, oldest first; those that are too old to matter are dropped.
    pub class_changes: Vec<Timestamp>,
    /// Model: whether it stands for a table of an SQL database. Then requests to it take no units.
    pub is_sql: bool,
}

impl Table {
    /// An empty table that is being created.
    pub fn new(mut schema: Arc<TableSchema>, created_at: Timestamp) -> Self {
        Arc::make_mut(&mut schema).number_indexes();
        let indexes = schema.indexes.iter().cloned().map(Index::new).collect();
        let by_request_since = match schema.billing {
            Billing::PayPerRequest => Some(created_at),
            Billing::Provisioned(_) => None,
        };
        Self {
            schema,
            items: Storage::default(),
            indexes,
            status: TableStatus::Creating,
            created_at,
            by_request_since,
            stream: None,
            time_to_live: TimeToLive::default(),
            strong: None,
            tags: BTreeMap::new(),
            recovery: None,
            throughput_history: ThroughputHistory::default(),
            class_changes: Vec::new(),
            is_sql: false,
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

    /// An index that the table is known to have.
    pub(crate) fn index_mut(&mut self, name: &IndexName) -> &mut Index {
        let (ordinal, _) = self.schema.index(name.as_str()).expect("indexes stay with their table");
        &mut self.indexes[ordinal]
    }

    /// The position of an item with this key.
    pub(crate) fn position(&self, key: &AttributeMap) -> Position {
        self.schema.key.position_of(key).expect("the key was checked against the schema")
    }
}
