//! The database: tables, virtual time, and the one schedule of everything that happens later.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::clock::Timestamp;
use crate::event::{Event, EventKind, Reason, Recorder, Staleness};
use crate::model::item::Image;
use crate::model::name::{IndexName, TableName};
use crate::schedule::Schedule;
use crate::table::Table;
use crate::table::index::{Index, IndexChange};
use crate::table::plan::WritePlan;
use crate::table::schema::{Scope, TableSchema};

/// What a sandbox sets about behaviour that DynamoDB does not document as numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Config {
    /// Milliseconds of virtual time that a change of a global index is on its way; 0 means at once.
    /// Model: DynamoDB says "normally a fraction of a second".
    pub propagation_delay_ms: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self { propagation_delay_ms: 200 }
    }
}

/// Tables and virtual time. The same calls on the same database give the same bytes.
#[derive(Debug, Clone, Default)]
pub struct Database {
    config: Config,
    now: Timestamp,
    tables: BTreeMap<TableName, Table>,
    schedule: Schedule<Task>,
    recorder: Recorder,
}

/// Something that happens later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Task {
    /// A change arrives at a global index.
    Propagate {
        /// Table of the index.
        table: TableName,
        /// The index.
        index: IndexName,
        /// The change.
        change: IndexChange,
    },
}

/// What a planned request changes. Committing it cannot fail.
#[derive(Debug, Clone)]
pub(crate) enum Change {
    /// A read: nothing.
    None,
    /// A write of one item.
    Write { table: TableName, plan: Box<WritePlan> },
    /// A table comes to be.
    CreateTable(Arc<TableSchema>),
    /// A table goes, with its items and indexes.
    DeleteTable(TableName),
}

impl Database {
    /// A database without tables, at virtual time zero.
    pub fn new(config: Config) -> Self {
        Self { config, ..Self::default() }
    }

    /// How the sandbox is set.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Virtual time.
    pub fn now(&self) -> Timestamp {
        self.now
    }

    /// A table by its name.
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.get(name)
    }

    /// All tables, in ascending order of their names.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.tables.values()
    }

    /// Sets how long changes of global indexes are on their way. Those that set out keep their time.
    pub fn set_propagation_delay(&mut self, delay_ms: u64) {
        self.config.propagation_delay_ms = delay_ms;
    }

    /// When the next thing happens by itself.
    pub fn next_due(&self) -> Option<Timestamp> {
        self.schedule.next_due()
    }

    /// What is on its way, in order of arrival.
    pub fn pending(&self) -> impl Iterator<Item = (Timestamp, &Task)> {
        self.schedule.iter()
    }

    /// Takes out the events since the last time, oldest first.
    pub fn drain_events(&mut self) -> Vec<Event> {
        self.recorder.drain()
    }

    /// Lets virtual time pass until `time`, and everything happen that is due by then, in order.
    /// A moment that has passed changes nothing.
    pub fn advance_to(&mut self, time: Timestamp) {
        while let Some((due, task)) = self.schedule.pop_due(time) {
            self.now = self.now.max(due);
            self.run(task);
        }
        self.now = self.now.max(time);
    }

    /// How far an index is behind its table, if it is.
    pub fn staleness(&self, index: &Index) -> Option<Staleness> {
        let (pending_count, caught_up_at) = (index.pending_count, index.caught_up_at);
        (pending_count > 0).then_some(Staleness { pending_count, caught_up_at })
    }

    /// Makes a planned change, and lets happen what is due at once.
    pub(crate) fn commit(&mut self, change: Change) {
        match change {
            Change::None => {}
            Change::Write { table, plan } => self.write(&table, *plan),
            Change::CreateTable(schema) => self.create_table(schema),
            Change::DeleteTable(name) => self.delete_table(&name),
        }
        self.advance_to(self.now);
    }

    fn create_table(&mut self, schema: Arc<TableSchema>) {
        let name = schema.name.clone();
        self.recorder.record(self.now, &name, EventKind::TableCreated);
        self.tables.insert(name, Table::new(schema, self.now));
    }

    fn delete_table(&mut self, name: &TableName) {
        self.tables.remove(name);
        self.schedule.retain(|Task::Propagate { table, .. }| table != name);
        self.recorder.record(self.now, name, EventKind::TableDeleted);
    }

    fn write(&mut self, name: &TableName, plan: WritePlan) {
        let table = self.tables.get_mut(name).expect("the plan was made of this table");
        let kind = match (&plan.old, &plan.new) {
            _ if !plan.condition_met => Some(EventKind::ConditionFailed),
            (old, Some(new)) => {
                let old = old.as_ref().map(|old| old.image.clone());
                Some(EventKind::ItemWritten { old, new: new.image.clone() })
            }
            (Some(old), None) => Some(EventKind::ItemDeleted { old: old.image.clone() }),
            (None, None) => None,
        };
        if let Some(kind) = kind {
            self.recorder.record(self.now, name, kind);
        }
        if !plan.condition_met {
            return;
        }
        match plan.new {
            Some(new) => table.items.put(plan.position, new),
            None => table.items.delete(&plan.position),
        }
        for (index, effect) in table.indexes.iter_mut().zip(plan.effects) {
            match (effect.change, effect.reason) {
                (Some(change), _) => match index.schema.scope {
                    Scope::Local => {
                        let kind = arrival(&index.schema.name, &change);
                        index.apply(change);
                        self.recorder.record(self.now, name, kind);
                    }
                    Scope::Global => {
                        let due = self.now.after(self.config.propagation_delay_ms);
                        let due = due.max(index.caught_up_at);
                        index.caught_up_at = due;
                        index.pending_count += 1;
                        let index = index.schema.name.clone();
                        let kind = EventKind::IndexChangeScheduled { index: index.clone(), due };
                        self.recorder.record(self.now, name, kind);
                        let table = name.clone();
                        self.schedule.add(due, Task::Propagate { table, index, change });
                    }
                },
                (None, Reason::NotIndexed { missing }) => {
                    let index = index.schema.name.clone();
                    let kind = EventKind::IndexEntrySkipped { index, missing };
                    self.recorder.record(self.now, name, kind);
                }
                (None, _) => {}
            }
        }
    }

    fn run(&mut self, task: Task) {
        let Task::Propagate { table: name, index: index_name, change } = task;
        let table = self.tables.get_mut(&name).expect("deleting a table drops its tasks");
        let (ordinal, _) =
            table.schema.index(index_name.as_str()).expect("its indexes stay with it");
        let index = &mut table.indexes[ordinal];
        let kind = arrival(&index_name, &change);
        index.pending_count -= 1;
        index.apply(change);
        self.recorder.record(self.now, &name, kind);
    }
}

/// The fact that a change of an index becomes when it is applied.
fn arrival(index: &IndexName, change: &IndexChange) -> EventKind {
    let index = index.clone();
    let image = |image: &Image| image.clone();
    match change {
        IndexChange::Put(entry) => EventKind::IndexEntryPut { index, image: image(&entry.image) },
        IndexChange::Replace(entry) => {
            EventKind::IndexEntryChanged { index, image: image(&entry.image) }
        }
        IndexChange::Delete(entry) => {
            EventKind::IndexEntryDeleted { index, image: image(&entry.image) }
        }
        IndexChange::Move { to, .. } => {
            EventKind::IndexEntryMoved { index, image: image(&to.image) }
        }
    }
}
