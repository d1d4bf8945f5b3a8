//! What became of a workload: counts and units, by second, by table and index, and by pattern.

use std::collections::BTreeMap;

use crate::capacity::units::CapacityUnits;
use crate::clock::Timestamp;
use crate::database::Database;
use crate::event::{Arrival, ThrottleCause, Throttled};
use crate::model::bytes::Bytes;
use crate::model::name::TableName;
use crate::receipt::{Arm, SqlRequests, Store, UnitKind};
use crate::table::index::Index;
use crate::throughput::view::StoreThroughput;
use crate::workload::histogram::Histogram;

/// The number of different rejections that are kept. Model: enough to see what is wrong.
const REJECTION_COUNT_MAX: usize = 8;

/// What became of a workload so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunResult {
    /// The second of virtual time in which the run began.
    pub first_second: u64,
    /// What happened in each second of virtual time that has begun.
    pub seconds: Vec<RunSecond>,
    /// Tables in order of their names, each followed by its indexes.
    pub stores: Vec<RunStore>,
    /// The result of each access pattern, in their order.
    pub patterns: Vec<RunPattern>,
    /// All requests together.
    pub counts: Counts,
    /// Requests that wait to be sent again.
    pub waiting_count: u64,
    /// Requests that were given up before their last attempt, because as many waited as a run keeps.
    pub crowded_out_count: u64,
    /// The first different rejections of each pattern, except throttling.
    pub rejections: Vec<RunRejection>,
    /// Whether throughput was limited during the run.
    pub is_limited: bool,
    /// Partitions, heat and hot keys at the end of a limited run; none before the end, or if it was not limited.
    pub throughput: Option<FinalThroughput>,
}

/// The throughput of every table when a limited run had ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinalThroughput {
    /// When that was.
    pub at: Timestamp,
    /// Each table with its global indexes.
    pub tables: BTreeMap<TableName, Vec<StoreThroughput>>,
}

/// One second of a workload.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunSecond {
    /// The limits of each table and index, and its hottest partitions, in the order of
    /// [`RunResult::stores`]. All zero while throughput is not metered, and for local indexes.
    pub meters: Vec<StoreMeter>,
    /// What became of the requests that were sent.
    pub counts: Counts,
    /// The units consumed from each table and index, in the order of [`RunResult::stores`].
    pub stores: Vec<StoreUse>,
}

/// A table or index, and what the whole workload consumed from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunStore {
    /// The table, or the table of the index.
    pub table: TableName,
    /// The table itself or one of its indexes.
    pub store: Store,
    /// What was consumed.
    pub total: StoreUse,
    /// Why requests to it were throttled, in the order of their first occurrence.
    pub throttles: Vec<ThrottleCount>,
    /// Milliseconds from a write to its arrival in this global index; empty for any other store.
    pub propagation: Histogram,
    /// Items of this table that time to live deleted; none of any other store.
    pub expired_count: u64,
}

/// How often requests were throttled for one reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThrottleCount {
    /// Read or write units.
    pub kind: UnitKind,
    /// What was used up.
    pub cause: ThrottleCause,
    /// How many attempts were throttled.
    pub count: u64,
    /// How many of them were the first attempt of their request.
    pub request_count: u64,
}

/// The throughput of a table or global index at the end of a second.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StoreMeter {
    /// Sustained read units per second.
    pub read_limit: u64,
    /// Sustained write units per second.
    pub write_limit: u64,
    /// Changes that wait for write units of a global index.
    pub queue_count: u64,
    /// How many partitions it has.
    pub partition_count: u64,
    /// Read units of the partition that was read most.
    pub hottest_read: CapacityUnits,
    /// Write units of the partition that was written most.
    pub hottest_written: CapacityUnits,
}

/// Units consumed from a table or index, and requests that it did not serve.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StoreUse {
    /// Read units.
    pub read: CapacityUnits,
    /// Write units that requests were charged.
    pub written: CapacityUnits,
    /// Write units of the changes that a global index has applied; none of any other store.
    pub applied: CapacityUnits,
    /// Attempts that it throttled.
    pub throttled_count: u64,
    /// Those of them that wanted to read.
    pub throttled_read_count: u64,
    /// Read units that throttled attempts asked for.
    pub throttled_read: CapacityUnits,
    /// Write units that throttled attempts asked for.
    pub throttled_written: CapacityUnits,
    /// What took no units.
    pub sql: SqlRequests,
}

/// What became of requests. Every request that was issued has succeeded, failed, been given up, or waits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Requests that the workload has issued.
    pub issued: u64,
    /// Requests that were answered.
    pub succeeded: u64,
    /// Those of them that read with GetItem or Query, and were given no item.
    pub empty: u64,
    /// Requests that were rejected for another reason than throughput.
    pub failed: u64,
    /// Attempts that were throttled.
    pub throttled: u64,
    /// Requests whose first attempt was throttled.
    pub throttled_requests: u64,
    /// Attempts beyond the first.
    pub retried: u64,
    /// Requests that were given up after the last attempt.
    pub dropped: u64,
    /// Parts of batches that were given back. Model: like the AWS SDKs, the workload does not send them again.
    pub unprocessed: u64,
}

