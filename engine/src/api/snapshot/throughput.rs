//! The settings of the throughput model, and the state of the meters of tables and global indexes.
//!
//! Capacity mode and rates follow from the settings, and sizes of partitions from what is stored: neither is written.

use serde_json::{Map, Value, json};

use crate::api::snapshot::error::SnapshotError;
use crate::api::snapshot::part::write_unless;
use crate::api::snapshot::part::{Part, number};
use crate::api::snapshot::task::{read_change, read_partition_id, write_change};
use crate::api::value::item_to_json;
use crate::capacity::units::CapacityUnits;
use crate::clock::Timestamp;
use crate::database::table_throughput::{StoreState, TableThroughput};
use crate::event::{SplitCause, ThrottleCause};
use crate::json::text::Json;
use crate::model::base64;
use crate::model::bytes::Bytes;
use crate::model::item::Image;
use crate::model::key::{KeySchema, Position};
use crate::model::name::IndexName;
use crate::model::partition_id::PartitionId;
use crate::receipt::Store;
use crate::table::Table;
use crate::table::partition::{Partition, Partitions};
use crate::throughput::demand::{Minute, Window};
use crate::throughput::dimension::{Dimension, EarlierRate, PartitionBudget};
use crate::throughput::heat::{Heat, HotKey, HotKeys, SecondSample};
use crate::throughput::meter::{Meter, PartitionState, Split};
use crate::throughput::model::ThroughputModel;
use crate::throughput::queue::Waiting;
use crate::throughput::scaling::{ActivePolicy, Scaling, ScalingPolicy};

const SPLIT_CAUSES: [SplitCause; 3] = [SplitCause::Size, SplitCause::Heat, SplitCause::Throughput];

const THROTTLE_CAUSES: [ThrottleCause; 5] = [
    ThrottleCause::ProvisionedThroughput,
    ThrottleCause::KeyRange,
    ThrottleCause::OnDemandPeak,
    ThrottleCause::OnDemandMaximum,
    ThrottleCause::Account,
];

/// What a sandbox sets otherwise than the model says.
pub(super) fn write_model(model: &ThroughputModel) -> Map<String, Value> {
    let (mut object, mut model, mut default) = (Map::new(), *model, ThroughputModel::default());
    for (flag, name) in [(model.is_enforced, "is_enforced"), (!model.is_adaptive, "is_rigid")] {
        if flag {
            object.insert(name.into(), true.into());
        }
    }
    for ((name, number), (_, default)) in model.numbers().into_iter().zip(default.numbers()) {
        write_unless(&mut object, name, *number, *default);
    }
    object
}

pub(super) fn read_model(part: Part<'_>) -> Result<ThroughputModel, SnapshotError> {
    let mut model = ThroughputModel {
        is_enforced: part.optional("is_enforced", Part::boolean)?.unwrap_or_default(),
        is_adaptive: !part.optional("is_rigid", Part::boolean)?.unwrap_or_default(),
        ..ThroughputModel::default()
    };
    for (name, place) in model.numbers() {
        if let Some(number) = part.optional(name, Part::number)? {
            *place = number;
        }
    }
    Ok(model)
}

/// How a table or global index follows what is used, if it does.
pub(super) fn write_scaling(scaling: &Scaling) -> Option<Value> {
    let mut object = Map::new();
    for (name, followed) in [("read", scaling.read), ("write", scaling.write)] {
        if let Some(ActivePolicy { policy, since }) = followed {
            let ScalingPolicy { units_min, units_max, target_percent } = policy;
            object.insert(name.into(), json!([units_min, units_max, target_percent, since.0]));
        }
    }
    (!object.is_empty()).then_some(object.into())
}

