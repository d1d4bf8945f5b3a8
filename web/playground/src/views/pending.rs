//! The pending changes of the global indexes of a table.

use std::collections::BTreeMap;

use engine::clock::Timestamp;
use engine::database::{Database, Task};
use engine::model::item::{Image, Item};
use engine::model::key::{KeySchema, Position};
use engine::model::name::{IndexName, TableName};
use engine::table::Table;
use engine::table::index::{IndexChange, IndexEntry};

use crate::view::index::{Due, EntryState, IndexStep};

/// The pending changes of the indexes of one table, in order of arrival.
#[derive(Debug)]
pub(crate) struct Pending<'d> {
    now: Timestamp,
    key: &'d KeySchema,
    changes: Vec<PendingChange<'d>>,
}

/// A pending change of an index of any table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Arrival<'d> {
    /// When it arrives.
    pub due: Timestamp,
    pub table: &'d TableName,
    pub index: &'d IndexName,
    pub change: &'d IndexChange,
}

/// A pending change of an index of this table.
#[derive(Debug)]
pub(crate) struct PendingChange<'d> {
    pub index: &'d str,
    /// When it arrives.
    pub due: Timestamp,
    pub change: &'d IndexChange,
}

/// The pending changes of one position of an index.
#[derive(Debug, Clone)]
pub(crate) struct PlaceState<'d> {
    /// What the entry there will do.
    pub state: EntryState,
    /// The entry that will be there, if none is.
    pub arriving: Option<&'d IndexEntry>,
}

impl<'d> Pending<'d> {
    /// The pending changes of the indexes of a table.
    pub(crate) fn of(database: &'d Database, table: &'d Table) -> Self {
        let name = &table.schema.name;
        let changes = arrivals(database).filter(|arrival| arrival.table == name);
        let changes = changes.map(|Arrival { due, index, change, .. }| PendingChange {
            index: index.as_str(),
            due,
            change,
        });
        Self { now: database.now(), key: &table.schema.key, changes: changes.collect() }
    }

    /// The changes, in order of arrival.
    pub(crate) fn changes(&self) -> &[PendingChange<'d>] {
        &self.changes
    }

    /// Whether changes of an index are pending.
    pub(crate) fn concerns(&self, index: &str) -> bool {
        self.changes.iter().any(|change| change.index == index)
    }

    /// Whether an item with pending changes has an entry in an index, as a reader sees it.
    pub(crate) fn is_inside(&self, index: &str, item: &Item) -> Option<bool> {
        let has_key = |change: &IndexChange| {
            let mut attributes = self.key.attributes();
            attributes
                .all(|attribute| item.get(&attribute.name) == image(change).get(&attribute.name))
        };
        let mut changes = self.changes.iter().filter(|change| change.index == index);
        match changes.find(|change| has_key(change.change))?.change {
            IndexChange::Put(_) => Some(false),
            IndexChange::Replace(_) | IndexChange::Delete(_) | IndexChange::Move { .. } => {
                Some(true)
            }
        }
    }

    /// What will happen at each place of an index; of several things, the first.
    pub(crate) fn places(&self, index: &str) -> BTreeMap<&'d Position, PlaceState<'d>> {
        let mut places = Vec::new();
        // Of several values for one place, the last counts: that of the change that arrives first.
        for pending in self.changes.iter().rev().filter(|pending| pending.index == index) {
            let due = Due { in_ms: self.now.until(pending.due) };
            let mut add = |entry: &'d IndexEntry, state, arriving| {
                places.push((&entry.position, PlaceState { state, arriving }));
            };
            match pending.change {
                IndexChange::Put(entry) => add(entry, EntryState::Arriving(due), Some(entry)),
                IndexChange::Delete(entry) => add(entry, EntryState::Leaving(due), None),
                IndexChange::Replace(entry) => add(entry, EntryState::Changing(due), None),
                IndexChange::Move { from, to } => {
                    add(to, EntryState::Arriving(due), Some(to));
                    add(from, EntryState::Leaving(due), None);
                }
            }
        }
        BTreeMap::from_iter(places)
    }
}

/// When the next visible task is due, or a turn of period tables.
pub(crate) fn next_due(database: &Database, turn: Option<Timestamp>) -> Option<Timestamp> {
    let mut seen = database.pending().filter(|(_, task)| attention(task) != Attention::None);
    seen.next().map(|(due, _)| due).into_iter().chain(turn).min()
}