/// What became of one access pattern.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunPattern {
    /// Its requests.
    pub counts: Counts,
    /// Read units, of all stores.
    pub read: CapacityUnits,
    /// Write units, of all stores.
    pub written: CapacityUnits,
    /// Write units of each store, in the order of [`RunResult::stores`].
    pub written_by_store: Vec<CapacityUnits>,
}

/// A rejection, and how often it was met.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunRejection {
    /// Which of the access patterns it rejected.
    pub pattern: usize,
    /// The error message.
    pub error: String,
    /// How often that pattern received it.
    pub count: u64,
}

impl RunResult {
    /// An empty result for a number of access patterns and the tables of a database.
    pub(super) fn new(database: &Database, pattern_count: usize) -> Self {
        let stores = database.tables().flat_map(|table| {
            let indexes = table.indexes.iter().map(Index::store);
            let stores = [Store::Table].into_iter().chain(indexes);
            let name = table.schema.name.clone();
            stores.map(move |store| RunStore {
                table: name.clone(),
                store,
                total: StoreUse::default(),
                throttles: Vec::new(),
                propagation: Histogram::default(),
                expired_count: 0,
            })
        });
        let stores: Vec<RunStore> = stores.collect();
        let written_by_store = vec![CapacityUnits::ZERO; stores.len()];
        let pattern = RunPattern { written_by_store, ..RunPattern::default() };
        Self {
            first_second: database.now().second(),
            seconds: Vec::new(),
            stores,
            patterns: vec![pattern; pattern_count],
            counts: Counts::default(),
            waiting_count: 0,
            crowded_out_count: 0,
            rejections: Vec::new(),
            is_limited: database.config().throughput.is_enforced,
            throughput: None,
        }
    }

    /// Stores the final throughput of all tables if the run is limited.
    pub(super) fn note_throughput(&mut self, database: &Database) {
        let tables = database.tables().filter_map(|table| {
            let name = table.schema.name.clone();
            database.throughput(name.as_str()).map(|stores| (name, stores))
        });
        self.throughput = self
            .is_limited
            .then(|| FinalThroughput { at: database.now(), tables: tables.collect() });
    }

    /// Bytes of memory that the seconds take.
    pub(super) fn memory(&self) -> Bytes {
        let of_store = size_of::<StoreUse>() + size_of::<StoreMeter>();
        let of_second = size_of::<RunSecond>() + self.stores.len() * of_store;
        Bytes::from_length(self.seconds.len() * of_second)
    }

    /// Begins another second. Until it is measured, its limits are those of the second before.
    pub(super) fn begin_second(&mut self) {
        let stores = vec![StoreUse::default(); self.stores.len()];
        let meters = match self.seconds.last() {
            Some(before) => before.meters.iter().map(StoreMeter::limits).collect(),
            None => vec![StoreMeter::default(); self.stores.len()],
        };
        self.seconds.push(RunSecond { meters, counts: Counts::default(), stores });
    }

    /// Records limits, queues and heat of each table and global index for the second that ends, if throughput is
    /// metered. Returns how many tables, indexes and samples of partitions it has looked at: none if the run was over before
    /// its first second.
    pub(super) fn measure(&mut self, database: &Database, second: u64) -> u64 {
        let Some(running) = self.seconds.last_mut() else { return 0 };
        let mut metered = Vec::new();
        let mut measured_count = self.stores.len();
        for (known, meter) in self.stores.iter().zip(&mut running.meters) {
            if known.store == Store::Table {
                metered = database.throughput(known.table.as_str()).unwrap_or_default();
            }
            if let Some(found) = metered.iter().find(|metered| metered.store == known.store) {
                *meter = StoreMeter::of(found, second);
                measured_count +=
                    found.partitions.iter().map(|it| 1 + it.samples.len()).sum::<usize>();
            }
        }
        measured_count as u64
    }

    /// Counts an attempt that was throttled, and its request if it is the first attempt.
    pub(super) fn throttle(
        &mut self,
        pattern: usize,
        table: &TableName,
        throttled: &Throttled,
        is_first: bool,
    ) {
        let request_count = u64::from(is_first);
        self.count(pattern, |counts| {
            counts.throttled += 1;
            counts.throttled_requests += request_count;
        });
        let Some(position) = self.position(table, &throttled.store) else { return };
        let store = &mut self.stores[position];
        let second = self.seconds.last_mut().expect("a second has begun");
        let Throttled { kind, cause, units, .. } = *throttled;
        for uses in [&mut store.total, &mut second.stores[position]] {
            uses.throttled_count += 1;
            uses.throttled_read_count += u64::from(kind == UnitKind::Read);
            match kind {
                UnitKind::Read => uses.throttled_read += units,
                UnitKind::Write => uses.throttled_written += units,
            }
        }
        match store.throttles.iter_mut().find(|it| (it.kind, it.cause) == (kind, cause)) {
            Some(known) => {
                known.count += 1;
                known.request_count += request_count;
            }
            None => store.throttles.push(ThrottleCount { kind, cause, count: 1, request_count }),
        }
    }

