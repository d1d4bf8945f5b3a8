//! The meter of a table or global index: its partitions, what they serve and refuse, and what waits to be served.

use crate::capacity::throughput::Throughput;
use crate::capacity::units::CapacityUnits;
use crate::clock::Timestamp;
use crate::event::{SplitCause, Store, ThrottleCause, Throttled, UnitKind};
use crate::model::bytes::Bytes;
use crate::model::item::Image;
use crate::model::key::Position;
use crate::model::list::Listed;
use crate::table::Table;
use crate::table::index::Index;
use crate::table::partition::{Divisibility, PartitionMap};
use crate::table::queue::Queue;
use crate::table::schema::{Billing, IndexSchema, Scope};
use crate::table::storage::Storage;
use crate::throughput::dimension::{Dimension, Limits, Source, Terms};
use crate::throughput::model::{PARTITION_COUNT_MAX, ThroughputModel};

/// Splits that are remembered. Model: as many as a screen shows.
const SPLIT_COUNT_MAX: usize = 32;

/// The meter of a table with its local indexes, or of a global index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Meter {
    pub(crate) partitions: PartitionMap,
    pub(crate) read: Dimension,
    pub(crate) write: Dimension,
    /// The latest splits, oldest first.
    pub(crate) splits: Vec<Split>,
    pub(crate) queue: Queue,
}

/// A partition that became two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Split {
    /// When.
    pub at: Timestamp,
    /// Which partition, counted from zero in the order of hashes; the new one is behind it.
    pub partition: usize,
    /// Why.
    pub cause: SplitCause,
}

/// Units that a request takes of one partition.
#[derive(Debug, Clone)]
pub(crate) struct Charge {
    pub(crate) partition: usize,
    pub(crate) kind: UnitKind,
    pub(crate) units: CapacityUnits,
    pub(crate) source: Source,
    /// The hash of the partition key.
    pub(crate) hash: u64,
    /// An item with that key, if there is one.
    pub(crate) item: Option<Image>,
}

/// What a table or global index is agreed to serve, and the partitions that it needs for that.
struct Agreement {
    read: Terms,
    write: Terms,
    partition_count: usize,
}

impl Meter {
    pub(crate) fn dimension(&self, kind: UnitKind) -> &Dimension {
        match kind {
            UnitKind::Read => &self.read,
            UnitKind::Write => &self.write,
        }
    }

    fn dimension_mut(&mut self, kind: UnitKind) -> &mut Dimension {
        match kind {
            UnitKind::Read => &mut self.read,
            UnitKind::Write => &mut self.write,
        }
    }

    /// Takes the units of a charge, and notes whose they were.
    pub(crate) fn spend(&mut self, charge: &Charge, now: Timestamp) {
        let Charge { partition, kind, units, source, hash, .. } = *charge;
        if source == Source::Nothing {
            return;
        }
        let dimension = self.dimension_mut(kind);
        dimension.spend(partition, units, source, now);
        let ceiling = dimension.limits.ceiling;
        let heat = &mut self.partitions.get_mut(partition).heat;
        heat.serve(kind, units, (hash, charge.item.as_ref()), ceiling, now);
    }

    /// Notes that a request was refused here.
    pub(crate) fn refuse(&mut self, throttled: &Throttled, now: Timestamp) {
        self.dimension_mut(throttled.kind).throttled_count += 1;
        let is_ceiling = throttled.cause == ThrottleCause::KeyRange;
        let heat = &mut self.partitions.get_mut(throttled.partition).heat;
        heat.refuse(throttled.kind, throttled.units, is_ceiling, now);
    }

    /// Lets a partition end at a position, and a new one begin there. Their sizes are to be told.
    pub(crate) fn split(
        &mut self,
        partition: usize,
        at: Position,
        split_size: Bytes,
        split: Split,
    ) {
        self.partitions.split(partition, at, split_size);
        self.read.split(partition, split.at);
        self.write.split(partition, split.at);
        if self.splits.len() == SPLIT_COUNT_MAX {
            self.splits.remove(0);
        }
        self.splits.push(split);
    }

