//! How tables grow: what the user gives, and the forecast.

use crate::view::message::Message;
use crate::view::money::Money;
use crate::view::value::Text;

/// How a table grows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableGrowth {
    pub table: Text,
    /// New items a month.
    pub monthly: u64,
    /// Days after which an item expires; never if `None`.
    pub days: Option<u64>,
    /// New items a month of the largest item collection; its share of the items here if `None`.
    pub collection_monthly: Option<u64>,
}

impl TableGrowth {
    /// A table that does not grow.
    pub const fn none(table: Text) -> Self {
        Self { table, monthly: 0, days: None, collection_monthly: None }
    }

    /// Whether this is other than no growth.
    pub const fn is_telling(&self) -> bool {
        self.monthly > 0 || self.days.is_some() || self.collection_monthly.is_some()
    }
}

/// The growth of all tables.
#[derive(Debug, Clone, PartialEq)]
pub struct GrowthView {
    /// Replicas in other Regions are not among them: they grow as their table.
    pub tables: Vec<GrowthOfTable>,
    /// The forecast, from now on; empty if nothing grows.
    pub rows: Vec<ForecastRow>,
    /// What the forecast assumes.
    pub assumes: Message,
}

/// The growth of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct GrowthOfTable {
    /// As it is given.
    pub growth: TableGrowth,
    /// New items a month of the largest item collection, if it keeps its share of the items here. `None` if none can become too large.
    pub collection_share: Option<u64>,
    /// When that collection is full.
    pub collection: Option<Message>,
    /// Whether more is given for that collection than for the table.
    pub is_too_much: bool,
    /// How many new items access patterns put, if that is another number.
    pub put: Option<Message>,
}

/// All tables at a time to come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForecastRow {
    /// "In 6 months".
    pub when: Message,
    pub item_count: u64,
    /// Bytes that are billed, of tables and indexes; `None` if it is not known how large items will be.
    pub bytes: Option<u64>,
    /// What these cost in a month.
    pub storage: Money,
    /// What all costs in a month.
    pub total: Money,
}
