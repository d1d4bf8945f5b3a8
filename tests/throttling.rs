//! Random writes on a database that cannot serve them all, and on a twin that can: the twin is given only what the first
//! accepted. What is accepted must arrive in the same way, late or not; what is refused must leave no trace.
//!
//! `SEED=42 cargo test -p tests --test throttling` repeats one run. The twin itself is held against a naive model in
//! `simulation.rs`.

use std::env;

use engine::api::{self, snapshot};
use engine::capacity::throughput::Throughput;
use engine::clock::Timestamp;
use engine::database::throughput::{DimensionThroughput, StoreThroughput};
use engine::database::{Config, Database};
use engine::event::{Receipt, Store};
use engine::model::bytes::Bytes;
use engine::throughput::model::ThroughputModel;
use serde_json::{Value, json};
use support::model::{NOTATION, TABLE};
use support::notation;
use support::workload::{Step, steps};

/// Runs without a seed given.
const SEED_COUNT: u64 = 24;

/// Steps of a run.
const STEP_COUNT: usize = 200;

/// The global indexes of the model's table, and what they are given: much less than the table.
const PROVISIONED: &str = "  provisioned               5 read, 12 write
  provisioned GlobalTies    5 read, 2 write
  provisioned GlobalSorted  5 read, 3 write
  provisioned GlobalSparse  5 read, 1 write
";

/// Halves of units that were paid, by store.
type Paid = Vec<(Store, u64)>;

#[test]
fn what_is_accepted_arrives_and_what_is_refused_leaves_no_trace() {
    let given = env::var("SEED").ok().and_then(|seed| seed.parse().ok());
    let seeds = given.map_or(0..SEED_COUNT, |seed: u64| seed..seed + 1);
    let mut refused_count = 0;
    for seed in seeds {
        match run(seed) {
            Ok(count) => refused_count += count,
            Err(failure) => panic!("SEED={seed}: {failure}"),
        }
    }
    assert!(given.is_some() || refused_count > 500, "only {refused_count} were refused");
}

/// Plays a run, and counts what was refused.
fn run(seed: u64) -> Result<u64, String> {
    let is_provisioned = seed.is_multiple_of(2);
    let table = match is_provisioned {
        true => notation::create_table(&format!("{NOTATION}{PROVISIONED}")),
        false => notation::create_table(NOTATION),
    }?;
    let config = Config { propagation_spread_ms: seed % 3 * 100, seed, ..Config::default() };
    let mut database = Database::new(Config { throughput: model(seed), ..config });
    let mut twin = Database::new(config);
    for database in [&mut database, &mut twin] {
        api::call(database, "CreateTable", &table.to_string())
            .map_err(|error| error.to_string())?;
    }
    let mut paid = Paid::new();
    for (position, step) in steps(seed, STEP_COUNT).iter().enumerate() {
        match step {
            Step::Write(_) | Step::Batch(_) | Step::Transaction(_) => {
                write_both(&mut database, &mut twin, step, &mut paid)?;
            }
            Step::Delay { delay_ms } => {
                database.set_propagation_delay(*delay_ms);
                twin.set_propagation_delay(*delay_ms);
            }
            Step::Advance { by_ms } => {
                for database in [&mut database, &mut twin] {
                    database.advance_to(Timestamp(database.now().0 + by_ms));
                }
            }
        }
        if position % 50 == 49 && is_provisioned {
            let units = [1, 9, 2][position / 50 % 3];
            provision(&mut database, units)?;
            provision(&mut twin, units)?;
        }
        meters_are_sound(&database)?;
        if position % 20 == 0 {
            database = kept(&database)?;
        }
    }
    let totals = database.throughput(TABLE).into_iter().flatten();
    let refused_count = totals.map(|store| store.write.throttled_total).sum();
    quiesce(&mut database);
    quiesce(&mut twin);
    same("items and indexes", &contents(&twin), &contents(&database))?;
    everything_was_paid(&database, &paid)?;
    Ok(refused_count)
}

/// Gives an index more or fewer write units.
fn provision(database: &mut Database, units: u64) -> Result<(), String> {
    let throughput = json!({ "ReadCapacityUnits": 5, "WriteCapacityUnits": units });
    let update = json!({ "IndexName": "GlobalTies", "ProvisionedThroughput": throughput });
    let request =
        json!({ "TableName": TABLE, "GlobalSecondaryIndexUpdates": [{ "Update": update }] });
    api::call(database, "UpdateTable", &request.to_string()).map_err(|error| error.to_string())?;
    Ok(())
}

/// Everything small, so that a few writes reach it.
fn model(seed: u64) -> ThroughputModel {
    ThroughputModel {
        is_enforced: true,
        is_adaptive: !seed.is_multiple_of(3),
        burst_seconds: 2,
        partition_ceiling: Throughput { read_units_per_second: 20, write_units_per_second: 8 },
        partition_size: Bytes(3_000),
        partition_count_min: seed % 4,
        heat_split_seconds: 2,
        queue_seconds_max: 1,
        ..ThroughputModel::default()
    }
}

