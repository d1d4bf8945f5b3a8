//! The part of a request that one partition serves.

use crate::capacity::units::CapacityUnits;
use crate::model::item::Image;
use crate::model::partition_id::PartitionId;

/// Units that a request asks of one partition.
#[derive(Debug, Clone)]
pub(crate) struct Share {
    pub(crate) partition: PartitionId,
    pub(crate) units: CapacityUnits,
    /// The hash of the partition key; none if items of several keys are read.
    pub(crate) hash: Option<u64>,
    /// An item that is read or written, if there is one.
    pub(crate) item: Option<Image>,
}
