//! Workloads at random, with and without limits of throughput: whatever is sent, the sums are right, no change of an
//! index is lost or made twice, and buckets stay within their bounds.
//!
//! `SEED=42 cargo test -p tests --test traffic` repeats one run.

use std::collections::BTreeMap;
use std::{env, fs};

use engine::api;
use engine::capacity::units::CapacityUnits;
use engine::clock::Timestamp;
use engine::database::Database;
use engine::event::Store;
use engine::model::item::Item;
use engine::table::Table;
use engine::table::index::Index;
use engine::workload::result::{Counts, RunResult};
use engine::workload::run::Run;
use support::traffic::{database, digests, workload};

/// Runs without a seed given.
const SEED_COUNT: u64 = 24;

/// Turns between two looks at everything.
const SLICE: u64 = 100;

/// How long everything under way takes to arrive at most, in milliseconds: until an index has paid for its queue.
const QUIET_MS: u64 = 3_600_000;

#[test]
fn sums_and_indexes_are_right_after_every_slice() {
    let given = env::var("SEED").ok().and_then(|seed| seed.parse().ok());
    let seeds = given.map_or(0..SEED_COUNT, |seed: u64| seed..seed + 1);
    let mut throttled_count = 0;
    for seed in seeds {
        let mut database = database(seed);
        let mut run = Run::new(&workload(seed), &mut database).expect("the workload is right");
        let mut more = true;
        while more {
            more = run.step(&mut database, SLICE);
            check(&database, run.result()).unwrap_or_else(|wrong| panic!("SEED={seed}\n{wrong}"));
        }
        throttled_count += run.result().counts.throttled;
        let refusals = &run.result().refusals;
        let is_meant = |error: &str| error.contains("condition") || error.contains("Transaction");
        assert!(refusals.iter().all(|it| is_meant(&it.error)), "SEED={seed}\n{refusals:?}");
        database.advance_to(Timestamp(database.now().0 + QUIET_MS));
        indexes_equal_a_rebuild(&database).unwrap_or_else(|wrong| panic!("SEED={seed}\n{wrong}"));
    }
    assert!(given.is_some() || throttled_count > 1_000, "{throttled_count}");
}

#[test]
fn the_same_seed_gives_the_bytes_that_are_kept() {
    let found = digests();
    if env::var("UPDATE_EXPECT").is_ok() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/traffic.txt");
        fs::write(path, &found).expect("the file can be written");
    } else {
        let kept = include_str!("traffic.txt");
        assert_eq!(found, kept, "UPDATE_EXPECT=1 keeps what is found, if it is meant");
    }
}

#[test]
fn with_and_without_json_a_request_does_the_same() {
    for seed in 0..SEED_COUNT {
        let plain = workload(seed);
        let mut in_json = plain.clone();
        for pattern in &mut in_json.patterns {
            // What is asked for in the answer is more than the direct way knows.
            let asked = r#"{ "ReturnConsumedCapacity": "TOTAL", "#;
            pattern.request = pattern.request.replacen('{', asked, 1);
        }
        let [one, other] = [plain, in_json].map(|workload| {
            let mut database = database(seed);
            let mut run = Run::new(&workload, &mut database).expect("the workload is right");
            while run.step(&mut database, u64::MAX) {}
            (run.finish(&mut database), api::snapshot::save(&database))
        });
        assert_eq!(one, other, "seed {seed}");
    }
}

/// What must be true at any moment of a run.
fn check(database: &Database, result: &RunResult) -> Result<(), String> {
    requests_add_up(result)?;
    units_add_up(result)?;
    entries_have_been_items(database)?;
    throughput_is_within_bounds(database, result)
}

fn requests_add_up(result: &RunResult) -> Result<(), String> {
    let Counts { issued, succeeded, failed, throttled, retried, dropped, .. } = result.counts;
    same("requests", issued, succeeded + failed + dropped + result.waiting_count)?;
    same("attempts", issued + retried, succeeded + failed + throttled)?;
    let of = |counts: &mut dyn Iterator<Item = Counts>| {
        counts.map(|it| it.issued * 1_000 + it.succeeded).sum::<u64>()
    };
    let all = issued * 1_000 + succeeded;
    same("seconds", all, of(&mut result.seconds.iter().map(|it| it.counts)))?;
    same("patterns", all, of(&mut result.patterns.iter().map(|it| it.counts)))
}