pub(super) fn read_scaling(part: Part<'_>) -> Result<Scaling, SnapshotError> {
    let Some(part) = part.optional("scaling", Part::part)? else { return Ok(Scaling::default()) };
    let followed = |part: Part<'_>, name: &'static str| {
        let followed = numbers(&part.elements(name)?).ok_or(SnapshotError::damaged(name))?;
        let [units_min, units_max, target_percent, since] = followed;
        let policy = ScalingPolicy { units_min, units_max, target_percent };
        policy.check().map_err(|_| SnapshotError::damaged(name))?;
        Ok(ActivePolicy { policy, since: Timestamp(since) })
    };
    Ok(Scaling { read: part.optional("read", followed)?, write: part.optional("write", followed)? })
}

/// The policies of auto scaling of a table and its global indexes.
pub(super) fn read_policies(
    part: Part<'_>,
    table: &Table,
) -> Result<TableThroughput, SnapshotError> {
    let mut throughput = TableThroughput::default();
    let Some(state) = part.optional("state", Part::part)? else { return Ok(throughput) };
    throughput.store_mut(&Store::Table).scaling = read_scaling(state)?;
    for part in state.list("indexes")? {
        let index = table.index(part.text("index")?).ok_or(SnapshotError::damaged("index"))?;
        throughput.store_mut(&index.store()).scaling = read_scaling(part)?;
    }
    Ok(throughput)
}

/// The meters of a table and its global indexes, in that order; none while throughput is not limited.
pub(super) fn write_meters(
    table: &Table,
    throughput: &TableThroughput,
    now: Timestamp,
) -> Option<Value> {
    throughput.meter(&Store::Table)?;
    let meters = table.partitioned_stores().into_iter().filter_map(|store| {
        let state = throughput.store(&store)?;
        let key = match &store {
            Store::Table | Store::Local(_) => &table.schema.key,
            Store::Global(name) => &table.index(name.as_str())?.schema.key,
        };
        let partitions = table.storage_of(&store).partitions();
        Some(write_meter(state, state.meter.as_deref()?, (partitions, key), now))
    });
    Some(meters.collect())
}

/// Gives a table its meters: those that were written, or new ones.
pub(super) fn read_meters(
    part: Part<'_>,
    (table, throughput): (&mut Table, &mut TableThroughput),
    model: &ThroughputModel,
    now: Timestamp,
) -> Result<(), SnapshotError> {
    throughput.configure(table, model, now);
    let state = part.optional("state", Part::part)?;
    let meters = state.map(|state| state.list("meters")).transpose()?.unwrap_or_default();
    for (store, part) in table.partitioned_stores().into_iter().zip(meters) {
        let partitions = read_partitions(part)?;
        table.set_partitions(&store, &partitions);
        let state = throughput.store_mut(&store);
        let meter = state.meter.as_deref_mut().ok_or(SnapshotError::damaged("meters"))?;
        read_meter(part, &partitions, meter, now)?;
        if let Store::Global(index) = &store {
            read_queues(part, table, index, state)?;
        }
    }
    // What was provisioned before is known only once the meters are read.
    throughput.configure(table, model, now);
    Ok(())
}

fn write_meter(
    state: &StoreState,
    meter: &Meter,
    (partitions, key): (&[Partition], &KeySchema),
    now: Timestamp,
) -> Value {
    let mut object = Map::new();
    let partition = |(number, partition): (usize, &Partition)| {
        write_partition(number, partition, &meter.partitions[partition.id.0], key)
    };
    object.insert("partitions".into(), partitions.iter().enumerate().map(partition).collect());
    object.insert("read".into(), write_dimension(&meter.read, now));
    object.insert("write".into(), write_dimension(&meter.write, now));
    let split = |split: &Split| {
        let cause = SPLIT_CAUSES.iter().position(|cause| *cause == split.cause);
        json!([split.at.0, split.partition.0, split.new.0, cause])
    };
    if !meter.splits.is_empty() {
        object.insert("splits".into(), meter.splits.iter().map(split).collect());
    }
    let mut queues = Vec::new();
    for (partition, queue) in state.queues.iter() {
        let waiting = queue.iter().map(|waiting| {
            json!({
                "written_at": waiting.written_at.0, "since": waiting.since.0,
                "halves": waiting.units.halves(), "change": write_change(&waiting.change),
            })
        });
        let cause = THROTTLE_CAUSES.iter().position(|known| *known == queue.cause());
        let waiting: Value = waiting.collect();
        queues.push(json!({ "partition": partition.0, "cause": cause, "waiting": waiting }));
    }
    if !queues.is_empty() {
        object.insert("queues".into(), queues.into());
    }
    object.into()
}

