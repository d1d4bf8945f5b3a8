//! How tables and indexes come, change and go, step by step through the schedule.

use crate::capacity::cost::write_units;
use crate::clock::Timestamp;
use crate::database::table_throughput::TableThroughput;
use crate::database::table_update::TableUpdate;
use crate::database::{Database, Task};
use crate::event::EventKind;
use crate::model::key::Position;
use crate::model::name::{IndexName, TableName};
use crate::receipt::Store;
use crate::table::Table;
use crate::table::index::{IndexChange, IndexEntry};
use crate::table::lifecycle::{BACKFILL_STEP_COUNT, Settings, StreamChange};
use crate::table::schema::Scope;
use crate::table::status::{IndexStatus, TableStatus};

impl Database {
    pub(super) fn create_table(&mut self, table: Table) {
        let name = table.schema.name.clone();
        self.tables.insert(name.clone(), table);
        self.throughput.insert(name.clone(), TableThroughput::default());
        self.configure(&name);
        self.begin_stream(&name);
        let due = self.now.after(self.config.lifecycle.create_table_ms);
        self.schedule.add(due, Task::ActivateTable { table: name });
    }

    pub(super) fn delete_table(&mut self, name: TableName) {
        let table = self.table_mut(&name);
        table.status = TableStatus::Deleting;
        table.disable_stream();
        self.settle_streams(&name);
        let due = self.now.after(self.config.lifecycle.delete_table_ms);
        self.schedule.add(due, Task::DropTable { table: name });
    }

    pub(super) fn update_table(&mut self, update: TableUpdate) {
        let (now, delays) = (self.now, self.config.lifecycle);
        update.begin(self.table_mut(&update.table), now);
        let TableUpdate { table, settings, create, delete } = update;
        if create.is_some() {
            self.configure(&table);
        }
        if let Some((index, _)) = create {
            let task = Task::StartBackfill { table: table.clone(), index: index.name };
            self.schedule.add(now.after(delays.allocate_index_ms), task);
        }
        if let Some(index) = delete {
            let task = Task::DropIndex { table: table.clone(), index };
            self.schedule.add(now.after(delays.delete_index_ms), task);
        }
        match &settings.stream {
            Some(StreamChange::Enable(_)) => self.begin_stream(&table),
            Some(StreamChange::Disable(stream)) => self.close_stream(stream),
            None => {}
        }
        if !settings.is_empty() {
            let task = Task::ApplySettings { table, settings };
            self.schedule.add(now.after(delays.update_settings_ms), task);
        }
    }

    pub(super) fn drop_table(&mut self, name: &TableName) {
        self.tables.remove(name);
        self.throughput.remove(name);
        self.expiries.remove(name);
        for (_, task) in self.schedule.take(&|task| task.table() == Some(name)).iter() {
            self.replication.memory = self.replication.memory - task.replicated_memory();
        }
        self.forget_replica(name);
        self.recorder.record(self.now, name, EventKind::TableDeleted);
    }

    pub(super) fn apply_settings(&mut self, name: &TableName, settings: &Settings) {
        let (now, unix_time) = (self.now, self.unix_time(self.now));
        let table = self.table_mut(name);
        table.apply_settings(settings, now, unix_time);
        for (index, _) in &settings.indexes {
            let status = &mut table.index_mut(index).status;
            if *status == IndexStatus::Updating {
                *status = IndexStatus::Active;
            }
        }
        self.configure(name);
        self.drain_all(name);
        self.settle(name);
        self.settle_streams(name);
        self.recorder.record(self.now, name, EventKind::TableUpdated);
    }

    /// The table can be updated again, unless an index is still allocated or dropped.
    fn settle(&mut self, name: &TableName) {
        let table = self.table_mut(name);
        let waits = |status| match status {
            IndexStatus::Creating { backfilling: false } | IndexStatus::Deleting => true,
            IndexStatus::Creating { backfilling: true }
            | IndexStatus::Active
            | IndexStatus::Updating => false,
        };
        if !table.indexes.iter().any(|index| waits(index.status)) {
            table.status = TableStatus::Active;
        }
    }

    pub(super) fn start_backfill(&mut self, table: TableName, index: IndexName) {
        let status = IndexStatus::Creating { backfilling: true };
        self.table_mut(&table).index_mut(&index).status = status;
        self.settle(&table);
        let kind = EventKind::IndexBackfillStarted { index: index.clone() };
        self.recorder.record(self.now, &table, kind);
        let due = self.now.after(self.config.lifecycle.backfill_step_ms);
        self.schedule.add(due, Task::Backfill { table, index, start: None });
    }

