//! What travels between Regions: data alone. `replication` says how.

use std::collections::{BTreeMap, BTreeSet};

use crate::clock::Timestamp;
use crate::model::bytes::Bytes;
use crate::model::item::{Image, Item};
use crate::model::key::Position;
use crate::model::name::TableName;
use crate::table::storage::ROW_MEMORY;

/// A write on its way to another Region: the item as it is afterwards, and not the request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplicatedWrite {
    /// The replica in which it was made.
    pub from: TableName,
    /// Key of the item.
    pub key: Item,
    /// The item after the write; none if it was deleted.
    pub image: Option<Image>,
    /// When it was made.
    pub written_at: Timestamp,
    /// Its place among all writes of replicas: the later one wins.
    pub(crate) order: u64,
    /// How many programs have followed from each other until it was made.
    pub(crate) round: u8,
}

impl ReplicatedWrite {
    /// Its place among all writes of replicas.
    pub fn place(&self) -> u64 {
        self.order
    }

    /// Bytes of memory, or a few more.
    pub fn memory(&self) -> Bytes {
        ROW_MEMORY
            + self.key.memory()
            + self.image.as_ref().map(|it| it.memory()).unwrap_or_default()
    }
}

/// Bytes of memory of a write that waits for a second Region: its task, and its place among those under way.
pub(super) fn under_way_memory(position: &Position) -> Bytes {
    Bytes(2 * (ROW_MEMORY.0 + position.bytes.len() as u64))
}

/// What travels between Regions.
#[derive(Debug, Clone, Default)]
pub(crate) struct Replication {
    /// How many writes were sent to other Regions.
    pub(crate) count: u64,
    /// The place of the latest write of each item of each replica. Deleted items stay among them, because an older write
    /// may arrive.
    pub(crate) latest: BTreeMap<TableName, BTreeMap<Position, u64>>,
    /// The Regions that are cut off; `None` is the one in which the database is.
    pub(crate) cut_off: BTreeSet<Option<String>>,
    /// Writes that wait for a Region that is cut off, with the replica at which they will arrive.
    pub(crate) waiting: Vec<(TableName, ReplicatedWrite)>,
    /// The writes of tables with strong consistency for which no second Region has confirmed, by the name of the table without a Region.
    /// Each has the replica in which it was made, and its place.
    pub(crate) under_way: BTreeMap<String, BTreeMap<Position, (TableName, u64)>>,
    /// Bytes of memory of the writes that are on their way, wait or are under way.
    pub(crate) memory: Bytes,
}

impl Replication {
    /// Whether nothing reaches or leaves the Region of a table.
    pub(super) fn is_cut_off(&self, table: &TableName) -> bool {
        self.cut_off.contains(&table.region().map(str::to_owned))
    }
}