    /// Partitions without which what is served on demand would not reach them.
    pub(crate) fn partitions_needed(&self, now: Timestamp) -> usize {
        let needed = |dimension: &Dimension| match dimension.terms {
            Terms::Provisioned { .. } => 1,
            Terms::OnDemand { .. } => {
                dimension.at_once(now).div_ceil(dimension.limits.ceiling.max(1))
            }
        };
        let needed = needed(&self.read).max(needed(&self.write));
        usize::try_from(needed).unwrap_or(PARTITION_COUNT_MAX).min(PARTITION_COUNT_MAX)
    }
}

impl Table {
    /// The meter of the table, or of one of its global indexes, while throughput is metered.
    pub(crate) fn meter(&self, ordinal: Option<usize>) -> Option<&Meter> {
        match ordinal {
            None => self.meter.as_deref(),
            Some(ordinal) => self.indexes[ordinal].meter.as_deref(),
        }
    }

    pub(crate) fn meter_mut(&mut self, ordinal: Option<usize>) -> Option<&mut Meter> {
        match ordinal {
            None => self.meter.as_deref_mut(),
            Some(ordinal) => self.indexes[ordinal].meter.as_deref_mut(),
        }
    }

    /// The stores that have meters of their own: the table, and its global indexes.
    pub(crate) fn metered(&self) -> impl Iterator<Item = Option<usize>> + use<> {
        let is_global = |index: &Index| index.schema.scope == Scope::Global;
        let global: Vec<usize> =
            (0..self.indexes.len()).filter(|ordinal| is_global(&self.indexes[*ordinal])).listed();
        [None].into_iter().chain(global.into_iter().map(Some))
    }

    /// How receipts name what has a meter.
    pub(crate) fn metered_store(&self, ordinal: Option<usize>) -> Store {
        ordinal.map_or(Store::Table, |ordinal| self.indexes[ordinal].store())
    }

    /// The place among the indexes of what receipts name so; none for the table.
    pub(crate) fn ordinal_of(&self, store: &Store) -> Option<usize> {
        match store {
            Store::Table | Store::Local(_) => None,
            Store::Global(name) => self.schema.index(name.as_str()).map(|(ordinal, _)| ordinal),
        }
    }

    /// The bytes of what has a meter.
    pub(crate) fn metered_size(&self, ordinal: Option<usize>) -> Bytes {
        match ordinal {
            None => self.collection_stores().map(Storage::size).sum(),
            Some(ordinal) => self.indexes[ordinal].entries.size(),
        }
    }

    /// What may be divided between partitions.
    pub(crate) fn divisibility(&self, ordinal: Option<usize>) -> Divisibility {
        match ordinal.is_none() && self.schema.has_local_index() {
            true => Divisibility::Collections,
            false => Divisibility::Items,
        }
    }

    /// What the partitions of a meter hold: a table with its local indexes, or a global index.
    pub(crate) fn metered_storages(&self, ordinal: Option<usize>) -> Vec<&Storage> {
        match ordinal {
            None => self.collection_stores().listed(),
            Some(ordinal) => vec![&self.indexes[ordinal].entries],
        }
    }

    /// Gives the table and its global indexes the meters that a model and their settings ask for. Partitions may be
    /// missing afterwards: their number is the result, for each that has a meter.
    pub(crate) fn agree(
        &mut self,
        model: &ThroughputModel,
        now: Timestamp,
    ) -> Vec<(Option<usize>, usize)> {
        let ordinals: Vec<Option<usize>> = self.metered().listed();
        let mut counts = Vec::with_capacity(ordinals.len());
        for ordinal in ordinals {
            let size = self.metered_size(ordinal);
            let index = ordinal.map(|ordinal| &self.indexes[ordinal].schema);
            let kept = self.meter(ordinal).map(Meter::provisioned_max);
            let agreement = Agreement::of(self, index.map(AsRef::as_ref), kept, size, model);
            let limits = (Limits::reads(model), Limits::writes(model));
            counts.push((ordinal, agreement.partition_count));
            match self.meter_mut(ordinal) {
                Some(meter) => {
                    meter.read.agree(agreement.read, limits.0, now);
                    meter.write.agree(agreement.write, limits.1, now);
                }
                None => self.set_meter(ordinal, Meter::new(&agreement, model, limits, now)),
            }
        }
        counts
    }

    /// Takes the meters away.
    pub(crate) fn drop_meters(&mut self) {
        self.meter = None;
        for index in &mut self.indexes {
            index.meter = None;
        }
    }

