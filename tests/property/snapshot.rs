//! Databases at rest: what was damaged is refused, or is a database all the same.

use engine::api::{self, snapshot};
use engine::clock::Timestamp;
use engine::database::{Config, Database, LifecycleDelays};
use proptest::prelude::{ProptestConfig, any, prop_assert, proptest};
use proptest::sample::{Index, select};
use serde_json::{Value, json};
use support::notation;

/// What damage writes into a document: pieces of JSON that mean something there, and some that do not.
const PIECES: [&str; 20] = [
    "\"",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "0",
    "9",
    "null",
    "true",
    "-",
    "1e99",
    "18446744073709551615",
    "\"DELETING\"",
    "\"CREATING\"",
    "\"DropIndex\"",
    "\"Things\"",
    "AAAA",
    "\\",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_damaged_document_never_makes_the_engine_panic(
        changes in proptest::collection::vec((any::<Index>(), 0..9_usize, select(&PIECES[..])), 1..4),
    ) {
        let mut text = snapshot::save(&busy_database());
        for (place, length, piece) in changes {
            let start = place.index(text.len());
            text.replace_range(start..text.len().min(start + length), piece);
        }
        if let Ok(mut database) = snapshot::load(&text) {
            let saved = snapshot::save(&database);
            prop_assert!(snapshot::load(&saved).is_ok(), "{saved}");
            database.advance_to(Timestamp(database.now().0 + 100_000_000));
            for operation in ["Scan", "DescribeTable", "DescribeTimeToLive", "DescribeContinuousBackups"] {
                drop(api::call(&mut database, operation, r#"{"TableName":"Things"}"#));
            }
            drop(api::call(&mut database, "ListStreams", "{}"));
        }
    }

    #[test]
    fn a_document_that_was_cut_off_is_refused(end in any::<Index>()) {
        let text = snapshot::save(&busy_database());
        prop_assert!(snapshot::load(&text[..end.index(text.len())]).is_err());
    }
}

#[test]
fn a_document_of_the_page_is_a_database() {
    let text = r#"{"delay_ms":50,"tables":[{"AttributeDefinitions":[{"AttributeName":"id","AttributeType":"N"}],"Items":[{"id":{"N":"1"}}],"KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],"TableName":"Things"}],"title":"Things","v":1}"#;
    let mut database = snapshot::load(text).unwrap();
    let count = api::call(&mut database, "Scan", r#"{"TableName":"Things","Select":"COUNT"}"#);
    assert_eq!(count.unwrap(), r#"{"Count":1,"ScannedCount":1}"#);
    assert_eq!(database.config().propagation_delay_ms, 50);
    assert_eq!(
        database.table("Things").unwrap().status,
        engine::table::lifecycle::TableStatus::Active
    );
}

/// A database in which as much as possible is under way.
fn busy_database() -> Database {
    let mut database = Database::new(Config::default());
    let call = |database: &mut Database, operation: &str, request: Value| {
        api::call(database, operation, &request.to_string())
            .unwrap_or_else(|error| panic!("{operation}: {error}"));
    };
    let mut table = notation::create_table(
        "Things  id S  s N\n  local ByL  l S  KEYS_ONLY\n  global ByM  m S  ALL",
    )
    .expect("the notation is right");
    table["StreamSpecification"] = json!({ "StreamEnabled": true, "StreamViewType": "NEW_IMAGE" });
    table["Tags"] = json!([{ "Key": "a", "Value": "b" }]);
    call(&mut database, "CreateTable", table);
    let enable = json!({ "Enabled": true, "AttributeName": "s" });
    call(
        &mut database,
        "UpdateTimeToLive",
        json!({ "TableName": "Things", "TimeToLiveSpecification": enable }),
    );
    let recovery = json!({ "PointInTimeRecoveryEnabled": true });
    call(
        &mut database,
        "UpdateContinuousBackups",
        json!({ "TableName": "Things", "PointInTimeRecoverySpecification": recovery }),
    );
    for number in 1..4 {
        let item = json!({ "id": { "S": number.to_string() }, "s": { "N": "500" }, "l": { "S": "x" }, "m": { "S": "y" } });
        call(&mut database, "PutItem", json!({ "TableName": "Things", "Item": item }));
        database.advance_to(Timestamp(database.now().0 + 100));
    }
    let key = json!({ "id": { "S": "2" }, "s": { "N": "500" } });
    let actions = json!([{ "Delete": { "TableName": "Things", "Key": key } }]);
    call(
        &mut database,
        "TransactWriteItems",
        json!({ "ClientRequestToken": "t", "TransactItems": actions }),
    );
    database.set_lifecycle_delays(LifecycleDelays {
        allocate_index_ms: 10,
        update_settings_ms: 1_000,
        ..LifecycleDelays::default()
    });
    let definitions = json!(["l", "m", "id", "s"].map(|name| {
        json!({ "AttributeName": name, "AttributeType": if name == "s" { "N" } else { "S" } })
    }));
    let create = json!({
        "IndexName": "ByN",
        "KeySchema": [{ "AttributeName": "l", "KeyType": "HASH" }],
        "Projection": { "ProjectionType": "ALL" },
    });
    call(
        &mut database,
        "UpdateTable",
        json!({
            "TableName": "Things",
            "AttributeDefinitions": definitions,
                "GlobalSecondaryIndexUpdates": [{ "Create": create }],
        }),
    );
    let other = notation::create_table("Others  id S").expect("the notation is right");
    call(&mut database, "CreateTable", other);
    let protect = json!({ "TableName": "Others", "DeletionProtectionEnabled": true });
    call(&mut database, "UpdateTable", protect);
    database.drain_events();
    database
}
