//! A database taken apart, and put together again.

use crate::clock::Timestamp;
use crate::database::{CompletedTransaction, Config, Database, Task};
use crate::model::name::TableName;
use crate::random::Random;
use crate::table::Table;
use crate::table::stream::Stream;

/// All that a database is made of. What follows from the rest is not among it.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    pub(crate) config: Config,
    pub(crate) now: Timestamp,
    /// How many events there were.
    pub(crate) event_count: u64,
    pub(crate) tables: Vec<Table>,
    pub(crate) streams: Vec<Stream>,
    pub(crate) random: Random,
    pub(crate) transactions: Vec<CompletedTransaction>,
    /// What is under way, in the order in which it will happen. It is about tables and indexes that there are.
    pub(crate) schedule: Vec<(Timestamp, Task)>,
}

impl Database {
    /// What chance is drawn from next.
    pub(crate) fn random(&self) -> &Random {
        &self.random
    }

    /// How many events there were, drained or not.
    pub(crate) fn event_count(&self) -> u64 {
        self.recorder.count()
    }

    /// The transactions whose tokens are remembered.
    pub(crate) fn completed_transactions(&self) -> impl Iterator<Item = &CompletedTransaction> {
        self.completed_transactions.values()
    }

    /// The database that parts make.
    pub(crate) fn from_parts(parts: Parts) -> Self {
        let mut database = Self::new(parts.config);
        database.now = parts.now;
        database.random = parts.random;
        database.recorder.resume(parts.event_count);
        for table in parts.tables {
            database.tables.insert(table.schema.name.clone(), table);
        }
        for stream in parts.streams {
            database.streams.insert(stream.id.clone(), stream);
        }
        for transaction in parts.transactions {
            database.completed_transactions.insert(transaction.token.clone(), transaction);
        }
        for (due, task) in parts.schedule {
            database.resume(due, task);
        }
        database
    }

    /// Puts a task into the schedule, and what is known of it elsewhere.
    fn resume(&mut self, due: Timestamp, task: Task) {
        match &task {
            Task::Propagate { table, index, .. } => {
                self.table_mut(table).index_mut(index).set_out(due);
            }
            Task::Drain { table, index } => {
                if let Some(meter) = &mut self.table_mut(table).index_mut(index).meter {
                    meter.queue.due = due;
                }
            }
            _ => {}
        }
        let expires: Option<TableName> = match &task {
            Task::Expire { table } => Some(table.clone()),
            _ => None,
        };
        let ticket = self.schedule.add(due, task);
        if let Some(table) = expires {
            self.expiries.insert(table, ticket);
        }
    }
}
