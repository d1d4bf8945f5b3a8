//! What an operation cost: the receipt, with an arm for each table and index.
//!
//! A receipt is data. Nothing here is worded for a reader; the page does that.

use crate::capacity::cost::Consistency;
use crate::capacity::units::CapacityUnits;
use crate::clock::Timestamp;
use crate::model::bytes::Bytes;
use crate::model::name::{AttributeName, IndexName, TableName};
use crate::operation::Operation;

/// Bytes of a request that take a step to read. Model: what a write unit pays for.
const BYTES_PER_STEP: u64 = 1_024;

/// Steps of making an item of full size, or one of twice that, which is rejected. Model: as many as the units of its write.
pub(crate) const ITEM_STEPS: u64 = 400;

/// Rows that are looked at in a step. Model: a small row takes a quarter of the time of a small write.
const ROWS_PER_STEP: u64 = 4;

/// Bytes of a request that take as long again for each row: a filter is evaluated for each. Model: a condition or two.
const FILTER_BYTES: u64 = 256;

/// Bytes of a request that take as long again for what is read: a filter compares long values. Model: a few comparisons.
const COMPARISON_BYTES: u64 = 64;

/// What one request cost, an arm for each store that it touched or might have touched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// The operation.
    pub operation: Operation,
    /// When it ran.
    pub at: Timestamp,
    /// The table first, then its local and global indexes in the order of their definition.
    pub arms: Vec<Arm>,
    /// For a read of a global index with changes in progress: how far behind it was.
    pub staleness: Option<Staleness>,
    /// How long a write waited until a second Region had it, in milliseconds.
    pub wait_ms: u64,
}

/// The part of a price that one table or index accounts for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arm {
    /// The table, or the table of the index.
    pub table: TableName,
    /// The table itself or one of its indexes.
    pub store: Store,
    /// What was done there, and the bytes that set the price.
    pub reason: Reason,
    /// Read or write units, according to the reason; zero where nothing is charged.
    pub units: CapacityUnits,
    /// Whether the table stands for one of an SQL database, which charges nothing in units.
    pub is_sql: bool,
}

/// Requests to tables that stand for those of an SQL database. They take no units.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SqlRequests {
    /// Those that read.
    pub read_count: u64,
    /// Those that write, or try to.
    pub write_count: u64,
}

/// What requests took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Taken {
    /// Read units.
    pub read: CapacityUnits,
    /// Write units.
    pub written: CapacityUnits,
    /// What took no units.
    pub sql: SqlRequests,
}

/// Where something is stored.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Store {
    /// The table.
    Table,
    /// A local secondary index: same partition as the table, charged to the table.
    Local(IndexName),
    /// A global secondary index: partitions and throughput of its own.
    Global(IndexName),
}

/// A key attribute of an index that keeps an item out of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyFault {
    /// The attribute.
    pub attribute: AttributeName,
    /// What is wrong with it.
    pub kind: KeyFaultKind,
}

/// What keeps an item out of an index. A ready index rejects a write with any of these but the first; an index that is
/// added later skips such items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum KeyFaultKind {
    /// The item does not have the attribute.
    Missing,
    /// The value has another type than the key.
    WrongType,
    /// The value is an empty string or binary.
    Empty,
    /// The value is longer than a key of its kind may be.
    TooLong,
}

/// What was done to a store. Sizes are of whole items for the table, of projected entries for an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// Something is stored where nothing was.
    Put {
        /// Size of what is stored.
        size: Bytes,
    },
    /// What was stored is replaced in its place; the larger size is charged.
    Change {
        /// Size before.
        old: Bytes,
        /// Size after.
        new: Bytes,
    },
    /// What is stored stays as it is. A table is charged anyway, an index is not.
    Unchanged {
        /// Size of what is stored.
        size: Bytes,
    },
    /// What was stored is removed.
    Delete {
        /// Size of what was stored.
        size: Bytes,
        /// For an index whose item lives on: the key attributes that keep the item out of it.
        faults: Vec<KeyFault>,
    },
    /// The key of an entry changed: the old entry is deleted and a new one put, and both are charged.
    Move {
        /// Size of the entry that is deleted.
        old: Bytes,
        /// Size of the entry that is put.
        new: Bytes,
    },
    /// Nothing was there and nothing is: a delete or an update of a missing item. The minimum is charged.
    Absent,
    /// The item is not in the index, before or after.
    NotIndexed {
        /// The key attributes of the index that keep the item out of it.
        faults: Vec<KeyFault>,
    },
    /// A transaction only looked: its condition was true, and nothing is written. Charged like a write.
    Checked {
        /// Size of the item, if there is one.
        size: Option<Bytes>,
    },
    /// The condition was false: the larger of the existing and the attempted item is charged.
    ConditionFailed {
        /// Size of the existing item, if there is one.
        existing: Option<Bytes>,
        /// Size of the item that would have been stored, if it is known.
        attempted: Option<Bytes>,
    },
    /// Items or entries were read; their sum is rounded up once.
    Read {
        /// How many were evaluated, before any filter.
        count: usize,
        /// Bytes evaluated, before any filter or projection.
        size: Bytes,
        /// Whether the price was halved.
        consistency: Consistency,
    },
    /// Items were fetched from the table because a local index does not project what was asked for;
    /// each is rounded up for itself.
    Fetch {
        /// Size of each fetched item.
        sizes: Vec<Bytes>,
        /// Whether the price was halved.
        consistency: Consistency,
    },
}

