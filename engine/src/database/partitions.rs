//! The partitions of tables and global indexes: how many there are, and when one is split.

use crate::database::Database;
use crate::event::{EventKind, SplitCause};
use crate::model::key::Position;
use crate::model::name::{IndexName, TableName};
use crate::model::partition_id::PartitionId;
use crate::receipt::Store;
use crate::table::partition::{Partitions, wider_than_share};
use crate::table::split::{hot_boundaries, middle};
use crate::throughput::model::{PARTITION_COUNT_MAX, ThroughputModel};

impl Database {
    /// Sets how throughput is modelled, and whether it is limited at all. What was saved for bursts is kept as far as
    /// the model allows; partitions may become more, and never fewer while throughput is limited.
    pub fn set_throughput_model(&mut self, model: ThroughputModel) {
        self.config.throughput = model;
        let names: Vec<TableName> = self.tables.keys().cloned().collect();
        for name in names {
            match model.is_enforced {
                true => self.configure(&name),
                false => self.stop_metering(&name),
            }
        }
    }

    /// Saves as much for a burst as each table and global index can, as after [`ThroughputModel::burst_seconds`] without use.
    /// Nothing happens while throughput is not limited.
    pub fn fill_bursts(&mut self) {
        for throughput in self.throughput.values_mut() {
            throughput.fill(self.now);
        }
    }

    /// Meters a table no more: what waits for its indexes arrives.
    fn stop_metering(&mut self, name: &TableName) {
        for store in self.table_mut(name).partitioned_stores() {
            let state = self.store_state_mut(name, &store);
            state.meter = None;
            let waiting = state.queues.take_all();
            for (_, ticket) in std::mem::take(&mut state.drains) {
                self.schedule.cancel(ticket);
            }
            self.table_mut(name).set_partitions(&store, &Partitions::default());
            let Store::Global(index) = &store else { continue };
            for waiting in waiting {
                self.apply_change(name, index, waiting);
            }
        }
    }

    /// Meters a table and its global indexes by their settings, while throughput is limited.
    pub(super) fn configure(&mut self, name: &TableName) {
        let (model, now) = (self.config.throughput, self.now);
        if !model.is_enforced {
            return;
        }
        let table = self.tables.get_mut(name).expect("what is configured is a table");
        let limits = self.throughput.get_mut(name).expect("every table has its throughput");
        for (store, count) in limits.configure(table, &model, now) {
            self.split_to_count(name, &store, count);
        }
    }

    /// Forgets the throughput of an index that is dropped.
    pub(super) fn forget_index(&mut self, name: &TableName, index: &IndexName) {
        if let Some(limits) = self.throughput.get_mut(name) {
            limits.remove(&Store::Global(index.clone()));
        }
    }

    /// Splits partitions until each covers at most one part in `count` of the hashes.
    ///
    /// Model: the service says only that partitions are added.
    fn split_to_count(&mut self, name: &TableName, store: &Store, count: usize) {
        loop {
            let partitions = self.table_mut(name).storage_of(store).partitions();
            if partitions.len() >= PARTITION_COUNT_MAX {
                return;
            }
            let Some(at) = wider_than_share(partitions, count) else { return };
            self.split(name, store, &at, SplitCause::Throughput);
        }
    }

    /// Splits a partition if it holds too much.
    pub(super) fn split_if_full(
        &mut self,
        name: &TableName,
        store: &Store,
        partition: PartitionId,
    ) {
        let model = self.config.throughput;
        let size = self.table_mut(name).partition_size(store, partition);
        let Some(meter) = self.meter_mut(name, store) else { return };
        if meter.note_size(partition, size, &model) {
            self.split_if_needed(name, store, partition);
        }
    }

    /// Splits a partition that holds too much or was hot for too long, and others if more is asked for on demand than they
    /// carry.
    pub(super) fn split_if_needed(
        &mut self,
        name: &TableName,
        store: &Store,
        partition: PartitionId,
    ) {
        let (model, now) = (self.config.throughput, self.now);
        let size = self.table_mut(name).partition_size(store, partition);
        let Some(meter) = self.meter_mut(name, store) else { return };
        let Some(cause) = meter.split_cause(partition, size, &model) else {
            let needed = meter.partitions_needed(now);
            if needed > meter.partitions.len() {
                self.split_to_count(name, store, needed);
            }
            return;
        };
        let Some(meter) = self.meter(name, store) else { return };
        let table = self.tables.get(name).expect("a meter is of a table");
        let storage = table.storage_of(store);
        let (range, divisibility) = (storage.partition_range(partition), table.divisibility(store));
        let boundaries = match cause {
            SplitCause::Size => middle(storage, &range, divisibility).into_iter().collect(),
            SplitCause::Heat | SplitCause::Throughput => {
                let hot = meter.hot_hash(partition).filter(|_| table.isolates_keys());
                hot_boundaries(storage, &range, hot, divisibility)
            }
        };
        if boundaries.is_empty() {
            self.postpone_split(name, store, partition);
        }
        for at in boundaries {
            self.split(name, store, &at, cause);
        }
    }

    fn postpone_split(&mut self, name: &TableName, store: &Store, partition: PartitionId) {
        let size = self.table_mut(name).partition_size(store, partition);
        let split_size = size + self.config.throughput.partition_size;
        if let Some(meter) = self.meter_mut(name, store) {
            meter.postpone_split(partition, split_size);
        }
    }

    /// Splits the partition in which a position lies. What waits for it is divided too.
    fn split(&mut self, name: &TableName, store: &Store, at: &Position, cause: SplitCause) {
        let (model, now) = (self.config.throughput, self.now);
        let partition = self.table_mut(name).storage_of(store).partition_of(at);
        let Some(meter) = self.meter_mut(name, store) else { return };
        if meter.partitions.len() >= PARTITION_COUNT_MAX {
            return self.postpone_split(name, store, partition);
        }
        let new = meter.split(partition, cause, &model, now);
        let count = meter.partitions.len();
        let stored = self.table_mut(name).split_at(store, at);
        assert_eq!(new, stored, "a meter and its store number partitions alike");
        self.divide_queue(name, store, partition);
        let kind = EventKind::PartitionSplit { store: store.clone(), cause, count };
        self.recorder.record(now, name, kind);
    }
}
