//! Propagation to global indexes: how long each change takes, and how it waits until its partition has throughput for it.
//!
//! A partition of an index serves its changes in the order in which they arrived. The first that it cannot pay for holds up
//! those behind it, and those alone; when too much waits, writes that would add to it are throttled
//! (`database/admission.rs`). A move between two partitions is applied as a whole while both can pay for their halves. If
//! one cannot, its halves wait apart: a reader may meet both entries for a while, or neither.

use crate::capacity::units::CapacityUnits;
use crate::clock::Timestamp;
use crate::database::recorded::arrival;
use crate::database::{Database, Task};
use crate::event::{Arrival, ThrottleCause};
use crate::model::key::Position;
use crate::model::name::{IndexName, TableName};
use crate::model::partition_id::PartitionId;
use crate::receipt::{Store, UnitKind};
use crate::table::index::{IndexChange, IndexEntry};
use crate::throughput::dimension::Shortage;
use crate::throughput::meter::Charge;
use crate::throughput::queue::{Queue, Waiting};

/// What a change waits for.
struct Wait {
    cause: ThrottleCause,
    /// The first moment at which its partition can pay for it.
    until: Timestamp,
}

impl Database {
    /// How long a change takes to reach a global index: the delay, and a random part of the spread.
    pub(super) fn draw_delay(&mut self) -> u64 {
        let (delay_ms, spread_ms) =
            (self.config.propagation_delay_ms, self.config.propagation_spread_ms);
        match spread_ms {
            0 => delay_ms,
            _ => delay_ms.saturating_add(self.random.below(spread_ms.saturating_add(1))),
        }
    }

    /// A change arrives at its index. It waits if others wait for its partition, or the partition cannot pay.
    pub(super) fn arrive(
        &mut self,
        name: &TableName,
        index_name: &IndexName,
        arriving: Waiting<IndexChange>,
    ) {
        let store = Store::Global(index_name.clone());
        if self.meter(name, &store).is_none() {
            return self.apply_change(name, index_name, arriving);
        }
        match self.admit_arrival(name, &store, &arriving.change, arriving.units) {
            Ok(charges) => {
                self.spend(name, &store, &charges);
                self.apply_change(name, index_name, arriving);
                for charge in &charges {
                    self.split_if_needed(name, &store, charge.partition);
                }
            }
            Err(Wait { cause, .. }) => {
                for partition in self.enqueue(name, index_name, arriving, cause) {
                    self.drain(name, index_name, partition);
                }
            }
        }
    }

    /// Puts a change into the queues of its partitions. The result are those for which nothing waited before.
    fn enqueue(
        &mut self,
        name: &TableName,
        index_name: &IndexName,
        waiting: Waiting<IndexChange>,
        cause: ThrottleCause,
    ) -> Vec<PartitionId> {
        let table = self.tables.get_mut(name).expect("a change is of a table that there is");
        let limits = self.throughput.get_mut(name).expect("every table has its throughput");
        let state = limits.store_mut(&Store::Global(index_name.clone()));
        state.enqueue(table.index_mut(index_name), waiting, cause)
    }

    /// Applies the changes that a partition of an index can pay for, and looks again when it can pay for the next.
    pub(super) fn drain(
        &mut self,
        name: &TableName,
        index_name: &IndexName,
        partition: PartitionId,
    ) {
        let store = Store::Global(index_name.clone());
        self.cancel_drain(name, &store, partition);
        loop {
            let state = self.store_state(name, &store);
            let Some(queue) = state.queues.get(partition) else { return };
            let Waiting { change, units, .. } = queue.first();
            match self.admit_change(name, &store, change, *units) {
                Ok(charges) => {
                    self.spend(name, &store, &charges);
                    let first = self.store_state_mut(name, &store).queues.pop(partition);
                    let first = first.expect("the queue has a first change");
                    self.apply_change(name, index_name, first);
                    self.split_if_needed(name, &store, partition);
                }
                Err(Wait { cause, until }) => {
                    self.store_state_mut(name, &store).queues.set_cause(partition, cause);
                    return self.schedule_drain(name, index_name, partition, until);
                }
            }
        }
    }

    /// Looks again at what waits for the indexes of a table, because what they can pay has changed.
    pub(super) fn drain_all(&mut self, name: &TableName) {
        let Some(limits) = self.throughput.get(name) else { return };
        let mut queues: Vec<(IndexName, PartitionId)> = Vec::new();
        for (store, state) in limits.stores() {
            if let Store::Global(index) = store {
                queues.extend(state.queues.iter().map(|(partition, _)| (index.clone(), partition)));
            }
        }
        for (index, partition) in queues {
            self.drain(name, &index, partition);
        }
    }

    /// Divides what waits for a partition that was split, and looks at both queues again at once.
    pub(super) fn divide_queue(&mut self, name: &TableName, store: &Store, partition: PartitionId) {
        let Store::Global(index) = store else { return };
        let state = self.store_state_mut(name, store);
        let Some(cause) = state.queues.get(partition).map(Queue::cause) else { return };
        let mut begun = Vec::new();
        for waiting in state.queues.take(partition) {
            begun.extend(self.enqueue(name, index, waiting, cause));
        }
        self.cancel_drain(name, store, partition);
        for partition in begun {
            self.schedule_drain(name, index, partition, self.now);
        }
    }

