//! Throughput as it can be watched: what is served, saved, refused and waited for, and in which partitions.

use crate::capacity::units::CapacityUnits;
use crate::clock::Timestamp;
use crate::database::Database;
use crate::event::{EventKind, SplitCause, Store, UnitKind};
use crate::model::bytes::Bytes;
use crate::model::item::Item;
use crate::model::key::{KeySchema, Position};
use crate::model::list::Listed;
use crate::model::name::TableName;
use crate::model::order::sort_by;
use crate::table::Table;
use crate::table::meter::{Meter, Split};
use crate::table::partition::{middle, relief};
use crate::table::schema::Billing;
use crate::table::storage::Storage;
use crate::throughput::dimension::{Dimension, Terms};
use crate::throughput::heat::{Beat, HotKeys};
use crate::throughput::model::{PARTITION_COUNT_MAX, ThroughputModel};

/// The throughput of a table, or of one of its global indexes, at a moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreThroughput {
    /// The table with its local indexes, or a global index.
    pub store: Store,
    /// Reads.
    pub read: DimensionThroughput,
    /// Writes.
    pub write: DimensionThroughput,
    /// Changes that have arrived at a global index and wait until it can pay for them. None for a table.
    pub queue: QueueLength,
    /// In the order of hashes.
    pub partitions: Vec<PartitionThroughput>,
    /// The latest splits, oldest first.
    pub splits: Vec<Split>,
}

/// Reads, or writes, of a table or global index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DimensionThroughput {
    /// What is agreed.
    pub terms: Terms,
    /// Units per second that are served for long: provisioned, or what a table on demand has grown to.
    pub units_per_second: u64,
    /// Units served in the running second.
    pub consumed: CapacityUnits,
    /// Units saved for a burst, in all partitions. None on demand.
    pub burst: CapacityUnits,
    /// The most that can be saved.
    pub burst_max: CapacityUnits,
    /// All units that were served since throughput is metered.
    pub consumed_total: CapacityUnits,
    /// All requests, and parts of batches, that were refused since throughput is metered.
    pub throttled_total: u64,
}

/// What waits for a global index.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct QueueLength {
    /// How many changes.
    pub count: usize,
    /// The units that they need.
    pub units: CapacityUnits,
    /// When the first of them arrived.
    pub oldest_since: Option<Timestamp>,
}

/// A partition at a moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartitionThroughput {
    /// The hash with which it begins.
    pub first_hash: u64,
    /// Whether it begins within an item collection, at a sort key.
    pub begins_within_collection: bool,
    /// Bytes that are stored in it.
    pub size: Bytes,
    /// Read units saved for a burst.
    pub read_burst: CapacityUnits,
    /// Write units saved for a burst.
    pub write_burst: CapacityUnits,
    /// The latest seconds in which there was anything, oldest first.
    pub beats: Vec<Beat>,
    /// The partition keys that are read most, hottest first.
    pub read_keys: Vec<HotKeyShare>,
    /// The partition keys that are written most, hottest first.
    pub write_keys: Vec<HotKeyShare>,
}

/// A partition key that is asked for often.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HotKeyShare {
    /// The attributes of the partition key; none if no item with it was met.
    pub key: Option<Item>,
    /// Its part of what its partition has served lately, in hundredths; less if it is not certain.
    pub percent: u64,
}

impl Database {
    /// The throughput of a table and of its global indexes, in that order. None while throughput is not metered, and
    /// for a table that there is not.
    pub fn throughput(&self, table: &str) -> Option<Vec<StoreThroughput>> {
        let table = self.table(table).filter(|table| table.meter.is_some())?;
        let stores = table.metered().filter_map(|ordinal| {
            let schema = ordinal.map_or(&table.schema.key, |it| &table.indexes[it].schema.key);
            let meter = table.meter(ordinal)?;
            Some(store_throughput(table.metered_store(ordinal), meter, schema, self.now))
        });
        Some(stores.listed())
    }

