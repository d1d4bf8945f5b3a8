//! The database: tables, virtual time, and the one schedule of everything that happens later.

pub(crate) mod admission;
mod back_pressure;
mod config;
mod expiry;
mod lifecycle;
mod partitions;
pub(crate) mod parts;
pub mod program;
mod recorded;
pub mod replicated;
mod replication;
mod scaling;
mod sql;
mod streams;
mod strong;
pub(crate) mod table_throughput;
pub(crate) mod table_update;
mod task;
mod throughput;
mod wording;

use std::collections::BTreeMap;
use std::ops::Bound;

use crate::capacity::units::CapacityUnits;
use crate::clock::{Timestamp, UnixTime};
pub use crate::database::config::{
    COLLECTION_SIZE_MAX, Config, EXPIRE_ITEM_MS_MAX, LifecycleDelays, REPLICATION_DELAY_MS,
};
use crate::database::program::Attached;
use crate::database::recorded::{arrival, fact};
use crate::database::replicated::Replication;
use crate::database::table_throughput::{StoreState, TableThroughput};
use crate::database::table_update::TableUpdate;
pub use crate::database::task::Task;
pub use crate::database::wording::Wording;
use crate::event::{Arrival, Event, EventKind, Recorder};
use crate::model::bytes::Bytes;
use crate::model::name::{AttributeName, TableName};
use crate::random::Random;
use crate::receipt::{Reason, Staleness, Store, Taken};
use crate::schedule::{Schedule, Ticket};
use crate::table::Table;
use crate::table::index::{Index, IndexChange};
use crate::table::recovery::Recovery;
use crate::table::schema::{Scope, StrongRegions};
use crate::table::status::TableStatus;
use crate::table::stream::{Author, Stream, StreamId};
use crate::table::write::plan::WritePlan;
use crate::table::write::set::{TableWrite, WriteSet};
use crate::throughput::decision::Decision;
use crate::throughput::meter::Meter;
use crate::throughput::queue::Waiting;

/// Tables and virtual time. The same calls on the same database give the same bytes.
#[derive(Debug, Clone, Default)]
pub struct Database {
    config: Config,
    now: Timestamp,
    tables: BTreeMap<TableName, Table>,
    /// The throughput of each table.
    throughput: BTreeMap<TableName, TableThroughput>,
    schedule: Schedule<Task>,
    recorder: Recorder,
    completed_transactions: BTreeMap<String, CompletedTransaction>,
    streams: BTreeMap<StreamId, Stream>,
    /// The programs that read streams, by name.
    programs: BTreeMap<String, Attached>,
    /// What was taken without a request of a client, by table and index, until it is taken out.
    background: BTreeMap<(TableName, Store), Taken>,
    /// Who sends the requests.
    writer: Author,
    /// What travels between Regions.
    replication: Replication,
    /// Whether writes are neither recorded in streams nor sent to replicas.
    is_quiet: bool,
    /// The task of each table in which items will expire.
    expiries: BTreeMap<TableName, Ticket>,
    /// What is drawn for what takes a while.
    random: Random,
    /// What was decided of the request that is being planned, if that is known.
    decided: Option<Decision>,
}

/// What a planned request changes. Committing it cannot fail.
#[derive(Debug, Clone)]
pub(crate) enum Change {
    /// A read: nothing.
    None,
    /// Writes of items.
    Writes(WriteSet),
    /// The writes of a transaction, and what is remembered of it if it has a token.
    Transaction { writes: WriteSet, completed: Option<CompletedTransaction> },
    /// Creates this table.
    CreateTable(Box<Table>),
    /// Settings or indexes of a table change.
    UpdateTable(Box<TableUpdate>),
    /// Adds a replica to a table.
    CreateReplica { of: TableName, replica: TableName },
    /// Makes an empty table strongly consistent with new replicas, or takes that mode and these replicas away.
    SetStrong { table: TableName, strong: Option<StrongRegions>, replicas: Vec<TableName> },
    /// Deletes this table, with its items and indexes.
    DeleteTable(TableName),
    /// Switches time to live of a table on or off, by this attribute.
    UpdateTimeToLive { table: TableName, enable: bool, attribute: AttributeName },
    /// A table has these tags and no others.
    SetTags { table: TableName, tags: BTreeMap<String, String> },
    /// Switches backups of a table on or off.
    SetRecovery { table: TableName, recovery: Option<Recovery> },
}