    /// Lets an index that is being filled pay for an entry, and says when it can pay for more. What it does not have it owes.
    ///
    /// Model: the service says only that filling uses the throughput of the index.
    pub(super) fn pay_backfill(
        &mut self,
        name: &TableName,
        store: &Store,
        entry: &IndexEntry,
        units: CapacityUnits,
    ) -> Timestamp {
        let now = self.now;
        let partition = self.table_mut(name).storage_of(store).partition_of(&entry.position);
        let Some(meter) = self.meter_mut(name, store) else { return now };
        let (hash, item) = (Some(entry.position.hash), Some(entry.image.clone()));
        let (kind, source) = (UnitKind::Write, meter.write.own_source());
        meter.spend(&Charge { partition, kind, units, source, hash, item }, now);
        meter.write.admission(partition, units, now)
    }

    /// Changes the entries of an index, and splits the partitions that are full then.
    pub(super) fn apply_change(
        &mut self,
        name: &TableName,
        index_name: &IndexName,
        waiting: Waiting<IndexChange>,
    ) {
        let Waiting { written_at, change, units, .. } = waiting;
        if self.recorder.records_items() {
            self.recorder.record(self.now, name, arrival(index_name, &change));
        }
        let (at, took_ms) = (self.now, written_at.until(self.now));
        self.recorder.record_arrival(|| Arrival {
            table: name.clone(),
            index: index_name.clone(),
            at,
            took_ms,
            units,
        });
        let positions: Vec<Position> = match self.config.throughput.is_enforced {
            true => change.entries().map(|entry| entry.position.clone()).collect(),
            false => Vec::new(),
        };
        self.table_mut(name).index_mut(index_name).arrive(change);
        for position in positions {
            let partition =
                self.table_mut(name).index_mut(index_name).entries.partition_of(&position);
            self.split_if_full(name, &Store::Global(index_name.clone()), partition);
        }
    }

    /// What a change takes of the partitions that it touches if nothing waits for them.
    fn admit_arrival(
        &self,
        name: &TableName,
        store: &Store,
        change: &IndexChange,
        units: CapacityUnits,
    ) -> Result<Vec<Charge>, Wait> {
        let storage = self.known_table(name).storage_of(store);
        let queues = &self.store_state(name, store).queues;
        for entry in change.entries() {
            if let Some(queue) = queues.get(storage.partition_of(&entry.position)) {
                return Err(Wait { cause: queue.cause(), until: self.now });
            }
        }
        self.admit_change(name, store, change, units)
    }

    /// What a change takes of the partitions that it touches, or what it cannot have yet.
    fn admit_change(
        &self,
        name: &TableName,
        store: &Store,
        change: &IndexChange,
        units: CapacityUnits,
    ) -> Result<Vec<Charge>, Wait> {
        let storage = self.known_table(name).storage_of(store);
        let meter = self.meter(name, store).expect("changes wait for what is metered");
        // A move within one partition asks it for both halves at once.
        let asked_of = |partition| -> CapacityUnits {
            let of_it =
                |(entry, _): &(&IndexEntry, _)| storage.partition_of(&entry.position) == partition;
            change.units_by_entry(units).filter(of_it).map(|(_, units)| units).sum()
        };
        let asked = |(entry, units): (&IndexEntry, CapacityUnits)| {
            let partition = storage.partition_of(&entry.position);
            let (kind, hash) = (UnitKind::Write, Some(entry.position.hash));
            let item = Some(entry.image.clone());
            let needed = asked_of(partition);
            match meter.write.source(partition, needed, self.now) {
                Ok(source) => Ok(Charge { partition, kind, units, source, hash, item }),
                Err(Shortage { cause, .. }) => {
                    let until = meter.write.next_admission(partition, needed, self.now);
                    Err(Wait { cause, until })
                }
            }
        };
        change.units_by_entry(units).map(asked).collect()
    }

    fn spend(&mut self, name: &TableName, store: &Store, charges: &[Charge]) {
        let now = self.now;
        if let Some(meter) = self.meter_mut(name, store) {
            for charge in charges {
                meter.spend(charge, now);
            }
        }
    }

    fn schedule_drain(
        &mut self,
        name: &TableName,
        index: &IndexName,
        partition: PartitionId,
        due: Timestamp,
    ) {
        let store = Store::Global(index.clone());
        self.cancel_drain(name, &store, partition);
        let task = Task::Drain { table: name.clone(), index: index.clone(), partition };
        let ticket = self.schedule.add(due, task);
        self.store_state_mut(name, &store).drains.insert(partition, ticket);
    }

    fn cancel_drain(&mut self, name: &TableName, store: &Store, partition: PartitionId) {
        if let Some(ticket) = self.store_state_mut(name, store).drains.remove(&partition) {
            self.schedule.cancel(ticket);
        }
    }
}