    /// Sets how throughput is modelled, and whether it is limited at all. What was saved for bursts is kept as far as
    /// the model allows; partitions may become more, and never fewer.
    pub fn set_throughput_model(&mut self, model: ThroughputModel) {
        self.config.throughput = model;
        let names: Vec<TableName> = self.tables.keys().cloned().listed();
        for name in names {
            match model.is_enforced {
                true => self.agree(&name),
                false => self.drop_meters(&name),
            }
        }
    }

    /// Meters a table no more: what waits for its indexes arrives.
    fn drop_meters(&mut self, name: &TableName) {
        let count = self.table_mut(name).indexes.len();
        for ordinal in 0..count {
            while let Some(waiting) =
                self.table_mut(name).meter_mut(Some(ordinal)).and_then(|meter| meter.queue.pop())
            {
                let index = self.table_mut(name).indexes[ordinal].schema.name.clone();
                self.apply_change(name, &index, waiting.change);
            }
        }
        self.table_mut(name).drop_meters();
    }

    /// Brings the meters of a table to its settings and those of its global indexes.
    pub(super) fn agree(&mut self, name: &TableName) {
        let (model, now) = (self.config.throughput, self.now);
        if !model.is_enforced {
            return;
        }
        for (ordinal, count) in self.table_mut(name).agree(&model, now) {
            self.widen(name, ordinal, count);
        }
    }

    /// Splits partitions until none has more hashes than if there were so many of equal width.
    ///
    /// Model: the service says only that partitions are added.
    fn widen(&mut self, name: &TableName, ordinal: Option<usize>, count: usize) {
        loop {
            let Some(meter) = self.table_mut(name).meter_mut(ordinal) else { return };
            if meter.partitions.count() >= PARTITION_COUNT_MAX {
                return;
            }
            let Some((partition, at)) = meter.partitions.wider_than_share(count) else { return };
            self.split(name, ordinal, (partition, at), SplitCause::Throughput);
        }
    }

    /// Notes what a partition holds, of a store that held so much before, and splits it when it is full.
    pub(super) fn resize(
        &mut self,
        name: &TableName,
        ordinal: Option<usize>,
        partition: usize,
        before: Bytes,
    ) {
        let table = self.table_mut(name);
        let size = table.metered_size(ordinal);
        let Some(meter) = table.meter_mut(ordinal) else { return };
        let partition_of_it = meter.partitions.get_mut(partition);
        partition_of_it.resize(before, size);
        if partition_of_it.is_full() {
            self.relieve(name, ordinal, partition);
        }
    }

    /// Splits a partition that was hot for too long or is too full, and adds some if more is asked for on demand.
    pub(super) fn relieve(&mut self, name: &TableName, ordinal: Option<usize>, partition: usize) {
        let (model, now) = (self.config.throughput, self.now);
        let table = self.table_mut(name);
        let (divisibility, isolates) = (table.divisibility(ordinal), table.isolates_keys());
        let Some(meter) = table.meter(ordinal) else { return };
        let Some(found) = meter.partitions.as_slice().get(partition) else { return };
        let is_hot = model.is_adaptive && found.is_hot_for(model.heat_split_seconds);
        let is_full = found.is_full();
        if is_hot || is_full {
            let range = meter.partitions.range(partition);
            let storage = table.items_of(ordinal);
            let (cause, places) = match is_full {
                true => {
                    (SplitCause::Size, middle(storage, &range, divisibility).into_iter().listed())
                }
                false => (
                    SplitCause::Heat,
                    relief(storage, &range, found.hot_hash().filter(|_| isolates), divisibility),
                ),
            };
            return self.split_at(name, ordinal, partition, places, cause);
        }
        let needed = meter.partitions_needed(now);
        if needed > meter.partitions.count() {
            self.widen(name, ordinal, needed);
        }
    }

    /// Splits a partition at places in ascending order; if there are none, it is left alone for a while.
    fn split_at(
        &mut self,
        name: &TableName,
        ordinal: Option<usize>,
        partition: usize,
        places: Vec<Position>,
        cause: SplitCause,
    ) {
        let partition_size = self.config.throughput.partition_size;
        if places.is_empty()
            && let Some(meter) = self.table_mut(name).meter_mut(ordinal)
        {
            meter.partitions.get_mut(partition).leave_alone(partition_size);
        }
        for (number, place) in places.into_iter().enumerate() {
            self.split(name, ordinal, (partition + number, place), cause);
        }
    }

