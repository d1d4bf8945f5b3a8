//! Everything that happens later, a variant each.

use crate::capacity::units::CapacityUnits;
use crate::clock::Timestamp;
use crate::database::replicated::{ReplicatedWrite, under_way_memory};
use crate::model::bytes::Bytes;
use crate::model::key::Position;
use crate::model::name::{IndexName, TableName};
use crate::model::partition_id::PartitionId;
use crate::table::index::IndexChange;
use crate::table::lifecycle::Settings;
use crate::table::stream::StreamId;

/// Something that happens later.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "a member is named after what it holds")]
pub enum Task {
    /// A change arrives at a global index.
    Propagate {
        /// Table of the index.
        table: TableName,
        index: IndexName,
        change: IndexChange,
        /// Write units that the index pays for it; none for what expires.
        units: CapacityUnits,
        /// When the item was written.
        written_at: Timestamp,
    },
    /// A partition of a global index can pay for changes that wait for it.
    Drain {
        /// Table of the index.
        table: TableName,
        index: IndexName,
        /// Its partition that can.
        partition: PartitionId,
    },
    /// A table can be used.
    ActivateTable { table: TableName },
    /// A table goes.
    DropTable { table: TableName },
    /// New settings come into force.
    ApplySettings { table: TableName, settings: Settings },
    /// A minute has ended in which auto scaling measured what a table uses.
    Scale { table: TableName },
    /// A new index has its resources.
    StartBackfill {
        /// Table of the index.
        table: TableName,
        index: IndexName,
    },
    /// A step of filling a new index from its table.
    Backfill {
        /// Table of the index.
        table: TableName,
        index: IndexName,
        /// The item after which the step starts; none at the beginning.
        start: Option<Position>,
    },
    /// An index goes.
    DropIndex {
        /// Table of the index.
        table: TableName,
        index: IndexName,
    },
    /// Items begin to expire, or no longer do.
    ApplyTimeToLive { table: TableName },
    /// Items expire.
    Expire { table: TableName },
    /// Records of a stream have become too old to be read, or the stream itself has.
    TrimStream {
        /// The stream, whose table may be gone.
        stream: StreamId,
    },
    /// A program is given records.
    Invoke { program: String },
    /// A write arrives at a replica in another Region.
    Replicate {
        /// The replica.
        table: TableName,
        write: ReplicatedWrite,
    },
    /// A second Region has a write that waits for it.
    Confirm {
        /// The replica in which it was made.
        table: TableName,
        /// The position of its item.
        position: Position,
        /// Its place among all writes of replicas.
        order: u64,
    },
    /// A client request token is forgotten.
    ForgetToken { token: String },
}

impl Task {
    /// Bytes of memory of the write that travels or waits for a second Region, if the task is one.
    pub(super) fn replicated_memory(&self) -> Bytes {
        match self {
            Self::Replicate { write, .. } => write.memory(),
            Self::Confirm { position, .. } => under_way_memory(position),
            _ => Bytes::ZERO,
        }
    }

    /// The table that the task is about, and with which it goes.
    pub(super) fn table(&self) -> Option<&TableName> {
        match self {
            Self::Propagate { table, .. }
            | Self::Drain { table, .. }
            | Self::ActivateTable { table }
            | Self::DropTable { table }
            | Self::ApplySettings { table, .. }
            | Self::Scale { table }
            | Self::StartBackfill { table, .. }
            | Self::Backfill { table, .. }
            | Self::DropIndex { table, .. }
            | Self::ApplyTimeToLive { table }
            | Self::Expire { table }
            | Self::Replicate { table, .. }
            | Self::Confirm { table, .. } => Some(table),
            Self::TrimStream { .. } | Self::Invoke { .. } | Self::ForgetToken { .. } => None,
        }
    }
}