    /// Adds to the counts of the run, of a pattern and of the current second.
    pub(super) fn count(&mut self, pattern: usize, add: impl Fn(&mut Counts)) {
        add(&mut self.counts);
        add(&mut self.patterns[pattern].counts);
        add(&mut self.seconds.last_mut().expect("a second has begun").counts);
    }

    /// Adds the units of a request to the totals.
    pub(super) fn charge(&mut self, pattern: usize, arms: &[Arm]) {
        for arm in arms {
            let Some(position) = self.position(&arm.table, &arm.store) else { continue };
            let second = self.seconds.last_mut().expect("a second has begun");
            let pattern = &mut self.patterns[pattern];
            let (total, second) = (&mut self.stores[position].total, &mut second.stores[position]);
            let accounts = match arm.unit_kind() {
                UnitKind::Read => [&mut total.read, &mut second.read, &mut pattern.read],
                UnitKind::Write => {
                    pattern.written_by_store[position] += arm.units;
                    [&mut total.written, &mut second.written, &mut pattern.written]
                }
            };
            for account in accounts {
                *account += arm.units;
            }
            total.sql.add(arm);
            second.sql.add(arm);
        }
    }

    /// Enters a change that a global index has applied: its units, if that was within the run, and how long it took.
    pub(super) fn propagated(&mut self, arrival: &Arrival) {
        let store = Store::Global(arrival.index.clone());
        let Some(position) = self.position(&arrival.table, &store) else { return };
        self.stores[position].propagation.add(arrival.took_ms);
        let second = arrival.at.second().checked_sub(self.first_second);
        let second = second.and_then(|second| usize::try_from(second).ok());
        if let Some(second) = second.and_then(|second| self.seconds.get_mut(second)) {
            second.stores[position].applied += arrival.units;
            self.stores[position].total.applied += arrival.units;
        }
    }

    /// What the partitions of a table or global index served and rejected, of the whole run or of a second, in the order of
    /// [`RunResult::stores`]: those of a table its local indexes too, and of a global index a change when it is applied.
    pub fn served(&self, position: usize, uses: impl Fn(usize) -> StoreUse) -> StoreUse {
        let store = &self.stores[position];
        let own = uses(position);
        match &store.store {
            Store::Global(_) => StoreUse { written: own.applied, ..own },
            Store::Local(_) => own,
            Store::Table => {
                let indexes = self.stores.iter().enumerate().skip(position + 1);
                let indexes = indexes.take_while(|(_, it)| it.table == store.table);
                let locals = indexes.filter(|(_, it)| matches!(it.store, Store::Local(_)));
                locals.fold(own, |sum, (local, _)| sum.with(&uses(local)))
            }
        }
    }

    /// Counts items of a table that time to live has deleted.
    pub(super) fn expired(&mut self, table: &TableName, count: u64) {
        if let Some(position) = self.position(table, &Store::Table) {
            self.stores[position].expired_count += count;
        }
    }

    /// Counts an error that a pattern received; a new one is kept if there is room.
    pub(super) fn reject(&mut self, pattern: usize, error: String) {
        let is_known = |known: &RunRejection| known.pattern == pattern && known.error == error;
        match self.rejections.iter().position(is_known) {
            Some(known) => self.rejections[known].count += 1,
            None if self.rejections.len() < REJECTION_COUNT_MAX => {
                self.rejections.push(RunRejection { pattern, error, count: 1 });
            }
            None => {}
        }
    }

    /// The position of a table or index in the stores; `None` if it was created after the workload began.
    pub(super) fn position(&self, table: &TableName, store: &Store) -> Option<usize> {
        self.stores.iter().position(|it| it.store == *store && it.table == *table)
    }
}

impl StoreUse {
    /// Both together.
    fn with(self, other: &Self) -> Self {
        Self {
            read: self.read + other.read,
            written: self.written + other.written,
            applied: self.applied + other.applied,
            throttled_count: self.throttled_count + other.throttled_count,
            throttled_read_count: self.throttled_read_count + other.throttled_read_count,
            throttled_read: self.throttled_read + other.throttled_read,
            throttled_written: self.throttled_written + other.throttled_written,
            sql: self.sql.with(other.sql),
        }
    }
}

impl StoreMeter {
    /// The limits and partitions alone.
    fn limits(&self) -> Self {
        let &Self { read_limit, write_limit, partition_count, .. } = self;
        Self { read_limit, write_limit, partition_count, ..Self::default() }
    }

    /// What a store had in a second of virtual time.
    fn of(metered: &StoreThroughput, second: u64) -> Self {
        let samples = || {
            let partitions = metered.partitions.iter();
            partitions
                .flat_map(|it| it.samples.iter().rev().take_while(move |it| it.second >= second))
        };
        let hottest = |kind| samples().map(|sample| sample.units(kind)).max().unwrap_or_default();
        Self {
            read_limit: metered.read.units_per_second,
            write_limit: metered.write.units_per_second,
            queue_count: metered.queue.count as u64,
            partition_count: metered.partitions.len() as u64,
            hottest_read: hottest(UnitKind::Read),
            hottest_written: hottest(UnitKind::Write),
        }
    }
}
