//! Writes of operations that arrive in other Regions.

use engine::capacity::units::CapacityUnits;
use engine::model::item::Item;
use engine::model::name::TableName;

/// A write of an operation that has arrived in another Region.
#[derive(Debug, Clone, PartialEq)]
pub struct RegionArrival {
    /// The replica.
    pub table: TableName,
    /// Key of the item.
    pub key: Item,
    /// What it took there; none if a later write was there, so that it is lost.
    pub units: Option<CapacityUnits>,
}