/// Units by store, by second and by pattern are the same units.
fn units_add_up(result: &RunResult) -> Result<(), String> {
    let mut sum = [CapacityUnits::ZERO; 2];
    for (position, store) in result.stores.iter().enumerate() {
        let seconds = || result.seconds.iter().map(|second| second.stores[position]);
        same("read", store.total.read, seconds().map(|it| it.read).sum())?;
        same("written", store.total.written, seconds().map(|it| it.written).sum())?;
        sum[0] += store.total.read;
        sum[1] += store.total.written;
        let reasons = store.throttles.iter().map(|it| it.count).sum();
        same("throttled", store.total.throttled_count, reasons)?;
    }
    same("read by patterns", sum[0], result.patterns.iter().map(|it| it.read).sum())?;
    same("written by patterns", sum[1], result.patterns.iter().map(|it| it.written).sum())
}

/// No local index has an entry without its item; a global one has as many too many or too few as are on their way.
fn entries_have_been_items(database: &Database) -> Result<(), String> {
    for table in database.tables() {
        for index in &table.indexes {
            let (entries, items) = (entries(index), rebuilt(table, index));
            let different = entries.iter().filter(|(key, entry)| items.get(*key) != Some(entry));
            let missing = items.keys().filter(|key| !entries.contains_key(*key));
            let (wrong, pending) = (different.count() + missing.count(), index.pending_count());
            if wrong > pending {
                let name = &index.schema.name;
                return Err(format!("{name}: {wrong} entries are wrong, {pending} on their way"));
            }
        }
    }
    Ok(())
}

fn indexes_equal_a_rebuild(database: &Database) -> Result<(), String> {
    for table in database.tables() {
        for index in &table.indexes {
            same("on their way", 0, index.pending_count())?;
            same(&index.schema.name.to_string(), rebuilt(table, index), entries(index))?;
        }
    }
    Ok(())
}

/// Buckets hold no more than they can, partitions serve no more than their ceiling, and what is metered was charged.
fn throughput_is_within_bounds(database: &Database, result: &RunResult) -> Result<(), String> {
    let ceiling =
        CapacityUnits::new(database.config().throughput.partition_ceiling.write_units_per_second);
    for metered in database.throughput("Things").unwrap_or_default() {
        for dimension in [metered.read, metered.write] {
            if dimension.burst > dimension.burst_max {
                return Err(format!("{:?} saved of {:?}", dimension.burst, dimension.burst_max));
            }
        }
        for partition in &metered.partitions {
            for beat in &partition.beats {
                // One request may exceed what is left, as it is admitted while anything is.
                if beat.write > ceiling + CapacityUnits::new(8) {
                    return Err(format!("{:?}: {beat:?} above {ceiling:?}", metered.store));
                }
            }
        }
        if metered.store == Store::Table {
            let own = |store: &&engine::workload::result::RunStore| {
                matches!(store.store, Store::Table | Store::Local(_))
            };
            let charged: CapacityUnits =
                result.stores.iter().filter(own).map(|it| it.total.written).sum();
            same("metered writes", charged, metered.write.consumed_total)?;
        }
    }
    Ok(())
}

/// What an index shows, by the key of the item in it.
fn entries(index: &Index) -> BTreeMap<String, String> {
    shown(index, index.entries.iter().map(|(_, stored)| &*stored.image))
}

/// What it would show if it were made anew.
fn rebuilt(table: &Table, index: &Index) -> BTreeMap<String, String> {
    let items = table.items.iter().map(|(_, stored)| &*stored.image);
    shown(index, items.filter(|item| index.schema.key.is_complete_in(item)))
}

/// What an index projects of items.
fn shown<'i>(index: &Index, items: impl Iterator<Item = &'i Item>) -> BTreeMap<String, String> {
    let projected =
        |item: &'i Item| format!("{:?}", index.schema.projected(item).collect::<Vec<_>>());
    items.map(|item| (key(item), projected(item))).collect()
}

fn key(item: &Item) -> String {
    format!("{:?} {:?}", item.get("p"), item.get("s"))
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, left: T, right: T) -> Result<(), String> {
    match left == right {
        true => Ok(()),
        false => Err(format!("{what}: {left:?} and {right:?}")),
    }
}