    fn split(
        &mut self,
        name: &TableName,
        ordinal: Option<usize>,
        (partition, at): (usize, Position),
        cause: SplitCause,
    ) {
        let (now, split_size) = (self.now, self.config.throughput.partition_size);
        let table = self.table_mut(name);
        let Some(meter) = table.meter_mut(ordinal) else { return };
        if meter.partitions.count() >= PARTITION_COUNT_MAX {
            return meter.partitions.get_mut(partition).leave_alone(split_size);
        }
        meter.split(partition, at, split_size, Split { at: now, partition, cause });
        let count = meter.partitions.count();
        table.weigh(ordinal, partition);
        let kind = EventKind::PartitionSplit { store: table.metered_store(ordinal), cause, count };
        self.recorder.record(now, name, kind);
    }
}

impl Table {
    /// Whether a key that is hot by itself gets a partition of its own.
    ///
    /// Source: the Developer Guide of 2023: not in a provisioned table that has a stream.
    fn isolates_keys(&self) -> bool {
        self.schema.billing == Billing::PayPerRequest || self.open_stream().is_none()
    }

    /// The items of a table, or the entries of an index.
    fn items_of(&self, ordinal: Option<usize>) -> &Storage {
        ordinal.map_or(&self.items, |ordinal| &self.indexes[ordinal].entries)
    }
}

fn store_throughput(
    store: Store,
    meter: &Meter,
    key: &KeySchema,
    now: Timestamp,
) -> StoreThroughput {
    let queue = &meter.queue;
    let partitions = meter.partitions.as_slice().iter().enumerate();
    StoreThroughput {
        store,
        read: dimension_throughput(&meter.read, now),
        write: dimension_throughput(&meter.write, now),
        queue: QueueLength {
            count: queue.waiting.len(),
            units: queue.units,
            oldest_since: queue.waiting.front().map(|first| first.since),
        },
        partitions: partitions
            .map(|(number, partition)| PartitionThroughput {
                first_hash: partition.start.hash,
                begins_within_collection: partition.begins_within_collection(),
                size: partition.size,
                read_burst: meter.read.gauges[number].bucket.units(now),
                write_burst: meter.write.gauges[number].bucket.units(now),
                beats: partition.heat.beats.iter().copied().listed(),
                read_keys: key_shares(partition.heat.keys(UnitKind::Read), key),
                write_keys: key_shares(partition.heat.keys(UnitKind::Write), key),
            })
            .listed(),
        splits: meter.splits.iter().copied().listed(),
    }
}

fn dimension_throughput(dimension: &Dimension, now: Timestamp) -> DimensionThroughput {
    let buckets = || dimension.gauges.iter().map(|gauge| gauge.bucket);
    DimensionThroughput {
        terms: dimension.terms,
        units_per_second: dimension.at_once(now),
        consumed: dimension.window.used(now),
        burst: buckets().map(|bucket| bucket.units(now)).sum(),
        burst_max: buckets().map(|bucket| bucket.units_max()).sum(),
        consumed_total: dimension.consumed,
        throttled_total: dimension.throttled_count,
    }
}

/// The counted keys, hottest first.
fn key_shares(keys: &HotKeys, schema: &KeySchema) -> Vec<HotKeyShare> {
    let partition_key = KeySchema { partition: schema.partition.clone(), sort: Vec::new() };
    let mut counted: Vec<_> = keys.keys.iter().listed();
    sort_by(&mut counted, |one, other| other.count.cmp(&one.count));
    let share = |count: u64| count.saturating_mul(100) / keys.total.max(1);
    let shares = counted.into_iter().map(|key| HotKeyShare {
        key: key.item.as_ref().map(|item| partition_key.key_of(item)),
        percent: share(key.count - key.error),
    });
    shares.listed()
}
