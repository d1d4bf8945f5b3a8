//! Writes of operations that arrive in other Regions.

use engine::capacity::units::CapacityUnits;
use engine::clock::Timestamp;
use engine::model::item::Item;
use engine::model::name::TableName;

/// A write that has arrived in another Region, as a receipt of an operation has it.
#[derive(Debug, Clone, PartialEq)]
pub struct RegionArrival {
    /// The replica.
    pub table: TableName,
    /// Key of the item.
    pub key: Item,
    pub became: Arrived,
}

/// What became of a write.
#[derive(Debug, Clone, PartialEq)]
pub enum Arrived {
    /// It was applied, and took these units there.
    Applied(CapacityUnits),
    /// A later write was there, so that it is lost.
    Dropped,
    /// It is one of another operation, made earlier in this replica, and is lost because the write of this operation was there.
    Overruled { from: TableName, at: Timestamp },
}

impl RegionArrival {
    /// What it took, if it was applied.
    pub(crate) fn units(&self) -> Option<CapacityUnits> {
        match self.became {
            Arrived::Applied(units) => Some(units),
            Arrived::Dropped | Arrived::Overruled { .. } => None,
        }
    }
}
