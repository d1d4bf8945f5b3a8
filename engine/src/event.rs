//! What happened: events, and why requests were throttled.
//!
//! Both are data. Nothing here is worded for a reader; the page does that.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

use crate::capacity::units::CapacityUnits;
use crate::clock::{Timestamp, UnixTime};
use crate::model::bytes::Bytes;
use crate::model::item::{Image, Item};
use crate::model::name::{AttributeName, IndexName, TableName};
use crate::model::partition_id::PartitionId;
use crate::receipt::{Arm, KeyFault, Receipt, Store, UnitKind};

/// Events that are kept for a reader who has not drained them. Model: enough for any one screen.
const EVENT_COUNT_MAX: usize = 4_096;

/// Why and where a request was throttled.
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

/// Which limit a throttled request had reached.
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

/// Records that were made in a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// The table of the stream.
    pub table: TableName,
    /// The label of the stream.
    pub stream: UnixTime,
    /// The numbers of the records.
    pub numbers: Range<u64>,
}

/// A program was given a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invocation {
    /// Its name.
    pub program: String,
    /// The label of the stream.
    pub stream: UnixTime,
    /// The numbers of the records, in ascending order.
    pub records: Vec<u64>,
    /// The records that its requests made.
    pub made: Vec<Made>,
    /// What its requests cost, in order.
    pub receipts: Vec<Receipt>,
    /// What it failed with.
    pub failure: Option<String>,
}

/// Something that happened. Events are in the order in which it happened.
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

impl Event {
    /// Bytes of memory of the items that it shows.
    pub fn memory(&self) -> Bytes {
        let images = match &self.kind {
            EventKind::ItemWritten { old, new } => [old.as_ref(), Some(new)],
            EventKind::ItemDeleted { old } | EventKind::ItemExpired { old } => [Some(old), None],
            EventKind::IndexEntry { image, .. } => [Some(image), None],
            EventKind::ItemReplicated { old, new, .. } => [old.as_ref(), new.as_ref()],
            EventKind::ReplicatedWriteDropped { image, .. } => [image.as_ref(), None],
            EventKind::TableCreated
            | EventKind::TableDeleted
            | EventKind::TableUpdated
            | EventKind::IndexBackfillStarted { .. }
            | EventKind::IndexBackfilled { .. }
            | EventKind::IndexCreated { .. }
            | EventKind::IndexDropped { .. }
            | EventKind::TimeToLiveEnabled { .. }
            | EventKind::TimeToLiveDisabled
            | EventKind::ConditionFailed
            | EventKind::RequestThrottled { .. }
            | EventKind::ThroughputScaled { .. }
            | EventKind::PartitionSplit { .. }
            | EventKind::ProgramInvoked(_)
            | EventKind::ProgramStopped { .. }
            | EventKind::IndexEntrySkipped { .. }
            | EventKind::IndexChangeScheduled { .. } => [None, None],
        };
        images.into_iter().flatten().map(|image| image.memory()).sum()
    }
}

/// The kinds of fact.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "a member is named after what it holds")]
pub enum EventKind {
    /// A table can be used.
    TableCreated,
    /// A table was deleted, and its items and indexes with it.
    TableDeleted,
    /// Settings of a table are in force.
    TableUpdated,
    /// An index of a live table has its resources and is being filled.
    IndexBackfillStarted { index: IndexName },
    /// Items of the table were put into an index that is being filled; the index pays for its entries.
    IndexBackfilled {
        index: IndexName,
        /// How many entries were put.
        entry_count: usize,
        /// Write units of the index.
        units: CapacityUnits,
    },
    /// An index of a live table is filled and can be read.
    IndexCreated { index: IndexName },
    /// An index was dropped.
    IndexDropped { index: IndexName },
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
    /// A request, or a part of one, was throttled.
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
    /// A write of another Region arrived at this replica and was applied.
    ItemReplicated {
        /// The replica in which it was made.
        from: TableName,
        /// Key of the item.
        key: Item,
        /// The item before, if there was one.
        old: Option<Image>,
        /// The item after; none if it was deleted.
        new: Option<Image>,
        /// What it cost here.
        arms: Vec<Arm>,
        /// When it was made.
        written_at: Timestamp,
    },
    /// A write of another Region arrived at this replica after a later write of the item: it is lost.
    ReplicatedWriteDropped {
        /// The replica in which it was made.
        from: TableName,
        /// Key of the item.
        key: Item,
        /// The item after the write that is lost; none if it was a delete.
        image: Option<Image>,
        /// When it was made.
        written_at: Timestamp,
    },
    /// A program was given records of the table's stream.
    ProgramInvoked(Invocation),
    /// A program was stopped, because programs followed from each other too often.
    ProgramStopped {
        /// Its name.
        program: String,
    },
    /// The item is not in this index.
    IndexEntrySkipped {
        index: IndexName,
        /// The key attributes of the index that keep the item out of it.
        faults: Vec<KeyFault>,
    },
    /// A change of a global index was scheduled; it arrives at `due`.
    IndexChangeScheduled {
        index: IndexName,
        /// When it will be applied.
        due: Timestamp,
    },
    /// An entry of an index was put, changed, moved or deleted.
    IndexEntry {
        index: IndexName,
        change: EntryChange,
        /// The item of the entry after the change, or as it was if it was deleted.
        image: Image,
    },
}

/// What happened to an entry of an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryChange {
    /// It appeared.
    Put,
    /// It was replaced under the same index key.
    Changed,
    /// It left its place and took another.
    Moved,
    /// It left.
    Deleted,
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
    /// How many items of each table have expired, if arrivals are measured.
    expired: BTreeMap<TableName, u64>,
}

/// A global index has applied a change.
#[derive(Debug, Clone)]
pub(crate) struct Arrival {
    /// Table of the index.
    pub(crate) table: TableName,
    /// The index.
    pub(crate) index: IndexName,
    /// When.
    pub(crate) at: Timestamp,
    /// Milliseconds since the item was written.
    pub(crate) took_ms: u64,
    /// What the index paid for it.
    pub(crate) units: CapacityUnits,
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

    /// Sets whether it is measured how long changes of global indexes take.
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

    /// Counts items of a table that have expired, while arrivals are measured.
    pub(crate) fn count_expired(&mut self, table: &TableName, count: u64) {
        if self.arrivals.is_some() {
            *self.expired.entry(table.clone()).or_default() += count;
        }
    }

    /// Takes out how many items of each table have expired.
    pub(crate) fn drain_expired(&mut self) -> BTreeMap<TableName, u64> {
        std::mem::take(&mut self.expired)
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