impl Change {
    /// Whether it changes anything. A write whose condition failed does not.
    pub(crate) fn has_effect(&self) -> bool {
        match self {
            Self::None => false,
            Self::Writes(writes) => writes.has_effect(),
            Self::Transaction { writes, completed } => completed.is_some() || writes.has_effect(),
            Self::CreateTable(_)
            | Self::UpdateTable(_)
            | Self::CreateReplica { .. }
            | Self::SetStrong { .. }
            | Self::DeleteTable(_)
            | Self::UpdateTimeToLive { .. }
            | Self::SetTags { .. }
            | Self::SetRecovery { .. } => true,
        }
    }

    /// Whether it stores anything, and not only deletes.
    pub(crate) fn adds(&self) -> bool {
        match self {
            Self::None | Self::DeleteTable(_) => false,
            Self::Writes(writes) | Self::Transaction { writes, .. } => writes.adds(),
            Self::CreateTable(_)
            | Self::UpdateTable(_)
            | Self::CreateReplica { .. }
            | Self::SetStrong { .. }
            | Self::UpdateTimeToLive { .. }
            | Self::SetTags { .. }
            | Self::SetRecovery { .. } => true,
        }
    }
}

/// A transaction whose token is remembered: the same request is answered without doing it again.
#[derive(Debug, Clone)]
pub(crate) struct CompletedTransaction {
    pub(crate) token: String,
    /// The actions, as a text that differs when they do.
    pub(crate) content: String,
    /// The table of each action and the size of what it wrote, which the same request reads.
    pub(crate) sizes: Vec<(TableName, Bytes)>,
}

/// How long a token is remembered. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html>
const TOKEN_LIFETIME_MS: u64 = 10 * 60 * 1_000;

impl Database {
    /// A database without tables, at virtual time zero.
    pub fn new(config: Config) -> Self {
        Self { config, random: Random::new(config.seed), ..Self::default() }
    }

    /// How the sandbox is set.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Virtual time.
    pub fn now(&self) -> Timestamp {
        self.now
    }

    /// Virtual time as Unix time.
    pub fn unix_time(&self, at: Timestamp) -> UnixTime {
        self.config.unix_time(at)
    }

    /// Unix time as virtual time; zero if it is earlier than the start of virtual time.
    pub(crate) fn timestamp(&self, at: UnixTime) -> Timestamp {
        Timestamp(at.0.saturating_sub(self.config.epoch_seconds.saturating_mul(1_000)))
    }

