//! Replicas in several Regions end with the same items, whatever was written where and whichever Regions were cut off.

use engine::api;
use engine::api::error::code::ErrorCode;
use engine::clock::Timestamp;
use engine::database::replicated::ReplicatedWrite;
use engine::database::{Config, Database, LifecycleDelays, Task};
use engine::model::bytes::Bytes;
use engine::model::name::TableName;
use engine::table::index::Index;
use proptest::prelude::*;
use serde_json::{Value, json};

const INDEX_UPDATES: &str = "GlobalSecondaryIndexUpdates";

/// An index takes a while to come and to go.
const LIFECYCLE: LifecycleDelays = LifecycleDelays {
    create_table_ms: 0,
    delete_table_ms: 0,
    update_settings_ms: 100,
    allocate_index_ms: 200,
    backfill_step_ms: 300,
    delete_index_ms: 200,
    update_time_to_live_ms: 0,
    time_to_live_interval_ms: 0,
    expire_item_ms: 0,
};

const REGIONS: [Option<&str>; 3] = [None, Some("eu-west-1"), Some("sa-east-1")];

#[derive(Debug, Clone)]
enum Step {
    Put {
        region: usize,
        key: u8,
        value: u8,
    },
    Add {
        region: usize,
        key: u8,
    },
    Delete {
        region: usize,
        key: u8,
    },
    CutOff {
        region: usize,
        is_cut_off: bool,
    },
    Advance {
        by_ms: u64,
    },
    Delay {
        ms: u64,
    },
    SaveAndLoad,
    /// Adds the last Region, if it is not there, or removes it.
    Replica {
        is_there: bool,
    },
    /// Adds an index to a live table, or drops it.
    Index {
        region: usize,
        is_there: bool,
    },
}

fn step() -> impl Strategy<Value = Step> {
    let region = 0..REGIONS.len();
    prop_oneof![
        4 => (region.clone(), 0..3_u8, any::<u8>())
            .prop_map(|(region, key, value)| Step::Put { region, key, value }),
        3 => (region.clone(), 0..3_u8).prop_map(|(region, key)| Step::Add { region, key }),
        2 => (region.clone(), 0..3_u8).prop_map(|(region, key)| Step::Delete { region, key }),
        2 => (region, any::<bool>())
            .prop_map(|(region, is_cut_off)| Step::CutOff { region, is_cut_off }),
        4 => (0..1_200_u64).prop_map(|by_ms| Step::Advance { by_ms }),
        1 => (0..2_000_u64).prop_map(|ms| Step::Delay { ms }),
        1 => Just(Step::SaveAndLoad),
        1 => any::<bool>().prop_map(|is_there| Step::Replica { is_there }),
        1 => (0..REGIONS.len(), any::<bool>())
            .prop_map(|(region, is_there)| Step::Index { region, is_there }),
    ]
}

fn name(region: usize) -> String {
    let prefix = REGIONS[region].map(|it| format!("arn:aws:dynamodb:{it}:000000000000:table/"));
    prefix.unwrap_or_default() + "Players"
}

/// Sends a request, which may be throttled, or rejected because an index or a replica is on its way.
fn send(database: &mut Database, operation: &str, request: &Value) {
    if let Err(error) = api::call(database, operation, &request.to_string()) {
        let is_expected = match error.code() {
            ErrorCode::ProvisionedThroughputExceeded => operation.ends_with("Item"),
            ErrorCode::ResourceInUse | ErrorCode::LimitExceeded => operation == "UpdateTable",
            _ => operation == "UpdateTable" && request.get(INDEX_UPDATES).is_some(),
        };
        assert!(is_expected, "{operation} {request}: {error:?}");
    }
}

fn players(is_limited: bool) -> Database {
    let mut config = Config { lifecycle: LIFECYCLE, ..Config::default() };
    config.throughput.is_enforced = is_limited;
    let mut database = Database::new(config);
    let throughput = json!({ "ReadCapacityUnits": 1, "WriteCapacityUnits": 1 });
    send(
        &mut database,
        "CreateTable",
        &json!({ "TableName": "Players", "ProvisionedThroughput": throughput,
            "AttributeDefinitions": [
                { "AttributeName": "id", "AttributeType": "N" },
                { "AttributeName": "value", "AttributeType": "N" },
            ],
            "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
            "GlobalSecondaryIndexes": [{
                "IndexName": "ByValue", "Projection": { "ProjectionType": "ALL" },
                "KeySchema": [
                    { "AttributeName": "value", "KeyType": "HASH" },
                    { "AttributeName": "id", "KeyType": "HASH" },
                ],
                "ProvisionedThroughput": throughput,
            }] }),
    );
    update_replica(&mut database, "Create", 1);
    database
}

fn update_replica(database: &mut Database, action: &str, region: usize) {
    let updates = json!([{ action: { "RegionName": REGIONS[region] } }]);
    let request = json!({ "TableName": "Players", "ReplicaUpdates": updates });
    send(database, "UpdateTable", &request);
}

/// The Region of a step, or the first if it has no replica yet.
fn region_of(database: &Database, region: usize) -> usize {
    if database.table(&name(region)).is_some() { region } else { 0 }
}

