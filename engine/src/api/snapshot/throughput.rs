//! How throughput is modelled, and what the meters of tables and global indexes stand at.
//!
//! What is agreed follows from the settings, and sizes of partitions from what is stored: neither is written.

use serde_json::{Map, Value, json};

use crate::api::snapshot::error::SnapshotError;
use crate::api::snapshot::part::{Part, number};
use crate::api::snapshot::task::{read_change, write_change};
use crate::api::snapshot::write_unless;
use crate::capacity::units::CapacityUnits;
use crate::clock::Timestamp;
use crate::event::{SplitCause, ThrottleCause};
use crate::model::base64;
use crate::model::item::Image;
use crate::model::json::item_to_json;
use crate::model::json_text::Json;
use crate::model::key::{KeySchema, Position};
use crate::table::Table;
use crate::table::meter::{Meter, Split};
use crate::table::partition::{Partition, PartitionMap};
use crate::table::queue::Waiting;
use crate::throughput::demand::{Minute, Window};
use crate::throughput::dimension::{Dimension, Gauge};
use crate::throughput::heat::{Beat, Heat, HotKey, HotKeys};
use crate::throughput::model::ThroughputModel;
use crate::throughput::scaling::{Followed, Scaling, ScalingPolicy};

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
        if let Some(Followed { policy, since }) = followed {
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
        Ok(Followed { policy, since: Timestamp(since) })
    };
    Ok(Scaling { read: part.optional("read", followed)?, write: part.optional("write", followed)? })
}

/// The meters of a table and its global indexes, in that order; none while throughput is not metered.
pub(super) fn write_meters(table: &Table, now: Timestamp) -> Option<Value> {
    table.meter(None)?;
    let meter = |ordinal: Option<usize>| {
        let key = ordinal.map_or(&table.schema.key, |it| &table.indexes[it].schema.key);
        table.meter(ordinal).map(|meter| write_meter(meter, key, now))
    };
    Some(table.metered().filter_map(meter).collect())
}

/// Gives a table its meters: those that were written, or new ones.
pub(super) fn read_meters(
    part: Part<'_>,
    table: &mut Table,
    model: &ThroughputModel,
    now: Timestamp,
) -> Result<(), SnapshotError> {
    table.agree(model, now);
    let state = part.optional("state", Part::part)?;
    let meters = state.map(|state| state.list("meters")).transpose()?.unwrap_or_default();
    let ordinals: Vec<Option<usize>> = table.metered().collect();
    for (ordinal, part) in ordinals.into_iter().zip(meters) {
        let meter = read_meter(part, table, ordinal, model, now)?;
        table.set_meter(ordinal, meter);
        for waiting in part.list("waiting")? {
            let ordinal = ordinal.ok_or(SnapshotError::damaged("waiting"))?;
            let schema = table.indexes[ordinal].schema.clone();
            let change = read_change(waiting.part("change")?, table, &schema)?;
            let units = CapacityUnits::from_halves(waiting.number("halves")?);
            table.indexes[ordinal].resume(Waiting {
                since: waiting.moment("since")?,
                change,
                units,
            });
        }
    }
    // What was provisioned before is known only once the meters are read.
    table.agree(model, now);
    Ok(())
}

fn write_meter(meter: &Meter, key: &KeySchema, now: Timestamp) -> Value {
    let mut object = Map::new();
    let partitions = meter.partitions.as_slice().iter();
    object.insert("partitions".into(), partitions.map(|it| write_partition(it, key)).collect());
    object.insert("read".into(), write_dimension(&meter.read, now));
    object.insert("write".into(), write_dimension(&meter.write, now));
    let split = |split: &Split| {
        let cause = SPLIT_CAUSES.iter().position(|cause| *cause == split.cause);
        json!([split.at.0, split.partition, cause])
    };
    if !meter.splits.is_empty() {
        object.insert("splits".into(), meter.splits.iter().map(split).collect());
    }
    if let Some(cause) = meter.queue.cause {
        let waiting = meter.queue.waiting.iter().map(|waiting| {
            json!({
                "since": waiting.since.0, "halves": waiting.units.halves(),
                "change": write_change(&waiting.change),
            })
        });
        object.insert("waiting".into(), waiting.collect());
        let cause = THROTTLE_CAUSES.iter().position(|known| *known == cause);
        object.insert("cause".into(), cause.into());
    }
    object.into()
}

fn read_meter(
    part: Part<'_>,
    table: &Table,
    ordinal: Option<usize>,
    model: &ThroughputModel,
    now: Timestamp,
) -> Result<Meter, SnapshotError> {
    let damaged = SnapshotError::damaged("meters");
    let fresh = table.meter(ordinal).ok_or(damaged)?;
    let starts = part.list("partitions")?.into_iter().map(|part| {
        let bytes = base64::decode(part.text("start")?).ok();
        bytes.and_then(|bytes| Position::from_bytes(&bytes)).ok_or(SnapshotError::damaged("start"))
    });
    let starts = starts.collect::<Result<_, _>>()?;
    let partitions = PartitionMap::from_starts(starts, model.partition_size);
    let mut meter = Meter {
        partitions: partitions.ok_or(SnapshotError::damaged("partitions"))?,
        ..fresh.clone()
    };
    for (partition, part) in meter.partitions.iter_mut().zip(part.list("partitions")?) {
        read_partition(part, partition)?;
    }
    let count = meter.partitions.count();
    read_dimension(part.part("read")?, &mut meter.read, count, now)?;
    read_dimension(part.part("write")?, &mut meter.write, count, now)?;
    for split in part.arrays("splits")? {
        meter.splits.push(read_split(&split).ok_or(SnapshotError::damaged("splits"))?);
    }
    if let Some(cause) = part.optional("cause", Part::number)? {
        let cause = usize::try_from(cause).ok().and_then(|place| THROTTLE_CAUSES.get(place));
        meter.queue.cause = Some(*cause.ok_or(SnapshotError::damaged("cause"))?);
    }
    Ok(meter)
}