    /// Reads items of the table, free of charge, and puts their entries into the index, which pays. Returns how many it
    /// reads at most.
    pub(super) fn backfill(
        &mut self,
        name: TableName,
        index_name: IndexName,
        start: Option<Position>,
    ) -> u64 {
        let table = self.table_mut(&name);
        let schema = table.index_mut(&index_name).schema.clone();
        let (entries, next) = table.backfill_step(&schema, start.as_ref());
        let units = entries.iter().map(|entry| write_units(entry.size)).sum();
        let units = table.charged(units);
        let (entry_count, mut paid_at) = (entries.len(), self.now);
        for entry in entries {
            paid_at = paid_at.max(self.fill(&name, &index_name, entry));
        }
        if next.is_none() {
            self.table_mut(&name).index_mut(&index_name).status = IndexStatus::Active;
        }
        let kind = EventKind::IndexBackfilled { index: index_name.clone(), entry_count, units };
        self.recorder.record(self.now, &name, kind);
        match next {
            None => {
                let kind = EventKind::IndexCreated { index: index_name };
                self.recorder.record(self.now, &name, kind);
            }
            start => {
                let due = self.now.after(self.config.lifecycle.backfill_step_ms).max(paid_at);
                self.schedule.add(due, Task::Backfill { table: name, index: index_name, start });
            }
        }
        BACKFILL_STEP_COUNT as u64
    }

    /// Puts an entry into an index that is being filled, and says when the index can pay for more.
    fn fill(&mut self, name: &TableName, index: &IndexName, entry: IndexEntry) -> Timestamp {
        let store = Store::Global(index.clone());
        let units = self.table_mut(name).charged(write_units(entry.size));
        let paid_at = self.pay_backfill(name, &store, &entry, units);
        let position = entry.position.clone();
        let filled = self.table_mut(name).index_mut(index);
        filled.apply(IndexChange::Put(entry));
        let partition = filled.entries.partition_of(&position);
        self.split_if_full(name, &store, partition);
        paid_at
    }

    pub(super) fn drop_index(&mut self, table: &TableName, index: IndexName) {
        self.table_mut(table).drop_index(&index);
        self.forget_index(table, &index);
        self.schedule.retain(&|task| match task {
            Task::Propagate { table: other, index: of, .. }
            | Task::Drain { table: other, index: of, .. }
            | Task::Backfill { table: other, index: of, .. } => other != table || *of != index,
            _ => true,
        });
        self.settle(table);
        self.recorder.record(self.now, table, EventKind::IndexDropped { index });
    }

    /// Whether nothing is under way that [`Self::come_to_rest`] does.
    pub fn is_at_rest(&self) -> bool {
        !self.schedule.iter().any(|(_, task)| is_done_at_rest(task))
    }

    /// Lets writes arrive in other Regions that do not wait for one that is cut off, and fills indexes that are being made, in
    /// the order in which that happens. The clock follows; nothing else happens.
    pub fn come_to_rest(&mut self) {
        let mut owed = self.schedule.take(&is_done_at_rest);
        while let Some((due, task)) = owed.pop_due(Timestamp(u64::MAX)) {
            self.now = self.now.max(due);
            let is_filling = !matches!(task, Task::Replicate { .. });
            self.run(task);
            if is_filling {
                for (due, task) in self.schedule.take(&is_done_at_rest).iter() {
                    owed.add(due, task.clone());
                }
            }
        }
    }

    /// Runs something while the global indexes of a table are as they are during backfill: none rejects an item whose
    /// key does not fit it.
    pub(crate) fn during_backfill<R>(
        &mut self,
        table: &str,
        run: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let statuses =
            self.replace_global_statuses(table, |_| IndexStatus::Creating { backfilling: true });
        let result = run(self);
        let mut statuses = statuses.into_iter();
        self.replace_global_statuses(table, |status| statuses.next().unwrap_or(status));
        result
    }

    /// Changes the status of each global index of a table, and returns what they were.
    fn replace_global_statuses(
        &mut self,
        table: &str,
        mut status: impl FnMut(IndexStatus) -> IndexStatus,
    ) -> Vec<IndexStatus> {
        let table = self.tables.get_mut(table);
        let indexes = table.into_iter().flat_map(|table| &mut table.indexes);
        let global = indexes.filter(|index| index.schema.scope == Scope::Global);
        let changed = global.map(|index| {
            let old = index.status;
            index.status = status(old);
            old
        });
        changed.collect()
    }
}

/// Whether a task is done when a database comes to rest.
fn is_done_at_rest(task: &Task) -> bool {
    match task {
        Task::Replicate { .. } | Task::StartBackfill { .. } | Task::Backfill { .. } => true,
        Task::Propagate { .. }
        | Task::Drain { .. }
        | Task::ActivateTable { .. }
        | Task::DropTable { .. }
        | Task::ApplySettings { .. }
        | Task::Scale { .. }
        | Task::DropIndex { .. }
        | Task::ApplyTimeToLive { .. }
        | Task::Expire { .. }
        | Task::TrimStream { .. }
        | Task::Invoke { .. }
        | Task::Confirm { .. }
        | Task::ForgetToken { .. } => false,
    }
}
