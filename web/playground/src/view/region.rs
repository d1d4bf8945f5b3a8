//! The replicas of a table in several Regions.

use crate::view::value::Text;

/// A table in its Regions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegionsView {
    /// The table, without a Region.
    pub table: Text,
    /// The Region of the database first.
    pub regions: Vec<RegionView>,
    /// Regions in which there is no replica.
    pub free: Vec<&'static str>,
    /// How long a write travels.
    pub delay_ms: u64,
    /// All Regions that are cut off, of whichever table.
    pub cut_off: Vec<Text>,
    /// Whether the replicas are strongly consistent.
    pub is_strong: bool,
    /// The Region that is only a witness of writes, and whether it is cut off.
    pub witness: Option<(Text, bool)>,
    /// Whether it has to scale its writes by itself in AWS, and does not: it is provisioned.
    pub needs_scaling: bool,
    /// Whether it cannot be strongly consistent because it has items.
    pub has_items: bool,
    /// The two Regions with which the table can be strongly consistent; `None` if it cannot.
    pub strong_with: Option<[&'static str; 2]>,
}

/// A table in a Region.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegionView {
    pub region: Text,
    /// What the table is called there.
    pub table: Text,
    /// Whether it is the one that is open.
    pub is_open: bool,
    /// Whether nothing reaches or leaves the Region.
    pub is_cut_off: bool,
    pub item_count: u64,
    /// Writes that wait until the Region is connected, or that they can leave.
    pub waiting_count: u64,
}
