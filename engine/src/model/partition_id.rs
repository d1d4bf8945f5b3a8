//! The identity of a partition.

use std::fmt;

/// The identity of a partition within its table or global index.
///
/// Identities count up from zero and are never given twice. The partitions that a table begins with are numbered in the
/// order of their hashes. A split leaves the identity to the half with the lower positions and gives the next one to the
/// other half, so an identity is also the position of its partition in any list that only grows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct PartitionId(pub usize);

impl fmt::Display for PartitionId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}
