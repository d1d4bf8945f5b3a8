//! The throughput of one table: what its stores may serve, what waits for its indexes, and how auto scaling changes it.

use std::collections::BTreeMap;

use crate::capacity::throughput::Throughput;
use crate::capacity::units::CapacityUnits;
use crate::clock::Timestamp;
use crate::event::ThrottleCause;
use crate::model::partition_id::PartitionId;
use crate::receipt::Store;
use crate::schedule::Ticket;
use crate::table::Table;
use crate::table::index::{Index, IndexChange};
use crate::table::partition::Partitions;
use crate::table::schema::Billing;
use crate::throughput::meter::{CapacityPlan, CapacitySettings, Meter};
use crate::throughput::model::ThroughputModel;
use crate::throughput::queue::{Queues, Waiting};
use crate::throughput::scaling::Scaling;

/// The throughput of a table and of its global indexes.
#[derive(Debug, Clone, Default)]
pub(crate) struct TableThroughput {
    stores: BTreeMap<Store, StoreState>,
}

/// The throughput of a table with its local indexes, or of a global index.
#[derive(Debug, Clone, Default)]
pub(crate) struct StoreState {
    /// How what is provisioned follows what is used.
    pub(crate) scaling: Scaling,
    /// What is served, while throughput is limited.
    pub(crate) meter: Option<Box<Meter>>,
    /// What waits until a global index can pay for it.
    pub(crate) queues: Queues<IndexChange>,
    /// The task of each partition whose queue is looked at again later.
    pub(crate) drains: BTreeMap<PartitionId, Ticket>,
}

impl StoreState {
    /// Puts a change of an index into the queue of its partition, or the halves of a move into those of theirs. The result
    /// are the partitions for which nothing waited before.
    pub(crate) fn enqueue(
        &mut self,
        index: &mut Index,
        waiting: Waiting<IndexChange>,
        cause: ThrottleCause,
    ) -> Vec<PartitionId> {
        let Waiting { written_at, since, change, units } = waiting;
        let mut begun = Vec::new();
        for (part, (change, units)) in parts(index, change, units).into_iter().enumerate() {
            if part > 0 {
                index.divide_pending();
            }
            let first = change.entries().next().expect("a change touches an entry");
            let partition = index.entries.partition_of(&first.position);
            if self.queues.get(partition).is_none() {
                begun.push(partition);
            }
            self.queues.push(partition, Waiting { written_at, since, change, units }, cause);
        }
        begun
    }
}

impl TableThroughput {
    pub(crate) fn store(&self, store: &Store) -> Option<&StoreState> {
        self.stores.get(store)
    }

    pub(crate) fn store_mut(&mut self, store: &Store) -> &mut StoreState {
        self.stores.entry(store.clone()).or_default()
    }

    pub(crate) fn stores(&self) -> impl Iterator<Item = (&Store, &StoreState)> {
        self.stores.iter()
    }

    /// Forgets an index that was dropped.
    pub(crate) fn remove(&mut self, store: &Store) {
        self.stores.remove(store);
    }

    pub(crate) fn meter(&self, store: &Store) -> Option<&Meter> {
        self.stores.get(store)?.meter.as_deref()
    }

    pub(crate) fn meter_mut(&mut self, store: &Store) -> Option<&mut Meter> {
        self.stores.get_mut(store)?.meter.as_deref_mut()
    }

    /// Saves as much for a burst as the table and its global indexes can, as after a time without use.
    pub(crate) fn fill(&mut self, now: Timestamp) {
        for meter in self.stores.values_mut().filter_map(|state| state.meter.as_deref_mut()) {
            meter.fill(now);
        }
    }

    /// Meters a table and its global indexes by a model and their settings. A store that was not metered until then gets
    /// the partitions that it needs; one that was keeps its partitions. The result is how many each store needs.
    pub(crate) fn configure(
        &mut self,
        table: &mut Table,
        model: &ThroughputModel,
        now: Timestamp,
    ) -> Vec<(Store, usize)> {
        let mut counts = Vec::new();
        for store in table.partitioned_stores() {
            let (settings, size) = (capacity_settings(table, &store), table.store_size(&store));
            let state = self.store_mut(&store);
            let plan = CapacityPlan::new(&settings, state.meter.as_deref(), size, model);
            if let Some(meter) = &mut state.meter {
                meter.configure(&plan, model, now);
            } else {
                table.set_partitions(&store, &Partitions::even(plan.partition_count));
                state.meter = Some(Box::new(Meter::new(&plan, model, now)));
            }
            counts.push((store, plan.partition_count));
        }
        counts
    }
}

/// A change as its partitions see it: the halves of a move between two of them, any other change as it is.
fn parts(
    index: &Index,
    change: IndexChange,
    units: CapacityUnits,
) -> Vec<(IndexChange, CapacityUnits)> {
    let partitions: Vec<PartitionId> =
        change.entries().map(|entry| index.entries.partition_of(&entry.position)).collect();
    match partitions.first() == partitions.last() {
        true => vec![(change, units)],
        false => change.halves(units),
    }
}

/// What the settings of a table, or of one of its global indexes, say of its throughput.
fn capacity_settings(table: &Table, store: &Store) -> CapacitySettings {
    let schema = &table.schema;
    let index = match store {
        Store::Table | Store::Local(_) => None,
        Store::Global(name) => table.index(name.as_str()).map(|index| &index.schema),
    };
    let warm = index.map_or(schema.warm_throughput, |index| index.warm_throughput);
    let maximum = index.map_or(schema.on_demand_maximum, |index| index.on_demand_maximum);
    let maximum = maximum.unwrap_or_default();
    let provisioned: Option<Throughput> = match schema.billing {
        Billing::PayPerRequest => None,
        Billing::Provisioned(rates) => {
            Some(index.and_then(|index| index.throughput).unwrap_or(rates))
        }
    };
    CapacitySettings {
        provisioned,
        warm: warm.map(|warm| warm.throughput),
        read_maximum: maximum.read_units_per_second,
        write_maximum: maximum.write_units_per_second,
    }
}
