//! The parts of a database, of which a snapshot is written and a database is made again.

use crate::clock::Timestamp;
use crate::database::program::Attached;
use crate::database::replicated::Replication;
use crate::database::table_throughput::TableThroughput;
use crate::database::{CompletedTransaction, Config, Database, Task};
use crate::random::Random;
use crate::receipt::Store;
use crate::table::Table;
use crate::table::stream::{RETENTION_MS, Stream, StreamStatus};

/// The parts of a database, without what can be derived from them.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    pub(crate) config: Config,
    pub(crate) now: Timestamp,
    /// How many events there were.
    pub(crate) event_count: u64,
    pub(crate) tables: Vec<Table>,
    /// The throughput of each of the tables, in the same order.
    pub(crate) throughput: Vec<TableThroughput>,
    pub(crate) streams: Vec<Stream>,
    pub(crate) programs: Vec<Attached>,
    pub(crate) replication: Replication,
    pub(crate) random: Random,
    pub(crate) transactions: Vec<CompletedTransaction>,
    /// The scheduled tasks, in the order in which they run. Their tables and indexes exist.
    pub(crate) schedule: Vec<(Timestamp, Task)>,
}

impl Database {
    /// The source of the next random numbers.
    pub(crate) fn random(&self) -> &Random {
        &self.random
    }

    /// What travels between Regions.
    pub(crate) fn replication(&self) -> &Replication {
        &self.replication
    }

    /// Sets what travels between Regions.
    pub(crate) fn set_replication(&mut self, replication: Replication) {
        let memory = replication.waiting.iter().map(|(_, write)| write.memory()).sum();
        self.replication = Replication { memory, ..replication };
    }

    /// How many events there were, drained or not.
    pub(crate) fn event_count(&self) -> u64 {
        self.recorder.count()
    }

    /// The transactions whose tokens are remembered.
    pub(crate) fn completed_transactions(&self) -> impl Iterator<Item = &CompletedTransaction> {
        self.completed_transactions.values()
    }

    /// Makes a database of its parts.
    pub(crate) fn from_parts(parts: Parts) -> Self {
        let mut database = Self::new(parts.config);
        database.now = parts.now;
        database.random = parts.random;
        database.set_replication(parts.replication);
        database.recorder.resume(parts.event_count);
        for (table, throughput) in parts.tables.into_iter().zip(parts.throughput) {
            let name = table.schema.name.clone();
            database.throughput.insert(name.clone(), throughput);
            database.tables.insert(name, table);
        }
        for stream in parts.streams {
            database.streams.insert(stream.id.clone(), stream);
        }
        for program in parts.programs {
            database.programs.insert(program.program.name.clone(), program);
        }
        for transaction in parts.transactions {
            database.completed_transactions.insert(transaction.token.clone(), transaction);
        }
        for (due, task) in parts.schedule {
            database.resume(due, task);
        }
        database.resume_queues();
        database
    }

    /// Puts records into streams that have none, and lets programs be behind by them, each with the place of its stream among
    /// these.
    pub(crate) fn put_unread(
        &mut self,
        streams: Vec<Stream>,
        programs: Vec<(Attached, Option<usize>)>,
    ) {
        let now = self.now;
        let mut ids = Vec::new();
        for Stream { id, key, view_type, status, records, next_number, .. } in streams {
            let is_closed = matches!(status, StreamStatus::Disabled { .. });
            let open = self.tables.get(&id.table).and_then(Table::open_stream);
            let open = open.filter(|_| !is_closed).and_then(|id| self.streams.get(id)).cloned();
            let stream = open.unwrap_or_else(|| {
                let id = self.new_stream(&id.table, view_type).id;
                let mut closed = Stream::new(id, key, view_type);
                closed.status = StreamStatus::Disabled { since: now };
                closed
            });
            let (id, status) = (stream.id.clone(), stream.status);
            self.schedule.add(now.after(RETENTION_MS), Task::TrimStream { stream: id.clone() });
            self.streams.insert(id.clone(), stream.with_records(status, records, next_number));
            ids.push(id);
        }
        for (attached, of) in programs {
            let name = attached.program.name.clone();
            let stream = of.and_then(|of| ids.get(of)).cloned();
            self.programs.insert(name.clone(), Attached { stream, ..attached });
            self.schedule_invocation(&name, now);
        }
    }

    /// Schedules a task, and tells its index, table or queue.
    fn resume(&mut self, due: Timestamp, task: Task) {
        if let Task::Propagate { table, index, change, .. } = &task {
            self.table_mut(table).index_mut(index).set_out(due, change);
        }
        self.replication.memory += task.replicated_memory();
        let ticket = self.schedule.add(due, task.clone());
        match task {
            Task::Confirm { table, position, order } => {
                let items = self.replication.under_way.entry(table.short().to_owned());
                items.or_default().insert(position, (table, order));
            }
            Task::Expire { table } => {
                self.expiries.insert(table, ticket);
            }
            Task::Drain { table, index, partition } => {
                let state = self.store_state_mut(&table, &Store::Global(index));
                state.drains.insert(partition, ticket);
            }
            Task::Invoke { program } => {
                if let Some(attached) = self.programs.get_mut(&program) {
                    attached.ticket = Some(ticket);
                }
            }
            _ => {}
        }
    }

    /// Schedules a task, due now, for each queue without one.
    fn resume_queues(&mut self) {
        let mut queues = Vec::new();
        for (name, limits) in &self.throughput {
            for (store, state) in limits.stores() {
                let without_task =
                    state.queues.iter().filter(|(id, _)| !state.drains.contains_key(id));
                let Store::Global(index) = store else { continue };
                queues.extend(without_task.map(|(id, _)| (name.clone(), index.clone(), id)));
            }
        }
        for (table, index, partition) in queues {
            self.resume(self.now, Task::Drain { table, index, partition });
        }
    }
}
