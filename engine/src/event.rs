//! What happened, and what it cost: events, and the receipt of a request.
//!
//! Both are data. Nothing here is worded for a reader; the page does that.

use std::collections::VecDeque;

use crate::capacity::cost::Consistency;
use crate::capacity::units::CapacityUnits;
use crate::clock::Timestamp;
use crate::model::bytes::Bytes;
use crate::model::item::Image;
use crate::model::name::{AttributeName, IndexName, TableName};
use crate::model::partition_id::PartitionId;
use crate::operation::Operation;

/// Events that are kept for a reader who has not drained them. Model: enough for any one screen.
const EVENT_COUNT_MAX: usize = 4_096;

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

/// Why and where a request was refused for want of throughput.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Throttled {
    /// The table or global index that was asked for more than it gives.
    pub store: Store,
    /// Read or write units.
    pub kind: UnitKind,
    /// What was used up.
    pub cause: ThrottleCause,
    /// How the table is paid for.
    pub mode: BillingMode,
    /// The partition; the last one of the request if there are several.
    pub partition: PartitionId,
    /// Units asked of it.
    pub units: CapacityUnits,
    /// Units per second that are used up: of the partition, the store or the account, according to the cause.
    pub units_per_second: u64,
}

/// How the throughput of a table and its global indexes is paid for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BillingMode {
    /// By provisioned units per second.
    Provisioned,
    /// By the request.
    PayPerRequest,
}

/// What was used up when a request was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThrottleCause {
    /// The provisioned throughput, and what was saved of it.
    ProvisionedThroughput,
    /// The ceiling of one partition.
    KeyRange,
    /// What a table or index on demand has grown to: twice its previous peak.
    OnDemandPeak,
    /// The maximum that was set for a table or index on demand.
    OnDemandMaximum,
    /// The maximum of the account.
    Account,
}

/// Why a partition was split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SplitCause {
    /// It was full.
    Size,
    /// It was hot for a while.
    Heat,
    /// More throughput was asked for than the partitions carry.
    Throughput,
}

/// Whether an arm counts as read units or as write units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnitKind {
    /// Read capacity units.
    Read,
    /// Write capacity units.
    Write,
}

impl Receipt {
    /// All read units, or all write units.
    pub fn units(&self, kind: UnitKind) -> CapacityUnits {
        self.arms.iter().filter(|arm| arm.unit_kind() == kind).map(|arm| arm.units).sum()
    }
}

impl Arm {
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

/// A fact, in the order in which facts came to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Virtual time of the fact.
    pub at: Timestamp,
    /// Its place among all events of this database, from zero.
    pub sequence: u64,
    /// The table that it is about.
    pub table: TableName,
    /// What happened.
    pub kind: EventKind,
}