fn read_split(numbers: &[Json<'_>]) -> Option<Split> {
    let [at, partition, cause] = numbers else { return None };
    let place = |json: Json<'_>| number(json).and_then(|number| usize::try_from(number).ok());
    Some(Split {
        at: Timestamp(number(*at)?),
        partition: place(*partition)?,
        cause: *SPLIT_CAUSES.get(place(*cause)?)?,
    })
}

fn write_dimension(dimension: &Dimension, now: Timestamp) -> Value {
    let gauge = |gauge: &Gauge| {
        let (tokens, rest) = gauge.bucket.state(now);
        let (held, owed) = (tokens.max(0), tokens.min(0).unsigned_abs());
        let Window { second, units } = gauge.window;
        json!([held, owed, rest, second, units.halves()])
    };
    let minutes = dimension.demand.minutes.iter();
    let minute =
        |minute: &Minute| json!([minute.number, minute.peak.halves(), minute.sum.halves()]);
    json!({
        "gauges": dimension.gauges.iter().map(gauge).collect::<Value>(),
        "minutes": minutes.map(minute).collect::<Value>(),
        "totals": [
            dimension.window.second, dimension.window.units.halves(),
            dimension.demand.earlier_peak.halves(), dimension.consumed.halves(),
            dimension.throttled_count, dimension.provisioned_max,
        ],
    })
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
    *dimension = Dimension::new(dimension.terms, dimension.limits, count, now);
    for (gauge, state) in dimension.gauges.iter_mut().zip(gauges) {
        let [held, owed, rest, second, halves] = numbers(&state).ok_or_else(damaged)?;
        let tokens = held.cast_signed().saturating_sub_unsigned(owed);
        gauge.bucket = gauge.bucket.with_state((tokens, rest), now);
        gauge.window = Window { second, units: CapacityUnits::from_halves(halves) };
    }
    for minute in part.arrays("minutes")? {
        let minute = numbers(&minute).ok_or(SnapshotError::damaged("minutes"))?;
        let [number, peak, sum] = minute;
        let [peak, sum] = [peak, sum].map(CapacityUnits::from_halves);
        dimension.demand.minutes.push(Minute { number, peak, sum });
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

fn write_partition(partition: &Partition, key: &KeySchema) -> Value {
    let mut object = Map::new();
    let Heat { beats, hot_seconds, read_keys, write_keys } = &partition.heat;
    object.insert("start".into(), base64::encode(&partition.start.to_bytes()).into());
    object.insert("split_size".into(), partition.split_size.0.into());
    write_unless(&mut object, "hot_seconds", *hot_seconds, 0);
    let beat = |beat: &Beat| {
        json!([
            beat.second,
            beat.read.halves(),
            beat.write.halves(),
            beat.read_throttled_count,
            beat.write_throttled_count,
            u8::from(beat.is_hot),
            beat.read_throttled.halves(),
            beat.write_throttled.halves(),
        ])
    };
    if !beats.is_empty() {
        object.insert("beats".into(), beats.iter().map(beat).collect());
    }
    for (name, keys) in [("read_keys", read_keys), ("write_keys", write_keys)] {
        if !keys.keys.is_empty() {
            object.insert(name.into(), write_keys_of(keys, key));
        }
    }
    object.into()
}

fn read_partition(part: Part<'_>, partition: &mut Partition) -> Result<(), SnapshotError> {
    partition.split_size.0 = part.number("split_size")?;
    let heat = &mut partition.heat;
    heat.hot_seconds = part.optional("hot_seconds", Part::number)?.unwrap_or_default();
    for beat in part.arrays("beats")? {
        heat.beats.push(read_beat(&beat).ok_or(SnapshotError::damaged("beats"))?);
    }
    if let Some(keys) = part.optional("read_keys", Part::part)? {
        heat.read_keys = read_keys_of(keys)?;
    }
    if let Some(keys) = part.optional("write_keys", Part::part)? {
        heat.write_keys = read_keys_of(keys)?;
    }
    Ok(())
}

fn read_beat(beat: &[Json<'_>]) -> Option<Beat> {
    // Snapshots of before 2026-11-22 do not say how many units throttled requests asked for.
    let (counts, units) = beat.split_at_checked(6)?;
    let [second, read, write, read_throttled, write_throttled, is_hot] = numbers(counts)?;
    let [read_asked, write_asked] = if units.is_empty() { [0; 2] } else { numbers(units)? };
    Some(Beat {
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