    /// A table by its name.
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.get(name)
    }

    /// A table whose items can be read and written.
    pub(crate) fn ready_table(&self, name: &str) -> Option<&Table> {
        self.table(name).filter(|table| table.status != TableStatus::Creating)
    }

    /// All tables, in ascending order of their names.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.tables.values()
    }

    /// Names of the tables behind a bound, in ascending order.
    pub(crate) fn table_names<'d>(&'d self, behind: Bound<&str>) -> impl Iterator<Item = &'d str> {
        self.tables.range::<str, _>((behind, Bound::Unbounded)).map(|(name, _)| name.as_str())
    }

    /// Sets how long the steps in the life of tables and indexes take. Those that began keep their time, except that
    /// items which have expired or will expire are deleted after the new delay.
    pub fn set_lifecycle_delays(&mut self, delays: LifecycleDelays) {
        self.config.lifecycle = delays;
        let names: Vec<TableName> = self.tables().map(|table| table.schema.name.clone()).collect();
        for name in &names {
            self.schedule_expiry(name);
        }
    }

    /// Sets how errors are worded.
    pub fn set_wording(&mut self, wording: Wording) {
        self.config.wording = wording;
    }

    /// Sets the largest item collection of a table with local indexes.
    pub fn set_collection_size_max(&mut self, size: Bytes) {
        self.config.collection_size_max = size;
    }

    /// Sets the propagation delay of global indexes. Changes in progress keep theirs.
    pub fn set_propagation_delay(&mut self, delay_ms: u64) {
        self.config.propagation_delay_ms = delay_ms;
    }

    /// Sets whether neither streams nor replicas learn of writes: for a caller that puts back what was there.
    pub fn set_quiet(&mut self, is_quiet: bool) {
        self.is_quiet = is_quiet;
    }

    /// Sets by how much a change of a global index may take longer than the propagation delay. Changes in progress keep
    /// their time.
    pub fn set_propagation_spread(&mut self, spread_ms: u64) {
        self.config.propagation_spread_ms = spread_ms;
    }

    /// When the next scheduled task is due.
    pub fn next_due(&self) -> Option<Timestamp> {
        self.schedule.next_due()
    }

    /// Scheduled tasks, in order of their time.
    pub fn pending(&self) -> impl Iterator<Item = (Timestamp, &Task)> {
        self.schedule.iter()
    }

    /// Sets whether events of single items, entries and rejections are recorded, which is the default. A caller that sends
    /// many requests and reads no events can leave them out. Events of tables, indexes and partitions are always recorded.
    pub fn record_items(&mut self, are_recorded: bool) {
        self.recorder.record_items(are_recorded);
    }

    /// Sets whether it is measured how long changes of global indexes take.
    pub(crate) fn measure_arrivals(&mut self, are_measured: bool) {
        self.recorder.measure_arrivals(are_measured);
    }

    /// Takes out the changes that global indexes have applied since the last time while that was measured, in order.
    pub(crate) fn drain_arrivals(&mut self) -> Vec<Arrival> {
        self.recorder.drain_arrivals()
    }

    /// Takes out how many items of each table have expired while arrivals were measured.
    pub(crate) fn drain_expired(&mut self) -> BTreeMap<TableName, u64> {
        self.recorder.drain_expired()
    }

    /// Takes out the events since the last time, oldest first.
    pub fn drain_events(&mut self) -> Vec<Event> {
        self.recorder.drain()
    }

    /// Advances virtual time to `time`, and runs everything that is due by then, in order.
    /// A time in the past changes nothing.
    pub fn advance_to(&mut self, time: Timestamp) {
        let mut unlimited = u64::MAX;
        self.advance_within(time, &mut unlimited);
    }

    /// Advances virtual time towards `time`, and runs what is due by then, in order, while steps are left. A task takes
    /// one of them, or one for each row that it looks at: the last one may take some more than are left. Returns whether `time` was
    /// reached. However it is cut, the same happens at the same moments.
    pub fn advance_within(&mut self, time: Timestamp, steps: &mut u64) -> bool {
        while self.next_due().is_some_and(|due| due <= time) {
            if *steps == 0 {
                return false;
            }
            if let Some((due, task)) = self.schedule.pop_due(time) {
                self.now = self.now.max(due);
                *steps = steps.saturating_sub(self.run(task));
            }
        }
        self.now = self.now.max(time);
        true
    }

    /// Bytes of memory that tables, indexes, streams, pending changes and writes on their way take, or a few more: as if no
    /// two of them shared an item.
    pub fn memory(&self) -> Bytes {
        let of_table = |table: &Table| {
            table.items.memory() + table.indexes.iter().map(Index::memory).sum::<Bytes>()
        };
        let streams = self.streams().map(Stream::memory).sum();
        self.tables().map(of_table).sum::<Bytes>() + streams + self.replication_memory()
    }

    /// How many items all tables have, and how many values they are made of.
    pub fn value_count(&self) -> u64 {
        self.tables().map(|table| table.items.value_count()).sum()
    }

    /// How far an index is behind its table, if it is. If changes wait until the index can pay for them, it catches up
    /// later than said.
    pub fn staleness(&self, table: &Table, index: &Index) -> Option<Staleness> {
        let state = self.table_throughput(&table.schema.name);
        let state = state.and_then(|limits| limits.store(&index.store()));
        let drains = state.into_iter().flat_map(|state| state.drains.values());
        let caught_up_at = drains.map(|ticket| ticket.due()).fold(index.caught_up_at(), Ord::max);
        let pending_count = index.pending_count();
        (pending_count > 0).then_some(Staleness { pending_count, caught_up_at })
    }

    /// Makes a planned change, then runs what is due at once.
    pub(crate) fn commit(&mut self, change: Change) {
        match change {
            Change::None => {}
            Change::Writes(writes) => {
                for TableWrite { table, plan } in writes {
                    self.write(&table, plan);
                }
            }
            Change::CreateTable(table) => self.create_table(*table),
            Change::DeleteTable(name) => self.delete_table(name),
            Change::Transaction { writes, completed } => {
                self.commit(Change::Writes(writes));
                if let Some(completed) = completed {
                    self.remember(completed);
                }
            }
            Change::UpdateTable(update) => self.update_replicas(*update),
            Change::CreateReplica { of, replica } => self.create_replica(&of, &replica),
            Change::SetStrong { table, strong, replicas } => {
                self.set_strong(&table, strong, replicas);
            }
            Change::UpdateTimeToLive { table, enable, attribute } => {
                for other in self.lasting_replicas_of(&table) {
                    self.update_time_to_live(other, enable, attribute.clone());
                }
                self.update_time_to_live(table, enable, attribute);
            }
            Change::SetTags { table, tags } => self.table_mut(&table).tags = tags,
            Change::SetRecovery { table, recovery } => self.table_mut(&table).recovery = recovery,
        }
        // What is due after a request of a program is a task of its own.
        if self.writer == Author::Client {
            self.advance_to(self.now);
        }
    }

    /// The transaction with this token, while it is remembered.
    pub(crate) fn completed_transaction(&self, token: &str) -> Option<&CompletedTransaction> {
        self.completed_transactions.get(token)
    }

    fn remember(&mut self, completed: CompletedTransaction) {
        let token = completed.token.clone();
        let due = self.now.after(TOKEN_LIFETIME_MS);
        self.schedule.add(due, Task::ForgetToken { token: token.clone() });
        self.completed_transactions.insert(token, completed);
    }

    fn write(&mut self, name: &TableName, plan: WritePlan) {
        if self.recorder.records_items()
            && let Some(kind) = fact(&plan)
        {
            self.recorder.record(self.now, name, kind);
        }
        if plan.condition_met {
            self.apply(name, plan, self.writer);
        }
    }

    /// Applies the write, then its stream record, expiry and index changes.
    fn apply(&mut self, name: &TableName, plan: WritePlan, author: Author) {
        if !self.streams.is_empty() && !self.is_quiet {
            self.stream_write(name, &plan, author);
        }
        let is_replicated = matches!(author, Author::Replica { .. });
        if !is_replicated && !self.is_quiet && self.has_replicas() {
            self.send_to_replicas(name, &plan, author);
        }
        let (now, is_metered) = (self.unix_time(self.now), self.config.throughput.is_enforced);
        let table = self.table_mut(name);
        let position = is_metered.then(|| plan.position.clone());
        if table.time_to_live.follow(&plan, now) {
            self.schedule_expiry(name);
        }
        for (ordinal, effect) in self.table_mut(name).apply(plan) {
            match (effect.change, effect.reason) {
                (Some(change), _) => {
                    // An expired item is deleted without consuming throughput, so no index waits for it.
                    let is_paid = author != Author::TimeToLive;
                    let units = if is_paid { effect.units } else { CapacityUnits::ZERO };
                    self.follow(name, ordinal, change, units);
                }
                (None, Reason::NotIndexed { faults }) if self.recorder.records_items() => {
                    let index = self.table_mut(name).indexes[ordinal].schema.name.clone();
                    let kind = EventKind::IndexEntrySkipped { index, faults };
                    self.recorder.record(self.now, name, kind);
                }
                (None, _) => {}
            }
        }
        if let Some(position) = position {
            let partition = self.table_mut(name).items.partition_of(&position);
            self.split_if_full(name, &Store::Table, partition);
        }
    }

    /// Applies a change to an index: to a local one at once, to a global one through the schedule.
    fn follow(
        &mut self,
        name: &TableName,
        ordinal: usize,
        change: IndexChange,
        units: CapacityUnits,
    ) {
        let now = self.now;
        let is_global = self.table_mut(name).is_global(ordinal);
        let delay_ms = if is_global { self.draw_delay() } else { 0 };
        let index = &mut self.table_mut(name).indexes[ordinal];
        let index_name = index.schema.name.clone();
        let kind = match index.schema.scope {
            Scope::Local => {
                let kind = arrival(&index_name, &change);
                index.apply(change);
                kind
            }
            Scope::Global => {
                let due = index.set_out(now.after(delay_ms), &change);
                let (table, index) = (name.clone(), index_name.clone());
                self.schedule
                    .add(due, Task::Propagate { table, index, change, units, written_at: now });
                EventKind::IndexChangeScheduled { index: index_name, due }
            }
        };
        if self.recorder.records_items() {
            self.recorder.record(now, name, kind);
        }
    }

    /// Runs a task, and returns how many steps it took.
    fn run(&mut self, task: Task) -> u64 {
        match task {
            Task::Backfill { table, index, start } => return self.backfill(table, index, start),
            Task::Expire { table } => return self.expire(&table),
            Task::Propagate { table, index, change, units, written_at } => {
                let since = self.now;
                self.arrive(&table, &index, Waiting { written_at, since, change, units });
            }
            Task::Drain { table, index, partition } => self.drain(&table, &index, partition),
            Task::ActivateTable { table } => {
                self.table_mut(&table).status = TableStatus::Active;
                self.settle_streams(&table);
                self.recorder.record(self.now, &table, EventKind::TableCreated);
            }
            Task::DropTable { table } => self.drop_table(&table),
            Task::Scale { table } => self.scale(&table),
            Task::ApplySettings { table, settings } => self.apply_settings(&table, &settings),
            Task::StartBackfill { table, index } => self.start_backfill(table, index),
            Task::DropIndex { table, index } => self.drop_index(&table, index),
            Task::ApplyTimeToLive { table } => self.apply_time_to_live(&table),
            Task::TrimStream { stream } => self.trim_stream(stream),
            Task::Invoke { program } => return self.invoke(&program),
            Task::Replicate { table, write } => self.replicate(table, write),
            Task::Confirm { table, position, order } => self.confirm(&table, &position, order),
            Task::ForgetToken { token } => {
                self.completed_transactions.remove(&token);
            }
        }
        1
    }

    fn table_mut(&mut self, name: &TableName) -> &mut Table {
        self.tables.get_mut(name).expect("a plan is of a table, and deleting one drops its tasks")
    }

    fn known_table(&self, name: &TableName) -> &Table {
        self.tables.get(name).expect("a change is of a table, and deleting one drops its changes")
    }

    /// The throughput of a table, if there is such a table.
    pub(crate) fn table_throughput(&self, name: &TableName) -> Option<&TableThroughput> {
        self.throughput.get(name)
    }

    fn store_state(&self, name: &TableName, store: &Store) -> &StoreState {
        let state = self.throughput.get(name).and_then(|limits| limits.store(store));
        state.expect("what is metered has its state")
    }

    fn store_state_mut(&mut self, name: &TableName, store: &Store) -> &mut StoreState {
        let limits = self.throughput.get_mut(name).expect("every table has its throughput");
        limits.store_mut(store)
    }

    /// The meter of a table or global index, while throughput is limited.
    fn meter(&self, name: &TableName, store: &Store) -> Option<&Meter> {
        self.throughput.get(name)?.meter(store)
    }

    fn meter_mut(&mut self, name: &TableName, store: &Store) -> Option<&mut Meter> {
        self.throughput.get_mut(name)?.meter_mut(store)
    }
}
