//! Partitions keep their identities when others are split.

use engine::api::{self, snapshot};
use engine::capacity::throughput::Throughput;
use engine::clock::Timestamp;
use engine::database::{Config, Database};
use engine::model::attribute_value::AttributeValue;
use engine::model::item::Item;
use engine::model::partition_id::PartitionId;
use engine::receipt::Store;
use engine::throughput::model::ThroughputModel;
use engine::throughput::view::PartitionThroughput;
use serde_json::{Value, json};

/// Writes that the whole table serves in a second, and a partition too.
const WRITES_PER_SECOND: usize = 4;

#[test]
fn a_split_within_a_request_leaves_its_rejections_to_the_partitions_that_were_asked() {
    let mut database = database();
    let [split, other] = [PartitionId(0), PartitionId(1)];
    let (of_split, of_other) = (keys(&database, split), keys(&database, other));
    for key in &of_split {
        put_all(&mut database, &[key]).expect("the partition serves as many in the first second");
    }
    database.advance_to(Timestamp(1_000));
    for key in &of_other {
        put_all(&mut database, &[key]).expect("the other serves as many in the next second");
    }
    // The first is rejected at a partition that was hot for a second, which splits it.
    put_all(&mut database, &[&of_split[0], &of_other[0]]).expect_err("the table is at its maximum");
    for database in [&database, &snapshot::load(&snapshot::save(&database)).expect("it is whole")] {
        let table = database.throughput("Things").expect("throughput is limited").remove(0);
        assert_eq!(table.splits.len(), 1);
        assert_eq!((table.splits[0].partition, table.splits[0].new), (split, PartitionId(4)));
        let throttled = |id| throttled_count(&table.partitions, id);
        assert_eq!(throttled(other), 1);
        assert_eq!(throttled(PartitionId(4)), 0);
        assert_eq!(table.write.throttled_total, 2);
        let order: Vec<usize> = table.partitions.iter().map(|partition| partition.id.0).collect();
        assert_eq!(order, [0, 4, 1, 2, 3]);
    }
}

fn database() -> Database {
    let rates = |units| Throughput { read_units_per_second: 100, write_units_per_second: units };
    let throughput = ThroughputModel {
        is_enforced: true,
        partition_ceiling: rates(WRITES_PER_SECOND as u64),
        heat_split_seconds: 1,
        ..ThroughputModel::default()
    };
    let mut database = Database::new(Config { throughput, ..Config::default() });
    let table = json!({
        "TableName": "Things", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
        "OnDemandThroughput": { "MaxWriteRequestUnits": WRITES_PER_SECOND },
    });
    api::call(&mut database, "CreateTable", &table.to_string()).expect("the table is accepted");
    database
}

/// As many keys as a partition serves in a second.
fn keys(database: &Database, partition: PartitionId) -> Vec<String> {
    let table = database.table("Things").expect("the table is there");
    let is_there = |id: &String| {
        let item = Item::from_iter([("id".into(), AttributeValue::S(id.clone()))]);
        table.partition_of(&Store::Table, &item) == Some(partition)
    };
    (0..).map(|number: u32| number.to_string()).filter(is_there).take(WRITES_PER_SECOND).collect()
}

fn put_all(database: &mut Database, ids: &[&String]) -> Result<String, String> {
    let put = |id: &&String| json!({ "PutRequest": { "Item": { "id": { "S": id } } } });
    let puts: Vec<Value> = ids.iter().map(put).collect();
    let request = json!({ "RequestItems": { "Things": puts } });
    api::call(database, "BatchWriteItem", &request.to_string()).map_err(|error| error.to_string())
}

/// Writes that were throttled at a partition in its latest second.
fn throttled_count(partitions: &[PartitionThroughput], id: PartitionId) -> u32 {
    let found = partitions.iter().find(|partition| partition.id == id);
    let latest = found.and_then(|partition| partition.samples.last());
    latest.map_or(0, |second| second.write_throttled_count)
}