/// How far a global index was behind its table when it was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Staleness {
    /// Changes of that index that had not arrived.
    pub pending_count: usize,
    /// When the last of them arrives.
    pub caught_up_at: Timestamp,
}

/// Whether an arm counts as read units or as write units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnitKind {
    /// Read capacity units.
    Read,
    /// Write capacity units.
    Write,
}

impl SqlRequests {
    /// Counts an arm, if it is of such a table.
    pub fn add(&mut self, arm: &Arm) {
        let count = match arm.unit_kind() {
            UnitKind::Read => &mut self.read_count,
            UnitKind::Write => &mut self.write_count,
        };
        *count += u64::from(arm.is_sql && arm.store == Store::Table);
    }

    /// Both together.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self {
            read_count: self.read_count + other.read_count,
            write_count: self.write_count + other.write_count,
        }
    }

    /// Those beyond others.
    #[must_use]
    pub fn beyond(self, other: Self) -> Self {
        Self {
            read_count: self.read_count.saturating_sub(other.read_count),
            write_count: self.write_count.saturating_sub(other.write_count),
        }
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }
}

impl<'a> FromIterator<&'a Arm> for SqlRequests {
    fn from_iter<I: IntoIterator<Item = &'a Arm>>(arms: I) -> Self {
        arms.into_iter().fold(Self::default(), |mut requests, arm| {
            requests.add(arm);
            requests
        })
    }
}

impl Taken {
    /// Adds what an arm took.
    pub fn add(&mut self, arm: &Arm) {
        match arm.unit_kind() {
            UnitKind::Read => self.read += arm.units,
            UnitKind::Write => self.written += arm.units,
        }
        self.sql.add(arm);
    }

    /// Adds what others took.
    pub fn add_all(&mut self, other: &Self) {
        self.read += other.read;
        self.written += other.written;
        self.sql = self.sql.with(other.sql);
    }

    /// Its read units, or its write units.
    pub fn units(&self, kind: UnitKind) -> CapacityUnits {
        match kind {
            UnitKind::Read => self.read,
            UnitKind::Write => self.written,
        }
    }
}

impl<'a> FromIterator<&'a Arm> for Taken {
    fn from_iter<I: IntoIterator<Item = &'a Arm>>(arms: I) -> Self {
        arms.into_iter().fold(Self::default(), |mut taken, arm| {
            taken.add(arm);
            taken
        })
    }
}

impl Receipt {
    /// All read units, or all write units.
    pub fn units(&self, kind: UnitKind) -> CapacityUnits {
        self.arms.iter().filter(|arm| arm.unit_kind() == kind).map(|arm| arm.units).sum()
    }
}

/// Steps of work of a request with a text of so many bytes: one, one for each KB of the text and each unit, and one for every few
/// rows that were evaluated, and for what they have, by the length of the filter.
pub fn steps(arms: &[Arm], text_size: u64) -> u64 {
    let units: CapacityUnits = arms.iter().map(|arm| arm.units).sum();
    steps_of(units, arms.iter().map(Arm::row_count).sum(), text_size)
}

/// Steps of work of a request that takes so many units and evaluates so many rows: see [`steps`].
pub fn steps_of(units: CapacityUnits, row_count: u64, text_size: u64) -> u64 {
    let filtered = row_count.saturating_mul(1 + text_size / FILTER_BYTES) / ROWS_PER_STEP;
    let read = if row_count == 0 { 0 } else { units.halves() / 2 };
    let compared = read.saturating_mul(text_size / COMPARISON_BYTES);
    1 + text_size / BYTES_PER_STEP + units.halves() / 2 + filtered.saturating_add(compared)
}

impl Arm {
    /// Rows that were read.
    fn row_count(&self) -> u64 {
        match &self.reason {
            Reason::Read { count, .. } => *count as u64,
            Reason::Fetch { sizes, .. } => sizes.len() as u64,
            Reason::Put { .. }
            | Reason::Change { .. }
            | Reason::Unchanged { .. }
            | Reason::Checked { .. }
            | Reason::Delete { .. }
            | Reason::Move { .. }
            | Reason::Absent
            | Reason::NotIndexed { .. }
            | Reason::ConditionFailed { .. } => 0,
        }
    }

    /// Whether the units of this arm are read units or write units.
    pub fn unit_kind(&self) -> UnitKind {
        match self.reason {
            Reason::Read { .. } | Reason::Fetch { .. } => UnitKind::Read,
            Reason::Put { .. }
            | Reason::Change { .. }
            | Reason::Unchanged { .. }
            | Reason::Checked { .. }
            | Reason::Delete { .. }
            | Reason::Move { .. }
            | Reason::Absent
            | Reason::NotIndexed { .. }
            | Reason::ConditionFailed { .. } => UnitKind::Write,
        }
    }
}
