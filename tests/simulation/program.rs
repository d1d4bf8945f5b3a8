//! Programs: one counts the records of Things exactly, with a marker item for each, and what it and other Regions took adds up.

use std::collections::{BTreeMap, BTreeSet};

use engine::capacity::units::CapacityUnits;
use engine::database::Database;
use engine::event::{Event, EventKind};
use engine::model::name::TableName;
use engine::receipt::{Arm, Store, UnitKind};
use serde_json::{Value, json};

use crate::simulation::bill::Charges;
use crate::simulation::check_state::caught_up_database;
use crate::simulation::invariant::same;
use crate::simulation::probe;
use crate::simulation::schema::{IndexDefinition, Table};
use crate::simulation::setup::Feature;
use crate::simulation::stream;
use crate::simulation::world::World;

/// The table into which the program writes: a marker for each record, and the item with the count.
const TABLE: &str = "Counted";

/// The key of the item with the count.
const COUNT: &str = "count";

/// Halves of units by table and index, and whether they are write units.
pub type Taken = BTreeMap<(String, Option<String>, bool), u64>;

/// The requests that make the table of the program.
pub fn create_table() -> Value {
    json!({
        "TableName": TABLE, "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
    })
}

/// A program that counts each record once, however often it is delivered. After that it does something that may fail.
pub fn definition(seed: u64) -> String {
    let parallel = 1 + seed % 3;
    // Alone, each record is counted before the program fails.
    let fails = seed.is_multiple_of(2);
    let id = if fails { "{new.note}" } else { "{id}" };
    let id = json!({ "S": id });
    let put = json!({ "Put": { "TableName": TABLE, "Item": { "id": { "S": "{id}" } },
        "ConditionExpression": "attribute_not_exists(id)" } });
    let add = json!({ "Update": { "TableName": TABLE, "Key": { "id": { "S": COUNT } },
        "UpdateExpression": "ADD n :one", "ExpressionAttributeValues": { ":one": { "N": "1" } } } });
    json!({
        "ProgramName": "Count", "TableName": "Things", "ParallelizationFactor": parallel,
        "BatchSize": 1 + seed % 7, "BisectBatchOnFunctionError": fails,
        "MaximumRetryAttempts": if fails { 1 } else { -1 },
        "Requests": [
            { "Operation": "TransactWriteItems", "Request": { "TransactItems": [put, add] } },
            { "Operation": "GetItem", "Request": { "TableName": TABLE, "Key": { "id": id } } },
        ],
    })
    .to_string()
}

/// The markers of the program, and its count.
fn counted(database: &Database) -> (BTreeSet<String>, usize) {
    let (mut markers, mut count) = (BTreeSet::new(), 0);
    for item in probe::items_of(database, TABLE) {
        let id = item["id"]["S"].as_str().unwrap_or_default().to_owned();
        match id == COUNT {
            true => count = item["n"]["N"].as_str().and_then(|it| it.parse().ok()).unwrap_or(0),
            false => drop(markers.insert(id)),
        }
    }
    (markers, count)
}

/// A program with a marker item counts each record once, and has counted all of them when it has run.
pub fn counts(world: &World) -> Result<(), String> {
    if !world.setup.has(Feature::Programs) {
        return Ok(());
    }
    let (markers, count) = counted(&world.database);
    if markers.len() != count {
        return Err(format!("{count} are counted, and there are {} markers", markers.len()));
    }
    match &world.twin {
        Some(twin) => same("the twin", &counted(twin), &(markers, count)),
        None => Ok(()),
    }
}

/// When all has run, every record of the stream that is open was counted.
pub fn counted_all(world: &World) -> Result<(), String> {
    if !world.setup.has(Feature::Programs) {
        return Ok(());
    }
    let later = caught_up_database(world);
    let (markers, count) = counted(&later);
    let records = stream::open_records(&later);
    let missing: Vec<&String> = records.iter().filter(|id| !markers.contains(*id)).collect();
    match missing.is_empty() && markers.len() == count {
        true => Ok(()),
        false => Err(format!("{count} are counted, and {missing:?} of {} are not", records.len())),
    }
}

/// Adds what the receipts in events say that programs and writes of other Regions took.
pub fn add_taken(events: &[Event], taken: &mut Taken) {
    for event in events {
        let arms: Vec<&Arm> = match &event.kind {
            EventKind::ProgramInvoked(it) => it.receipts.iter().flat_map(|it| &it.arms).collect(),
            EventKind::ItemReplicated { arms, .. } => arms.iter().collect(),
            _ => Vec::new(),
        };
        for arm in arms {
            add(taken, (&arm.table, &arm.store, arm.unit_kind()), arm.units);
        }
    }
}

/// Takes out what the database has counted as taken without a request of a client.
pub fn drain_taken(database: &mut Database) -> Taken {
    let mut taken = Taken::new();
    for ((table, store), units) in database.drain_background() {
        add(&mut taken, (&table, &store, UnitKind::Read), units.read);
        add(&mut taken, (&table, &store, UnitKind::Write), units.written);
    }
    taken
}

fn add(
    taken: &mut Taken,
    (table, store, kind): (&TableName, &Store, UnitKind),
    units: CapacityUnits,
) {
    if !units.is_zero() {
        let index = match store {
            Store::Table => None,
            Store::Local(index) | Store::Global(index) => Some(index.to_string()),
        };
        let is_write = kind == UnitKind::Write;
        *taken.entry((table.to_string(), index, is_write)).or_default() += units.halves();
    }
}

/// What writes of other Regions took: the part of the tables of the model.
pub fn of_tables(taken: &Taken) -> Charges {
    let place = |((table, index, _), halves): (&(String, Option<String>, bool), &u64)| {
        let index = index.as_deref().map(|name| IndexDefinition::named(name).name);
        Some(((Table::named(table)?, index), *halves))
    };
    taken.iter().filter_map(place).collect()
}
