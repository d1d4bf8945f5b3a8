//! Changes of global indexes on their way: how long each takes, and how it waits until its index can pay for it.
//!
//! An index serves its changes in the order in which they were made. The first that it cannot pay for holds up all
//! behind it; when too much waits, writes that would add to it are refused (`database/admission.rs`).

use crate::capacity::cost::write_units;
use crate::capacity::units::CapacityUnits;
use crate::clock::Timestamp;
use crate::database::{Database, Task, arrival};
use crate::event::UnitKind;
use crate::model::bytes::Bytes;
use crate::model::list::Listed;
use crate::model::name::{IndexName, TableName};
use crate::table::index::{Index, IndexChange, IndexEntry};
use crate::table::meter::Charge;
use crate::table::queue::{Short, Waiting};

impl Database {
    /// How long a change of a global index is on its way: the delay, and what is drawn of the spread.
    pub(super) fn draw_delay(&mut self) -> u64 {
        let (delay_ms, spread_ms) =
            (self.config.propagation_delay_ms, self.config.propagation_spread_ms);
        match spread_ms {
            0 => delay_ms,
            _ => delay_ms.saturating_add(self.random.below(spread_ms.saturating_add(1))),
        }
    }

    /// A change arrives at its index, and waits there if others do or the index cannot pay.
    pub(super) fn arrive(
        &mut self,
        name: &TableName,
        index_name: &IndexName,
        change: IndexChange,
        units: CapacityUnits,
    ) {
        let since = self.now;
        let index = self.table_mut(name).index_mut(index_name);
        match index.meter.as_deref_mut().map(|meter| &mut meter.queue) {
            None => self.apply_change(name, index_name, change),
            Some(queue) => {
                let is_first = queue.waiting.is_empty();
                queue.push(Waiting { since, change, units });
                if is_first {
                    self.drain(name, index_name);
                }
            }
        }
    }

    /// Applies the changes that an index can pay for, and sees to it that the next is looked at when it can be.
    pub(super) fn drain(&mut self, name: &TableName, index_name: &IndexName) {
        let now = self.now;
        loop {
            let (ordinal, index) = self.table_mut(name).numbered_index_mut(index_name);
            let Some(meter) = index.meter.as_deref_mut() else { return };
            let Some(first) = meter.queue.waiting.front() else { return };
            match meter.charges_of(first, now) {
                Ok(charges) => {
                    for charge in &charges {
                        meter.spend(charge, now);
                    }
                    let first = meter.queue.pop().expect("there is a first");
                    self.apply_change(name, index_name, first.change);
                    for charge in &charges {
                        self.relieve(name, Some(ordinal), charge.partition);
                    }
                }
                Err(Short { cause, partition, units }) => {
                    meter.queue.cause = Some(cause);
                    let due = meter.write.next_admission(partition, units, now);
                    meter.queue.due = due;
                    let (table, index) = (name.clone(), index_name.clone());
                    self.schedule.add(due, Task::Drain { table, index });
                    return;
                }
            }
        }
    }

    /// Lets what waits for indexes of a table be looked at again, because what they can pay has changed.
    pub(super) fn drain_all(&mut self, name: &TableName) {
        let waits = |index: &Index| {
            let meter = index.meter.as_deref()?;
            (!meter.queue.waiting.is_empty()).then(|| index.schema.name.clone())
        };
        let indexes: Vec<IndexName> =
            self.table_mut(name).indexes.iter().filter_map(waits).listed();
        for index in indexes {
            self.schedule.retain(&|task| match task {
                Task::Drain { table, index: of } => table != name || *of != index,
                _ => true,
            });
            self.drain(name, &index);
        }
    }

    /// Lets an index that is being filled pay for entries, and says when it can pay for more. What it does not have it owes.
    ///
    /// Model: the service says only that filling uses the throughput of the index.
    pub(super) fn pay_backfill(
        &mut self,
        name: &TableName,
        index_name: &IndexName,
        entries: &[IndexEntry],
    ) -> Timestamp {
        let now = self.now;
        let (_, index) = self.table_mut(name).numbered_index_mut(index_name);
        let Some(meter) = index.meter.as_deref_mut() else { return now };
        let mut paid_at = now;
        for entry in entries {
            let partition = meter.partitions.find(&entry.position);
            let (hash, item) = (entry.position.hash, Some(entry.image.clone()));
            let (units, source) = (write_units(entry.size), meter.write.own_source());
            let kind = UnitKind::Write;
            meter.spend(&Charge { partition, kind, units, source, hash, item }, now);
            meter.partitions.get_mut(partition).resize(Bytes::ZERO, entry.size);
            paid_at = paid_at.max(meter.write.admission(partition, units, now));
        }
        paid_at
    }

    /// Changes the entries of an index, and the sizes of the partitions that hold them.
    pub(super) fn apply_change(
        &mut self,
        name: &TableName,
        index_name: &IndexName,
        change: IndexChange,
    ) {
        if self.recorder.records_items() {
            self.recorder.record(self.now, name, arrival(index_name, &change));
        }
        let (ordinal, index) = self.table_mut(name).numbered_index_mut(index_name);
        let mut size = index.entries.size();
        let Some(meter) = index.meter.as_deref_mut() else { return index.arrive(change) };
        let partition = meter.partitions.find(change.position());
        if let IndexChange::Move { from, .. } = &change {
            let left = meter.partitions.find(&from.position);
            if left != partition {
                meter.partitions.get_mut(left).resize(from.size, Bytes::ZERO);
                size = size - from.size;
            }
        }
        index.arrive(change);
        self.resize(name, Some(ordinal), partition, size);
    }
}