/// The kinds of fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventKind {
    /// A table can be used.
    TableCreated,
    /// A table was deleted, and its items and indexes with it.
    TableDeleted,
    /// Settings of a table are in force.
    TableUpdated,
    /// An index of a live table has its resources and is being filled.
    IndexBackfillStarted {
        /// The index.
        index: IndexName,
    },
    /// Items of the table were put into an index that is being filled; the index pays for its entries.
    IndexBackfilled {
        /// The index.
        index: IndexName,
        /// How many entries were put.
        entry_count: usize,
        /// Write units of the index.
        units: CapacityUnits,
    },
    /// An index of a live table is filled and can be read.
    IndexCreated {
        /// The index.
        index: IndexName,
    },
    /// An index was dropped.
    IndexDropped {
        /// The index.
        index: IndexName,
    },
    /// An item was stored.
    ItemWritten {
        /// The item before; none if it is new.
        old: Option<Image>,
        /// The item after.
        new: Image,
    },
    /// An item was removed.
    ItemDeleted {
        /// The item as it was.
        old: Image,
    },
    /// An expired item was deleted. This consumes no throughput.
    ItemExpired {
        /// The item as it was.
        old: Image,
    },
    /// From now on items of the table expire.
    TimeToLiveEnabled {
        /// The attribute that holds the time.
        attribute: AttributeName,
    },
    /// From now on items of the table stay.
    TimeToLiveDisabled,
    /// A condition was false, so nothing was written.
    ConditionFailed,
    /// A request, or a part of one, was refused for want of throughput.
    RequestThrottled {
        /// Why and where.
        throttled: Throttled,
    },
    /// Auto scaling changes what is provisioned.
    ThroughputScaled {
        /// The table or global index.
        store: Store,
        /// Read and write units per second before.
        from: [u64; 2],
        /// Read and write units per second after.
        to: [u64; 2],
    },
    /// A partition became two.
    PartitionSplit {
        /// The table or global index.
        store: Store,
        /// Why.
        cause: SplitCause,
        /// How many partitions there are.
        count: usize,
    },
    /// The item is not in this index.
    IndexEntrySkipped {
        /// The index.
        index: IndexName,
        /// The key attributes of the index that keep the item out of it.
        faults: Vec<KeyFault>,
    },
    /// A change of a global index was scheduled; it arrives at `due`.
    IndexChangeScheduled {
        /// The index.
        index: IndexName,
        /// When it will be applied.
        due: Timestamp,
    },
    /// An entry appeared in an index.
    IndexEntryPut {
        /// The index.
        index: IndexName,
        /// The item of the entry.
        image: Image,
    },
    /// An entry was replaced under the same index key.
    IndexEntryChanged {
        /// The index.
        index: IndexName,
        /// The item of the entry after the change.
        image: Image,
    },
    /// An entry left its place and took another.
    IndexEntryMoved {
        /// The index.
        index: IndexName,
        /// The item of the entry after the move.
        image: Image,
    },
    /// An entry left an index.
    IndexEntryDeleted {
        /// The index.
        index: IndexName,
        /// The item of the entry as it was.
        image: Image,
    },
}

/// Collects events until they are drained; beyond a limit the oldest are dropped.
#[derive(Debug, Clone, Default)]
pub struct Recorder {
    events: VecDeque<Event>,
    sequence: u64,
    /// Whether facts about single items and entries are left out.
    skips_items: bool,
    /// The changes that global indexes have applied, if that is measured.
    arrivals: Option<Vec<Arrival>>,
}

/// A global index has applied a change.
#[derive(Debug, Clone)]
pub(crate) struct Arrival {
    /// Table of the index.
    pub(crate) table: TableName,
    /// The index.
    pub(crate) index: IndexName,
    /// Milliseconds since the item was written.
    pub(crate) took_ms: u64,
}

impl Recorder {
    /// Records a fact.
    pub fn record(&mut self, at: Timestamp, table: &TableName, kind: EventKind) {
        if self.events.len() == EVENT_COUNT_MAX {
            self.events.pop_front();
        }
        self.events.push_back(Event { at, sequence: self.sequence, table: table.clone(), kind });
        self.sequence += 1;
    }

    /// Whether facts about single items and entries are recorded.
    pub(crate) fn records_items(&self) -> bool {
        !self.skips_items
    }

    /// Records facts about single items and entries, or leaves them out.
    pub(crate) fn record_items(&mut self, are_recorded: bool) {
        self.skips_items = !are_recorded;
    }

    /// Measures how long changes of global indexes take, or no longer does.
    pub(crate) fn measure_arrivals(&mut self, are_measured: bool) {
        self.arrivals = are_measured.then(Vec::new);
    }

    /// Records that a global index has applied a change, if that is measured.
    pub(crate) fn record_arrival(&mut self, arrival: impl FnOnce() -> Arrival) {
        if let Some(arrivals) = &mut self.arrivals {
            arrivals.push(arrival());
        }
    }

    /// Takes out the arrivals, in order.
    pub(crate) fn drain_arrivals(&mut self) -> Vec<Arrival> {
        self.arrivals.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// How many events there were, drained or not.
    pub(crate) fn count(&self) -> u64 {
        self.sequence
    }

    /// Counts on from a number of events.
    pub(crate) fn resume(&mut self, count: u64) {
        self.sequence = count;
    }

    /// Takes the events out, oldest first.
    pub fn drain(&mut self) -> Vec<Event> {
        self.events.drain(..).collect()
    }
}
