//! A database that is saved and loaded in the middle of a run continues exactly like one that is not.

use engine::api::{self, snapshot};
use engine::capacity::throughput::Throughput;
use engine::clock::Timestamp;
use engine::database::{Config, Database, LifecycleDelays};
use engine::model::bytes::Bytes;
use engine::throughput::model::ThroughputModel;
use proptest::prelude::{
    Just, ProptestConfig, Strategy, TestCaseError, any, prop_assert_eq, prop_oneof, proptest,
};
use serde_json::{Value, json};
use support::table::create_request;

/// A table whose index `ByStatus` has much less throughput than the table, and a local index.
const TABLE: &str = "Things  id S  at N
  local ByNote  note S  ALL
  global ByStatus  status S  ALL
  provisioned           20 read, 40 write
  provisioned ByStatus  20 read, 8 write
";

/// What happens to both databases.
#[derive(Debug, Clone)]
enum Step {
    Put { id: u8, status: u8, length: u16 },
    Batch { id: u8, status: u8 },
    Delete { id: u8 },
    Query { status: u8 },
    Advance { ms: u64 },
    AddIndex,
    DropIndex,
    Provision { units: u64 },
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => (0..40_u8, 0..4_u8, 0..600_u16)
            .prop_map(|(id, status, length)| Step::Put { id, status, length }),
        3 => (0..40_u8, 0..4_u8).prop_map(|(id, status)| Step::Batch { id, status }),
        2 => (0..40_u8).prop_map(|id| Step::Delete { id }),
        1 => (0..4_u8).prop_map(|status| Step::Query { status }),
        4 => (1..3_000_u64).prop_map(|ms| Step::Advance { ms }),
        1 => Just(Step::AddIndex),
        1 => Just(Step::DropIndex),
        1 => (1..60_u64).prop_map(|units| Step::Provision { units }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn a_reloaded_database_continues_like_the_live_one(
        steps in proptest::collection::vec(step(), 20..60),
        is_adaptive in any::<bool>(),
        partition_size in 2_000..20_000_u64,
        partition_count in 1..5_u64,
    ) {
        let model = ThroughputModel {
            is_enforced: true,
            is_adaptive,
            burst_seconds: 2,
            partition_ceiling: Throughput { read_units_per_second: 20, write_units_per_second: 10 },
            partition_size: Bytes(partition_size),
            partition_count_min: partition_count,
            heat_split_seconds: 2,
            queue_seconds_max: 2,
            ..ThroughputModel::default()
        };
        let lifecycle = LifecycleDelays { backfill_step_ms: 700, ..LifecycleDelays::default() };
        let mut live = Database::new(Config { throughput: model, lifecycle, ..Config::default() });
        let table = create_request(TABLE);
        api::call(&mut live, "CreateTable", &table.to_string()).expect("the table is accepted");
        // More items than one step of a backfill reads.
        for number in 0..130 {
            put(&mut live, &item(number, u64::from(number % 4), 100));
            advance(&mut live, 100);
        }
        let mut reloaded = live.clone();
        for step in steps {
            prop_assert_eq!(run(&mut live, &step), run(&mut reloaded, &step), "{:?}", step);
            sizes_are_those_of_the_entries(&live)?;
            let text = snapshot::save(&live);
            prop_assert_eq!(&text, &snapshot::save(&reloaded), "{:?}", step);
            reloaded = snapshot::load(&text).expect("what was saved is loaded");
            prop_assert_eq!(live.throughput("Things"), reloaded.throughput("Things"));
        }
        for database in [&mut live, &mut reloaded] {
            while let Some(due) = database.next_due() {
                database.advance_to(due);
            }
        }
        prop_assert_eq!(snapshot::save(&live), snapshot::save(&reloaded));
        sizes_are_those_of_the_entries(&live)?;
    }
}

/// What a step answers, and the events that it leads to.
fn run(database: &mut Database, step: &Step) -> String {
    let table = json!("Things");
    let outcome = match step {
        Step::Put { id, status, length } => {
            put(database, &item(u16::from(*id), u64::from(*status), *length))
        }
        Step::Batch { id, status } => {
            let put = |id: u8| {
                let item = item(u16::from(id), u64::from(*status), 10);
                json!({ "PutRequest": { "Item": item } })
            };
            let puts: Vec<Value> = (*id..*id + 5).map(put).collect();
            call(database, "BatchWriteItem", &json!({ "RequestItems": { "Things": puts } }))
        }
        Step::Delete { id } => {
            let key = json!({ "id": { "S": id.to_string() }, "at": { "N": "1" } });
            call(database, "DeleteItem", &json!({ "TableName": table, "Key": key }))
        }
        Step::Query { status } => {
            let request = json!({
                "TableName": table, "IndexName": "ByStatus", "KeyConditionExpression": "#s = :s",
                "ExpressionAttributeNames": { "#s": "status" },
                "ExpressionAttributeValues": { ":s": { "S": status.to_string() } },
            });
            call(database, "Query", &request)
        }
        Step::Advance { ms } => {
            advance(database, *ms);
            String::new()
        }
        Step::AddIndex => add_index(database),
        Step::DropIndex => update(database, &json!({ "Delete": { "IndexName": "Added" } })),
        Step::Provision { units } => {
            let throughput = json!({ "ReadCapacityUnits": 5, "WriteCapacityUnits": units });
            let update_of = json!({ "IndexName": "ByStatus", "ProvisionedThroughput": throughput });
            update(database, &json!({ "Update": update_of }))
        }
    };
    format!("{outcome} {:?}", database.drain_events())
}

fn item(id: u16, status: u64, length: u16) -> Value {
    json!({
        "id": { "S": id.to_string() }, "at": { "N": "1" }, "note": { "S": "n" },
        "status": { "S": status.to_string() }, "text": { "S": "x".repeat(length.into()) },
    })
}

fn put(database: &mut Database, item: &Value) -> String {
    call(database, "PutItem", &json!({ "TableName": "Things", "Item": item }))
}

fn add_index(database: &mut Database) -> String {
    let create = json!({ "Create": {
        "IndexName": "Added", "KeySchema": [{ "AttributeName": "status", "KeyType": "HASH" }],
        "Projection": { "ProjectionType": "ALL" },
        "ProvisionedThroughput": { "ReadCapacityUnits": 5, "WriteCapacityUnits": 60 },
    } });
    update(database, &create)
}

fn update(database: &mut Database, change: &Value) -> String {
    let request = json!({
        "TableName": "Things", "GlobalSecondaryIndexUpdates": [change],
        "AttributeDefinitions": [{ "AttributeName": "status", "AttributeType": "S" }],
    });
    call(database, "UpdateTable", &request)
}

fn call(database: &mut Database, operation: &str, request: &Value) -> String {
    format!("{:?}", api::call(database, operation, &request.to_string()))
}

fn advance(database: &mut Database, ms: u64) {
    database.advance_to(Timestamp(database.now().0 + ms));
}

/// The partitions of each store together hold what the store holds.
fn sizes_are_those_of_the_entries(database: &Database) -> Result<(), TestCaseError> {
    let table = database.table("Things").expect("the table is there");
    for store in database.throughput("Things").expect("throughput is limited") {
        let held: Bytes = store.partitions.iter().map(|partition| partition.size).sum();
        let of_index = |name: &str| table.index(name).map(|index| index.entries.size());
        let stored = match &store.store {
            engine::receipt::Store::Global(name) => of_index(name.as_str()).unwrap_or_default(),
            engine::receipt::Store::Table | engine::receipt::Store::Local(_) => {
                table.items.size() + of_index("ByNote").unwrap_or_default()
            }
        };
        prop_assert_eq!(held, stored, "{:?}", store.store);
    }
    Ok(())
}
