//! Replicas in several Regions end with the same items, whatever was written where and whichever Regions were cut off.

use engine::api;
use engine::clock::Timestamp;
use engine::database::{Config, Database, Task};
use engine::model::name::TableName;
use proptest::prelude::*;
use serde_json::{Value, json};

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
    /// Adds the last Region, if it is not there.
    Grow,
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
        1 => Just(Step::Grow),
    ]
}

fn name(region: usize) -> String {
    let prefix = REGIONS[region].map(|it| format!("arn:aws:dynamodb:{it}:000000000000:table/"));
    prefix.unwrap_or_default() + "Players"
}

fn send(database: &mut Database, operation: &str, request: &Value) {
    let reply = api::call(database, operation, &request.to_string());
    assert!(reply.is_ok(), "{operation} {request}: {reply:?}");
}

fn players() -> Database {
    let mut database = Database::new(Config::default());
    send(
        &mut database,
        "CreateTable",
        &json!({ "TableName": "Players", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [
                { "AttributeName": "id", "AttributeType": "N" },
                { "AttributeName": "value", "AttributeType": "N" },
            ],
            "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
            "GlobalSecondaryIndexes": [{
                "IndexName": "ByValue", "Projection": { "ProjectionType": "ALL" },
                "KeySchema": [{ "AttributeName": "value", "KeyType": "HASH" }],
            }] }),
    );
    grow(&mut database, 1);
    database
}

fn grow(database: &mut Database, region: usize) {
    let updates = json!([{ "Create": { "RegionName": REGIONS[region] } }]);
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
        Step::Grow if database.table(&name(2)).is_none() => grow(database, 2),
        Step::Grow => {}
        Step::SaveAndLoad => {
            *database = api::snapshot::load(&api::snapshot::save(database)).expect("it is whole");
        }
    }
}

/// The items of a replica, and the entries of its index.
fn contents(database: &Database, region: usize) -> [String; 2] {
    let table = database.table(TableName::new(name(region)).as_str()).expect("no replica goes");
    let items = table.items.iter().map(|(_, stored)| &stored.image);
    let entries = table.indexes[0].entries.iter().map(|(_, entry)| &entry.image);
    [format!("{:?}", items.collect::<Vec<_>>()), format!("{:?}", entries.collect::<Vec<_>>())]
}

proptest! {
    #[test]
    fn replicas_converge(steps in prop::collection::vec(step(), 0..40)) {
        let mut database = players();
        for step in &steps {
            run(&mut database, step);
        }
        for region in REGIONS {
            database.set_cut_off(region, false);
        }
        let Timestamp(now) = database.now();
        database.advance_to(Timestamp(now + 10_000));
        let travels = |task: &Task| matches!(task, Task::Replicate { .. });
        prop_assert!(!database.pending().any(|(_, task)| travels(task)));
        for region in (1..REGIONS.len()).map(|region| region_of(&database, region)) {
            prop_assert_eq!(contents(&database, 0), contents(&database, region));
        }
    }
}