    pub(crate) fn set_meter(&mut self, ordinal: Option<usize>, mut meter: Meter) {
        for storage in self.metered_storages(ordinal) {
            for (position, stored) in storage.iter() {
                let partition = meter.partitions.find(position);
                meter.partitions.get_mut(partition).size += stored.size;
            }
        }
        let place = match ordinal {
            None => &mut self.meter,
            Some(ordinal) => &mut self.indexes[ordinal].meter,
        };
        *place = Some(Box::new(meter));
    }

    /// Tells the two partitions that were one how many bytes each of them holds.
    pub(crate) fn weigh(&mut self, ordinal: Option<usize>, partition: usize) {
        let Some(meter) = self.meter(ordinal) else { return };
        let range = meter.partitions.range(partition);
        let storages = self.metered_storages(ordinal).into_iter();
        let stored = storages.flat_map(|storage| storage.range(&range));
        let kept: Bytes = stored.map(|(_, stored)| stored.size).sum();
        if let Some(meter) = self.meter_mut(ordinal) {
            let whole = meter.partitions.get_mut(partition);
            let given = Bytes(whole.size.0.saturating_sub(kept.0));
            whole.size = kept;
            meter.partitions.get_mut(partition + 1).size = given;
        }
    }
}

impl Meter {
    fn new(
        agreement: &Agreement,
        model: &ThroughputModel,
        limits: (Limits, Limits),
        now: Timestamp,
    ) -> Self {
        let count = agreement.partition_count;
        Self {
            partitions: PartitionMap::new(count, model.partition_size),
            read: Dimension::new(agreement.read, limits.0, count, now),
            write: Dimension::new(agreement.write, limits.1, count, now),
            splits: Vec::new(),
            queue: Queue::default(),
        }
    }

    /// The most that was ever provisioned.
    fn provisioned_max(&self) -> Throughput {
        Throughput {
            read_units_per_second: self.read.provisioned_max,
            write_units_per_second: self.write.provisioned_max,
        }
    }
}

impl Agreement {
    /// What the settings of a table, or of a global index with its own, come to.
    fn of(
        table: &Table,
        index: Option<&IndexSchema>,
        kept: Option<Throughput>,
        size: Bytes,
        model: &ThroughputModel,
    ) -> Self {
        let schema = &table.schema;
        let warm = index.map_or(schema.warm_throughput, |index| index.warm_throughput);
        let maximum = index.map_or(schema.on_demand_maximum, |index| index.on_demand_maximum);
        let maximum = maximum.unwrap_or_default();
        let provisioned = match (schema.billing, index) {
            (Billing::PayPerRequest, _) => None,
            (Billing::Provisioned(rates), None) => Some(rates),
            (Billing::Provisioned(rates), Some(index)) => Some(index.throughput.unwrap_or(rates)),
        };
        let warm = warm.map(|warm| warm.throughput);
        let rates = match provisioned {
            Some(rates) => rates,
            None => larger(Some(larger(Some(model.on_demand_start()), warm)), kept),
        };
        let terms = |units_per_second, maximum| match provisioned {
            Some(_) => Terms::Provisioned { units_per_second },
            None => Terms::OnDemand { at_once: units_per_second, maximum },
        };
        let needed = match provisioned {
            Some(_) => model.provisioned_count(larger(Some(rates), warm), size),
            None => model.on_demand_count(rates, size),
        };
        let read = terms(rates.read_units_per_second, maximum.read_units_per_second);
        let write = terms(rates.write_units_per_second, maximum.write_units_per_second);
        let count = needed.max(model.partition_count_min).max(1);
        let partition_count = usize::try_from(count).unwrap_or(PARTITION_COUNT_MAX);
        Self { read, write, partition_count: partition_count.min(PARTITION_COUNT_MAX) }
    }
}

/// The larger of the reads and of the writes.
fn larger(one: Option<Throughput>, other: Option<Throughput>) -> Throughput {
    let of = |pick: fn(Throughput) -> u64| {
        let [one, other] = [one, other].map(|throughput| throughput.map_or(0, pick));
        one.max(other)
    };
    Throughput {
        read_units_per_second: of(|throughput| throughput.read_units_per_second),
        write_units_per_second: of(|throughput| throughput.write_units_per_second),
    }
}
