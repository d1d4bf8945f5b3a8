//! The settings of a sandbox: the lines of the blocks `sandbox`, `lifecycle` and `wording`.

use std::collections::BTreeMap;

use engine::api::access::Caller;
use engine::api::access::policy::Policy;
use engine::database::{Config, Database, LifecycleDelays, Wording};
use engine::model::bytes::Bytes;
use engine::receipt::UnitKind;
use engine::throughput::scaling::ScalingPolicy;
use serde_json::Value;

/// A line for each setting of a sandbox: `epoch  1571820360 s`.
pub fn sandbox(body: &str) -> Result<Config, String> {
    let mut config = Config::default();
    for line in body.lines() {
        let (name, value) = line.split_once("  ").ok_or_else(|| format!("no value in: {line}"))?;
        let model = &mut config.throughput;
        let ceiling = &mut model.partition_ceiling;
        let account = &mut model.account_maximum;
        match name {
            "epoch" => config.epoch_seconds = amount(value, " s")?,
            "collection" => config.collection_size_max = Bytes(amount(value, " B")?),
            "spread" => config.propagation_spread_ms = milliseconds(value)?,
            "seed" => config.seed = amount(value, "")?,
            "throughput" => model.is_enforced = flag(value)?,
            "adaptive" => model.is_adaptive = flag(value)?,
            "burst" => model.burst_seconds = amount(value, " s")?,
            "partitions" => model.partition_count_min = amount(value, "")?,
            "partition size" => model.partition_size = Bytes(amount(value, " B")?),
            "partition reads" => ceiling.read_units_per_second = amount(value, " a second")?,
            "partition writes" => ceiling.write_units_per_second = amount(value, " a second")?,
            "account reads" => account.read_units_per_second = amount(value, " a second")?,
            "account writes" => account.write_units_per_second = amount(value, " a second")?,
            "heat split" => model.heat_split_seconds = amount(value, " s")?,
            "queue" => model.queue_seconds_max = amount(value, " s")?,
            name => return Err(format!("no sandbox sets {name}")),
        }
    }
    Ok(config)
}

/// A caller by its policies: a JSON object of them by name.
pub fn caller(name: &str, body: &str) -> Result<Caller, String> {
    let policies: BTreeMap<String, Value> =
        serde_json::from_str(body).map_err(|fault| format!("not JSON: {fault}"))?;
    let read = |(name, policy): (String, Value)| {
        Policy::parse(&name, &policy.to_string()).map_err(|fault| fault.to_string())
    };
    let policies = policies.into_iter().map(read).collect::<Result<_, _>>()?;
    Ok(Caller { name: name.to_owned(), policies })
}

/// A line for each step that takes time: `create table  5000 ms`.
pub fn lifecycle(body: &str) -> Result<LifecycleDelays, String> {
    let mut delays = LifecycleDelays::default();
    for line in body.lines() {
        let (step, time) = line.split_once("  ").ok_or_else(|| format!("no time in: {line}"))?;
        let delay = match step {
            "create table" => &mut delays.create_table_ms,
            "delete table" => &mut delays.delete_table_ms,
            "update settings" => &mut delays.update_settings_ms,
            "allocate index" => &mut delays.allocate_index_ms,
            "backfill step" => &mut delays.backfill_step_ms,
            "delete index" => &mut delays.delete_index_ms,
            "update time to live" => &mut delays.update_time_to_live_ms,
            "keep time to live" => &mut delays.time_to_live_interval_ms,
            "expire item" => &mut delays.expire_item_ms,
            step => return Err(format!("no step of a life is called {step}")),
        };
        *delay = milliseconds(time.trim())?;
    }
    Ok(delays)
}

/// `classic` or `revised`.
pub fn wording(body: &str) -> Result<Wording, String> {
    match body.trim() {
        "classic" => Ok(Wording::Classic),
        "revised" => Ok(Wording::Revised),
        other => Err(format!("no such wording: {other}")),
    }
}

/// A line for each policy: `Events write  10 to 1000 at 70 %`, or `Events ByKind read  off`.
pub fn set_scaling(database: &mut Database, body: &str) -> Result<(), String> {
    for line in body.lines() {
        let (place, policy) = line.split_once("  ").ok_or_else(|| format!("no policy: {line}"))?;
        let (table, index, kind) = match place.split_whitespace().collect::<Vec<_>>().as_slice() {
            [table, kind] => (*table, None, *kind),
            [table, index, kind] => (*table, Some(*index), *kind),
            _ => return Err(format!("not a table or index: {line}")),
        };
        let kind = if kind == "read" { UnitKind::Read } else { UnitKind::Write };
        let policy = match policy.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["off"] => None,
            [least, "to", most, "at", target, "%"] => Some(ScalingPolicy {
                units_min: amount(least, "")?,
                units_max: amount(most, "")?,
                target_percent: amount(target, "")?,
            }),
            _ => return Err(format!("not a policy: {line}")),
        };
        let set = database.set_scaling(table, index, kind, policy);
        set.map_err(|error| format!("{error:?}: {line}"))?;
    }
    Ok(())
}

/// `200 ms`, the one unit of virtual time.
pub fn milliseconds(text: &str) -> Result<u64, String> {
    amount(text, " ms")
}

fn flag(text: &str) -> Result<bool, String> {
    match text.trim() {
        "limited" | "on" => Ok(true),
        "unlimited" | "off" => Ok(false),
        other => Err(format!("neither on nor off: {other}")),
    }
}

fn amount(text: &str, unit: &str) -> Result<u64, String> {
    text.trim()
        .strip_suffix(unit)
        .and_then(|number| number.replace(',', "").parse().ok())
        .ok_or_else(|| format!("not so many{unit}: {}", text.trim()))
}