/// The ranges of the partitions. Where no identity is written, partitions are numbered in their order.
fn read_partitions(part: Part<'_>) -> Result<Partitions, SnapshotError> {
    let mut starts = Vec::new();
    for (number, part) in part.list("partitions")?.into_iter().enumerate() {
        let bytes = base64::decode(part.text("start")?).ok();
        let start = bytes.and_then(|bytes| Position::from_bytes(&bytes));
        let id = part.optional("id", read_partition_id)?.unwrap_or(PartitionId(number));
        starts.push((id, start.ok_or(SnapshotError::damaged("start"))?));
    }
    Partitions::from_starts(starts).ok_or(SnapshotError::damaged("partitions"))
}

fn read_meter(
    part: Part<'_>,
    partitions: &Partitions,
    meter: &mut Meter,
    now: Timestamp,
) -> Result<(), SnapshotError> {
    let partitions = partitions.as_slice();
    meter.partitions = vec![PartitionState::default(); partitions.len()];
    for (partition, part) in partitions.iter().zip(part.list("partitions")?) {
        meter.partitions[partition.id.0] = read_partition(part)?;
    }
    read_dimension(part.part("read")?, &mut meter.read, partitions.len(), now)?;
    read_dimension(part.part("write")?, &mut meter.write, partitions.len(), now)?;
    for split in part.arrays("splits")? {
        meter.splits.push(read_split(&split).ok_or(SnapshotError::damaged("splits"))?);
    }
    Ok(())
}

/// What waits for the partitions of an index. Documents of before queues were kept by partition have one list of all.
fn read_queues(
    part: Part<'_>,
    table: &mut Table,
    index: &IndexName,
    state: &mut StoreState,
) -> Result<(), SnapshotError> {
    let mut queues = part.list("queues")?;
    if part.optional("cause", Part::number)?.is_some() {
        queues.push(part);
    }
    let schema = table.index_mut(index).schema.clone();
    for part in queues {
        let cause = usize::try_from(part.number("cause")?).ok();
        let cause = cause.and_then(|position| THROTTLE_CAUSES.get(position));
        let cause = *cause.ok_or(SnapshotError::damaged("cause"))?;
        for waiting in part.list("waiting")? {
            let change = read_change(waiting.part("change")?, table, &schema)?;
            let units = CapacityUnits::from_halves(waiting.number("halves")?);
            let since = waiting.moment("since")?;
            // Earlier versions did not save it.
            let written_at = waiting.optional("written_at", Part::moment)?.unwrap_or(since);
            table.index_mut(index).add_pending(&change);
            let waiting = Waiting { written_at, since, change, units };
            state.enqueue(table.index_mut(index), waiting, cause);
        }
    }
    Ok(())
}