/// Makes a write, and what was accepted of it again on the twin, which must answer the same.
fn write_both(
    database: &mut Database,
    twin: &mut Database,
    step: &Step,
    paid: &mut Paid,
) -> Result<(), String> {
    let (operation, mut request) = step.request().ok_or("a step that is no write")?;
    let before = contents(database);
    let outcome = api::execute(database, operation, &request.to_string());
    pay(outcome.receipt.as_ref(), paid);
    if outcome.reply.as_ref().is_err_and(|error| format!("{error:?}").contains("Throttled")) {
        return same("a refused request changes nothing", &before, &contents(database));
    }
    let mut reply = outcome.reply.map_err(|error| error.to_json());
    if let Ok(reply) = &mut reply
        && let Some(unprocessed) = reply.pointer(&format!("/UnprocessedItems/{TABLE}")).cloned()
    {
        let requests = request["RequestItems"][TABLE].as_array_mut().ok_or("a batch has a list")?;
        let left = unprocessed.as_array().ok_or("what is left is a list")?;
        requests.retain(|request| !left.contains(request));
        reply["UnprocessedItems"] = json!({});
    }
    let answer = api::execute(twin, operation, &request.to_string()).reply;
    let answer = answer.map_err(|error| error.to_json());
    same("the twin answers the same", &whole(answer), &whole(reply))
}

/// A reply or a refusal.
fn whole(reply: Result<Value, Value>) -> Value {
    match reply {
        Ok(value) => json!({ "reply": value }),
        Err(value) => json!({ "refusal": value }),
    }
}

fn pay(receipt: Option<&Receipt>, paid: &mut Paid) {
    for arm in receipt.into_iter().flat_map(|receipt| &receipt.arms) {
        // A local index lives in the partitions of its table, which pays for both.
        let store = match &arm.store {
            Store::Local(_) => Store::Table,
            store => store.clone(),
        };
        match paid.iter_mut().find(|(other, _)| *other == store) {
            Some((_, halves)) => *halves += arm.units.halves(),
            None => paid.push((store, arm.units.halves())),
        }
    }
}

/// Buckets hold no more than they can, and partitions together what their store holds.
fn meters_are_sound(database: &Database) -> Result<(), String> {
    let table = database.table(TABLE).ok_or("no table")?;
    for StoreThroughput { store, read, write, partitions, queue, .. } in
        database.throughput(TABLE).ok_or("nothing is metered")?
    {
        for DimensionThroughput { burst, burst_max, .. } in [read, write] {
            holds(burst <= burst_max, "a bucket holds more than it can")?;
        }
        let sizes: Bytes = partitions.iter().map(|partition| partition.size).sum();
        let local = table.indexes.iter().filter(|index| matches!(index.store(), Store::Local(_)));
        let stored = match &store {
            Store::Global(name) => table.index(name.as_str()).ok_or("no index")?.entries.size(),
            Store::Table | Store::Local(_) => {
                local.map(|index| index.entries.size()).sum::<Bytes>() + table.items.size()
            }
        };
        holds(sizes == stored, "partitions do not hold what their store holds")?;
        let starts = partitions.iter().map(|partition| partition.first_hash);
        holds(starts.is_sorted(), "partitions are out of order")?;
        holds((queue.count == 0) == (queue.oldest_since.is_none()), "a queue miscounts")?;
    }
    Ok(())
}

/// Every unit on a receipt was taken from a meter, by the table at once and by an index in the end.
fn everything_was_paid(database: &Database, paid: &Paid) -> Result<(), String> {
    for StoreThroughput { store, write, queue, .. } in
        database.throughput(TABLE).ok_or("nothing is metered")?
    {
        let halves =
            paid.iter().find(|(other, _)| *other == store).map_or(0, |(_, halves)| *halves);
        same("units", &json!([halves, 0]), &json!([write.consumed_total.halves(), queue.count]))?;
    }
    Ok(())
}

/// Lets time pass until nothing is on its way.
fn quiesce(database: &mut Database) {
    while let Some(due) = database.next_due() {
        database.advance_to(due);
    }
}

/// The database that comes back from a document, with the same document.
fn kept(database: &Database) -> Result<Database, String> {
    let text = snapshot::save(database);
    let loaded = snapshot::load(&text).map_err(|error| error.to_string())?;
    holds(snapshot::save(&loaded) == text, "a database is saved otherwise once loaded")?;
    Ok(loaded)
}

/// The items, and the entries of each index.
fn contents(database: &Database) -> Value {
    let table = database.table(TABLE);
    let scan = |index: Option<&str>| {
        let mut request = json!({ "TableName": TABLE });
        if let Some(index) = index {
            request["IndexName"] = json!(index);
        }
        // A database without limits answers however often it is asked.
        let mut open = database.clone();
        open.set_throughput_model(ThroughputModel::default());
        api::execute(&mut open, "Scan", &request.to_string()).reply.unwrap_or_default()["Items"]
            .take()
    };
    let indexes = table.into_iter().flat_map(|table| &table.indexes);
    let stores = indexes.map(|index| Some(index.schema.name.as_str())).chain([None]);
    stores.map(scan).collect()
}

fn holds(is_true: bool, fault: &str) -> Result<(), String> {
    if is_true { Ok(()) } else { Err(fault.to_owned()) }
}

fn same(what: &str, expected: &Value, got: &Value) -> Result<(), String> {
    match expected == got {
        true => Ok(()),
        false => {
            Err(notation::collapse(&format!("{what}\n  expected {expected}\n  got      {got}")))
        }
    }
}