fn run(database: &mut Database, step: &Step) {
    let number = |key: u8| json!({ "N": key.to_string() });
    let place = |database: &Database, region| name(region_of(database, region));
    match *step {
        Step::Put { region, key, value } => {
            let table = place(database, region);
            let item = json!({ "id": number(key), "value": number(value) });
            send(database, "PutItem", &json!({ "TableName": table, "Item": item }));
        }
        Step::Add { region, key } => {
            let request = json!({ "TableName": place(database, region), "Key": { "id": number(key) },
                "UpdateExpression": "ADD #v :one", "ExpressionAttributeNames": { "#v": "value" },
                "ExpressionAttributeValues": { ":one": { "N": "1" } } });
            send(database, "UpdateItem", &request);
        }
        Step::Delete { region, key } => {
            let key = json!({ "id": number(key) });
            let table = place(database, region);
            send(database, "DeleteItem", &json!({ "TableName": table, "Key": key }));
        }
        Step::CutOff { region, is_cut_off } => database.set_cut_off(REGIONS[region], is_cut_off),
        Step::Advance { by_ms } => {
            let Timestamp(now) = database.now();
            database.advance_to(Timestamp(now + by_ms));
        }
        Step::Delay { ms } => database.set_replication_delay(ms),
        Step::Replica { is_there } if is_there != database.table(&name(2)).is_some() => {
            update_replica(database, if is_there { "Create" } else { "Delete" }, 2);
        }
        Step::Replica { .. } => {}
        Step::Index { region, is_there } => {
            let update = match is_there {
                true => json!({ "Create": { "IndexName": "Later",
                    "KeySchema": [{ "AttributeName": "value", "KeyType": "HASH" }],
                    "Projection": { "ProjectionType": "KEYS_ONLY" },
                    "ProvisionedThroughput": { "ReadCapacityUnits": 1, "WriteCapacityUnits": 1 } } }),
                false => json!({ "Delete": { "IndexName": "Later" } }),
            };
            let definition = json!([{ "AttributeName": "value", "AttributeType": "N" }]);
            let request = json!({ "TableName": place(database, region),
                "AttributeDefinitions": definition, (INDEX_UPDATES): [update] });
            send(database, "UpdateTable", &request);
        }
        Step::SaveAndLoad => {
            *database = api::snapshot::load(&api::snapshot::save(database)).expect("it is whole");
        }
    }
}

/// The items of a replica, and the entries of its indexes.
fn contents(database: &Database, region: usize) -> [String; 2] {
    let table = database.table(TableName::new(name(region)).as_str()).expect("no replica goes");
    let items = table.items.iter().map(|(_, stored)| &stored.image);
    let entries_of = |index: &Index| {
        let entries = index.entries.iter().map(|(_, entry)| &entry.image);
        format!("{} {:?}", index.schema.name, entries.collect::<Vec<_>>())
    };
    let indexes: Vec<String> = table.indexes.iter().map(entries_of).collect();
    [format!("{:?}", items.collect::<Vec<_>>()), format!("{indexes:?}")]
}

/// What the writes take that are on their way or wait, one by one.
fn memory_of_each(database: &Database) -> Bytes {
    let travelling = database.pending().filter_map(|(_, task)| match task {
        Task::Replicate { write, .. } => Some(write),
        _ => None,
    });
    let waiting = database.waiting_writes().map(|(_, write)| write);
    travelling.chain(waiting).map(ReplicatedWrite::memory).sum()
}

proptest! {
    #[test]
    fn replicas_converge(is_limited in any::<bool>(), steps in prop::collection::vec(step(), 0..40)) {
        let mut database = players(is_limited);
        for step in &steps {
            run(&mut database, step);
            prop_assert_eq!(database.replicated_memory(), memory_of_each(&database));
        }
        for region in REGIONS {
            database.set_cut_off(region, false);
        }
        let Timestamp(now) = database.now();
        // The changes of an index may wait until it can pay for them, one a second.
        database.advance_to(Timestamp(now + 600_000));
        let travels = |task: &Task| matches!(task, Task::Replicate { .. });
        prop_assert!(!database.pending().any(|(_, task)| travels(task)));
        for region in (1..REGIONS.len()).map(|region| region_of(&database, region)) {
            prop_assert_eq!(contents(&database, 0), contents(&database, region));
        }
    }
}

#[test]
fn writes_on_their_way_take_memory() {
    let mut database = players(false);
    database.advance_to(Timestamp(1_000));
    let item = json!({ "id": { "N": "1" }, "text": { "S": "x".repeat(100_000) } });
    send(&mut database, "PutItem", &json!({ "TableName": "Players", "Item": item }));
    let pieces = |database: &Database| database.memory().0 / 100_000;
    // The item, its record, and what travels.
    assert_eq!(pieces(&database), 3);
    database.set_cut_off(REGIONS[1], true);
    database.advance_to(Timestamp(10_000));
    assert_eq!(pieces(&database), 3);
    database.set_cut_off(REGIONS[1], false);
    database.advance_to(Timestamp(20_000));
    // The item and its record in both Regions.
    assert_eq!(pieces(&database), 4);
}
