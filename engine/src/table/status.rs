//! The states that tables and indexes pass through.

/// The state of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableStatus {
    /// It is being made; items cannot be read or written.
    Creating,
    /// It can be used.
    Active,
    /// It can be used, while its settings change or an index is allocated or dropped.
    Updating,
    /// It is going; items can still be read and written.
    Deleting,
}

/// The state of a global index. A local one is always active.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexStatus {
    /// It is being made: first its resources are allocated, then it is filled from the table.
    Creating {
        /// Whether it is being filled. From then on it follows the writes of its table.
        backfilling: bool,
    },
    /// It can be read.
    Active,
    /// It can be read, while its throughput changes.
    Updating,
    /// It is going.
    Deleting,
}

impl IndexStatus {
    /// Whether the index follows the writes of its table, and is charged for them.
    pub fn follows_writes(self) -> bool {
        match self {
            Self::Active | Self::Updating | Self::Creating { backfilling: true } => true,
            Self::Creating { backfilling: false } | Self::Deleting => false,
        }
    }

    /// Whether it can be read, and a write whose key does not fit it is rejected.
    pub fn is_ready(self) -> bool {
        match self {
            Self::Active | Self::Updating => true,
            Self::Creating { .. } | Self::Deleting => false,
        }
    }
}
