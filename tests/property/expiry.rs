//! Time to live and streams: an item exists until the time in it has passed, and applying the records of a stream to
//! an empty table gives the table.

use std::collections::BTreeMap;

use engine::api;
use engine::clock::Timestamp;
use engine::database::{Config, Database};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{Strategy, prop_assert_eq, prop_oneof, proptest};
use serde_json::{Value, json};
use support::item::{number, string};

use crate::database::call;

/// Something that happens to one of three items.
#[derive(Debug, Clone)]
enum Step {
    /// The item is put, with the second at which it expires.
    Put(u8, Option<i64>),
    /// The item is deleted.
    Delete(u8),
    /// So many seconds pass.
    Wait(i64),
    /// Items begin to expire, or no longer do.
    Turn(bool),
}

proptest! {
    #[test]
    fn items_exist_until_their_time_has_passed(steps in vec(step(), 1..40)) {
        let mut database = sessions();
        let mut expected: BTreeMap<u8, Option<i64>> = BTreeMap::new();
        let (mut now, mut expires) = (0, false);
        for step in steps {
            match step {
                Step::Put(id, expiry) => {
                    expected.insert(id, expiry);
                }
                Step::Delete(id) => {
                    expected.remove(&id);
                }
                Step::Wait(seconds) => now += seconds,
                Step::Turn(on) => expires = on,
            }
            take(&mut database, &step);
            expected.retain(|_, expiry| !expires || expiry.is_none_or(|expiry| expiry > now));
            let items = call(&mut database, "Scan", &json!({ "TableName": "Sessions" }));
            prop_assert_eq!(stored(&items["Items"]), expected.clone());
        }
        prop_assert_eq!(replayed(&mut database), expected);
    }
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..3_u8, option::of(0..60_i64)).prop_map(|(id, expiry)| Step::Put(id, expiry)),
        1 => (0..3_u8).prop_map(Step::Delete),
        2 => (1..20_i64).prop_map(Step::Wait),
        1 => proptest::bool::ANY.prop_map(Step::Turn),
    ]
}

fn sessions() -> Database {
    let mut database = Database::new(Config::default());
    let table = json!({
        "TableName": "Sessions",
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
        "StreamSpecification": { "StreamEnabled": true, "StreamViewType": "NEW_IMAGE" },
    });
    call(&mut database, "CreateTable", &table);
    database
}

fn take(database: &mut Database, step: &Step) {
    match step {
        Step::Put(id, expiry) => {
            let mut item = json!({ "id": string(&id.to_string()) });
            if let Some(expiry) = expiry {
                item["expires"] = number(*expiry);
            }
            call(database, "PutItem", &json!({ "TableName": "Sessions", "Item": item }));
        }
        Step::Delete(id) => {
            let key = json!({ "id": string(&id.to_string()) });
            call(database, "DeleteItem", &json!({ "TableName": "Sessions", "Key": key }));
        }
        Step::Wait(seconds) => {
            let by_ms = u64::try_from(seconds * 1_000).expect("time does not run backwards");
            database.advance_to(Timestamp(database.now().0 + by_ms));
        }
        Step::Turn(on) => {
            let specification = json!({ "Enabled": on, "AttributeName": "expires" });
            let request =
                json!({ "TableName": "Sessions", "TimeToLiveSpecification": specification });
            // Switching on is rejected if it is on already, and it stays on.
            let _ = api::call(database, "UpdateTimeToLive", &request.to_string());
        }
    }
}

/// The items that the records of the stream make, from the first to the last.
fn replayed(database: &mut Database) -> BTreeMap<u8, Option<i64>> {
    let streams = call(database, "ListStreams", &json!({ "TableName": "Sessions" }));
    let arn = &streams["Streams"][0]["StreamArn"];
    let described = call(database, "DescribeStream", &json!({ "StreamArn": arn }));
    let shard = &described["StreamDescription"]["Shards"][0]["ShardId"];
    let from = json!({ "StreamArn": arn, "ShardId": shard, "ShardIteratorType": "TRIM_HORIZON" });
    let mut iterator = call(database, "GetShardIterator", &from)["ShardIterator"].clone();
    let mut items = BTreeMap::new();
    loop {
        let page = call(database, "GetRecords", &json!({ "ShardIterator": iterator, "Limit": 7 }));
        let records = page["Records"].as_array().expect("there is a list of records");
        for record in records {
            let change = &record["dynamodb"];
            let (id, _) = entry(&change["Keys"]);
            match change.get("NewImage") {
                Some(image) => items.insert(id, entry(image).1),
                None => items.remove(&id),
            };
        }
        if records.is_empty() {
            return items;
        }
        iterator = page["NextShardIterator"].clone();
    }
}

fn stored(items: &Value) -> BTreeMap<u8, Option<i64>> {
    items.as_array().expect("there is a list of items").iter().map(entry).collect()
}

fn entry(item: &Value) -> (u8, Option<i64>) {
    let text = |name: &str, tag: &str| item[name][tag].as_str();
    let id = text("id", "S").and_then(|id| id.parse().ok()).expect("an item has a key");
    (id, text("expires", "N").and_then(|expiry| expiry.parse().ok()))
}