fn read_split(numbers: &[Json<'_>]) -> Option<Split> {
    let number = |json: &Json<'_>| number(*json).and_then(|number| usize::try_from(number).ok());
    let (at, partition, new, cause) = match numbers {
        [at, partition, cause] => (at, number(partition)?, number(partition)? + 1, cause),
        [at, partition, new, cause] => (at, number(partition)?, number(new)?, cause),
        _ => return None,
    };
    Some(Split {
        at: Timestamp(self::number(*at)?),
        partition: PartitionId(partition),
        new: PartitionId(new),
        cause: *SPLIT_CAUSES.get(number(cause)?)?,
    })
}

fn write_dimension(dimension: &Dimension, now: Timestamp) -> Value {
    let budget = |budget: &PartitionBudget| {
        let (tokens, rest) = budget.bucket.state(now);
        let (held, owed) = (tokens.max(0), tokens.min(0).unsigned_abs());
        let Window { second, units } = budget.window;
        json!([held, owed, rest, second, units.halves()])
    };
    let minutes = dimension.demand.minutes.iter();
    let minute =
        |minute: &Minute| json!([minute.number, minute.peak.halves(), minute.sum.halves()]);
    let mut written = json!({
        "gauges": dimension.budgets.iter().map(budget).collect::<Value>(),
        "minutes": minutes.map(minute).collect::<Value>(),
        "totals": [
            dimension.window.second, dimension.window.units.halves(),
            dimension.demand.earlier_peak.halves(), dimension.consumed.halves(),
            dimension.throttled_count, dimension.provisioned_max,
        ],
    });
    // Nothing can be provisioned with 0 units per second: it says that the table was on demand.
    let rates = dimension.earlier_rates.iter();
    let rate = |rate: &EarlierRate| json!([rate.until.0, rate.provisioned.unwrap_or_default()]);
    if !dimension.earlier_rates.is_empty() {
        written["earlier_rates"] = rates.map(rate).collect();
    }
    written
}

fn read_dimension(
    part: Part<'_>,
    dimension: &mut Dimension,
    count: usize,
    now: Timestamp,
) -> Result<(), SnapshotError> {
    let gauges = part.arrays("gauges")?;
    let damaged = || SnapshotError::damaged("gauges");
    if gauges.len() != count {
        return Err(damaged());
    }
    *dimension = Dimension::new(dimension.mode, dimension.limits, count, now);
    for (budget, state) in dimension.budgets.iter_mut().zip(gauges) {
        let [held, owed, rest, second, halves] = numbers(&state).ok_or_else(damaged)?;
        let tokens = held.cast_signed().saturating_sub_unsigned(owed);
        budget.bucket = budget.bucket.with_state((tokens, rest), now);
        budget.window = Window { second, units: CapacityUnits::from_halves(halves) };
    }
    for minute in part.arrays("minutes")? {
        let minute = numbers(&minute).ok_or(SnapshotError::damaged("minutes"))?;
        let [number, peak, sum] = minute;
        let [peak, sum] = [peak, sum].map(CapacityUnits::from_halves);
        dimension.demand.minutes.push(Minute { number, peak, sum });
    }
    for rate in part.arrays("earlier_rates")? {
        let rate = numbers(&rate).ok_or(SnapshotError::damaged("earlier_rates"))?;
        let [until, provisioned] = rate;
        let provisioned = Some(provisioned).filter(|units| *units > 0);
        dimension.earlier_rates.push(EarlierRate { until: Timestamp(until), provisioned });
    }
    let totals = part.elements("totals")?;
    let totals = numbers(&totals).ok_or(SnapshotError::damaged("totals"))?;
    let [second, halves, peak, consumed, throttled, provisioned_max] = totals;
    dimension.window = Window { second, units: CapacityUnits::from_halves(halves) };
    dimension.demand.earlier_peak = CapacityUnits::from_halves(peak);
    dimension.consumed = CapacityUnits::from_halves(consumed);
    dimension.throttled_count = throttled;
    dimension.provisioned_max = provisioned_max;
    Ok(())
}

fn write_partition(
    number: usize,
    partition: &Partition,
    state: &PartitionState,
    key: &KeySchema,
) -> Value {
    let mut object = Map::new();
    let Heat { samples, hot_seconds, read_keys, write_keys } = &state.heat;
    write_unless(&mut object, "id", partition.id.0 as u64, number as u64);
    object.insert("start".into(), base64::encode(&partition.start.to_bytes()).into());
    object.insert("split_size".into(), state.split_size.0.into());
    write_unless(&mut object, "hot_seconds", *hot_seconds, 0);
    let sample = |sample: &SecondSample| {
        json!([
            sample.second,
            sample.read.halves(),
            sample.write.halves(),
            sample.read_throttled_count,
            sample.write_throttled_count,
            u8::from(sample.is_hot),
            sample.read_throttled.halves(),
            sample.write_throttled.halves(),
        ])
    };
    if !samples.is_empty() {
        object.insert("beats".into(), samples.iter().map(sample).collect());
    }
    for (name, keys) in [("read_keys", read_keys), ("write_keys", write_keys)] {
        if !keys.keys.is_empty() {
            object.insert(name.into(), write_keys_of(keys, key));
        }
    }
    object.into()
}

fn read_partition(part: Part<'_>) -> Result<PartitionState, SnapshotError> {
    let split_size = Bytes(part.number("split_size")?);
    let hot_seconds = part.optional("hot_seconds", Part::number)?.unwrap_or_default();
    let mut heat = Heat { hot_seconds, ..Heat::default() };
    for sample in part.arrays("beats")? {
        heat.samples.push(read_sample(&sample).ok_or(SnapshotError::damaged("beats"))?);
    }
    if let Some(keys) = part.optional("read_keys", Part::part)? {
        heat.read_keys = read_keys_of(keys)?;
    }
    if let Some(keys) = part.optional("write_keys", Part::part)? {
        heat.write_keys = read_keys_of(keys)?;
    }
    Ok(PartitionState { split_size, heat })
}

fn read_sample(sample: &[Json<'_>]) -> Option<SecondSample> {
    // Snapshots of before 2026-11-22 do not say how many units throttled requests asked for.
    let (counts, units) = sample.split_at_checked(6)?;
    let [second, read, write, read_throttled, write_throttled, is_hot] = numbers(counts)?;
    let [read_asked, write_asked] = if units.is_empty() { [0; 2] } else { numbers(units)? };
    Some(SecondSample {
        second,
        read: CapacityUnits::from_halves(read),
        write: CapacityUnits::from_halves(write),
        read_throttled_count: u32::try_from(read_throttled).ok()?,
        write_throttled_count: u32::try_from(write_throttled).ok()?,
        read_throttled: CapacityUnits::from_halves(read_asked),
        write_throttled: CapacityUnits::from_halves(write_asked),
        is_hot: is_hot > 0,
    })
}

fn write_keys_of(keys: &HotKeys, schema: &KeySchema) -> Value {
    let partition_key = KeySchema { partition: schema.partition.clone(), sort: Vec::new() };
    let key = |key: &HotKey| {
        let item = key.item.as_ref().map(|item| item_to_json(&partition_key.key_of(item)));
        // A hash is larger than the numbers that every reader of JSON keeps exactly.
        json!({
            "hash": key.hash.to_string(), "count": key.count, "error": key.error, "item": item,
        })
    };
    json!({
        "total": keys.total, "second": keys.second,
        "keys": keys.keys.iter().map(key).collect::<Value>(),
    })
}

fn read_keys_of(part: Part<'_>) -> Result<HotKeys, SnapshotError> {
    let key = |part: Part<'_>| {
        let hash = part.text("hash")?.parse().map_err(|_| SnapshotError::damaged("hash"))?;
        let item = part.optional("item", Part::item)?.map(Image::new);
        Ok(HotKey { hash, item, count: part.number("count")?, error: part.number("error")? })
    };
    Ok(HotKeys {
        keys: part.list("keys")?.into_iter().map(key).collect::<Result<_, SnapshotError>>()?,
        total: part.number("total")?,
        second: part.number("second")?,
    })
}

/// So many numbers, and no other.
fn numbers<const COUNT: usize>(list: &[Json<'_>]) -> Option<[u64; COUNT]> {
    let numbers: Option<Vec<u64>> = list.iter().map(|json| number(*json)).collect();
    numbers?.try_into().ok()
}