/// Whether a change is pending that users wait for: time then passes automatically.
pub(crate) fn is_awaited(database: &Database) -> bool {
    // A program that fails is tried again for a day.
    let retries = |task: &Task| {
        let Task::Invoke { program } = task else { return false };
        database.programs().any(|it| it.program.name == *program && it.is_retrying())
    };
    let mut tasks = database.pending();
    tasks.any(|(_, task)| attention(task) == Attention::Awaited && !retries(task))
}

/// Whether users can see a task, and whether they wait for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Attention {
    /// It is not visible.
    None,
    /// It is visible when it runs, which may be in days.
    Seen,
    /// It was asked for, and happens soon.
    Awaited,
}

fn attention(task: &Task) -> Attention {
    match task {
        Task::TrimStream { .. } | Task::ForgetToken { .. } => Attention::None,
        Task::Expire { .. } | Task::Scale { .. } => Attention::Seen,
        Task::Propagate { .. }
        | Task::Drain { .. }
        | Task::ActivateTable { .. }
        | Task::DropTable { .. }
        | Task::ApplySettings { .. }
        | Task::StartBackfill { .. }
        | Task::Backfill { .. }
        | Task::DropIndex { .. }
        | Task::Invoke { .. }
        | Task::Replicate { .. }
        | Task::Confirm { .. }
        | Task::ApplyTimeToLive { .. } => Attention::Awaited,
    }
}

/// What an index goes through as a whole, and when that step ends.
pub(crate) fn index_step(database: &Database, table: &Table, index: &str) -> Option<IndexStep> {
    let mut steps = index_steps(database);
    let step = steps.find(|it| *it.table == table.schema.name && it.index.as_str() == index)?;
    Some(step.step)
}

/// A step in the creation or deletion of an index.
#[derive(Debug, Clone, Copy)]
pub(crate) struct IndexStepTask<'d> {
    /// When it ends.
    pub due: Timestamp,
    pub table: &'d TableName,
    pub index: &'d IndexName,
    pub step: IndexStep,
}

/// The indexes of all tables that are created or deleted, soonest first.
pub(crate) fn index_steps(database: &Database) -> impl Iterator<Item = IndexStepTask<'_>> {
    let now = database.now();
    database.pending().filter_map(move |(due, task)| {
        let in_ms = Due { in_ms: now.until(due) };
        let (table, index, step) = match task {
            Task::StartBackfill { table, index } => (table, index, IndexStep::Allocating(in_ms)),
            Task::Backfill { table, index, .. } => (table, index, IndexStep::Filling(in_ms)),
            Task::DropIndex { table, index } => (table, index, IndexStep::Dropping(in_ms)),
            Task::Propagate { .. }
            | Task::Drain { .. }
            | Task::ActivateTable { .. }
            | Task::DropTable { .. }
            | Task::ApplySettings { .. }
            | Task::Scale { .. }
            | Task::ApplyTimeToLive { .. }
            | Task::Expire { .. }
            | Task::TrimStream { .. }
            | Task::Invoke { .. }
            | Task::Replicate { .. }
            | Task::Confirm { .. }
            | Task::ForgetToken { .. } => return None,
        };
        Some(IndexStepTask { due, table, index, step })
    })
}

/// How much of a table its new index has been filled from, in thousandths of the items. `None` if it is not being filled.
pub(crate) fn backfill_permille(
    database: &Database,
    table: &TableName,
    index: &IndexName,
) -> Option<u64> {
    let start = database.pending().find_map(|(_, task)| {
        let Task::Backfill { table: other, index: of, start } = task else { return None };
        (other == table && of == index).then_some(start.as_ref())
    })?;
    let items = &database.table(table.as_str())?.items;
    let read = match start {
        Some(_) => items.count() - items.behind(start).count(),
        None => 0,
    };
    Some(read as u64 * 1_000 / items.count().max(1) as u64)
}

/// The pending changes of all indexes, soonest first. These are the tasks that users wait for.
pub(crate) fn arrivals(database: &Database) -> impl Iterator<Item = Arrival<'_>> {
    database.pending().filter_map(|(due, task)| {
        let Task::Propagate { table, index, change, .. } = task else { return None };
        Some(Arrival { due, table, index, change })
    })
}

fn image(change: &IndexChange) -> &Image {
    match change {
        IndexChange::Put(entry) | IndexChange::Replace(entry) | IndexChange::Delete(entry) => {
            &entry.image
        }
        IndexChange::Move { to, .. } => &to.image,
    }
}
