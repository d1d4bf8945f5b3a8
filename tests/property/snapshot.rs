//! Saved databases: a damaged document is rejected, or is still a valid database.

use engine::api::{self, snapshot};
use engine::clock::Timestamp;
use engine::database::{Config, Database, LifecycleDelays};
use engine::throughput::model::ThroughputModel;
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use proptest::sample::{Index, select};
use serde_json::{Value, json};
use support::table::create_request;

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
    fn a_document_that_was_cut_off_is_rejected_and_its_first_tables_are_recovered(end in any::<Index>()) {
        let text = snapshot::save(&busy_database());
        let end = end.index(text.len());
        prop_assert!(snapshot::load(&text[..end]).is_err());
        let second_begins = text.rfind(r#"{"AttributeDefinitions""#).expect("there are two tables");
        match snapshot::recover(&text[..end]) {
            Err(_) => prop_assert!(end < second_begins, "{end}"),
            Ok(recovered) => {
                prop_assert!(!recovered.damages.is_empty());
                prop_assert!(recovered.database.table("Others").is_some());
                let saved = snapshot::save(&recovered.database);
                prop_assert!(snapshot::load(&saved).is_ok(), "{saved}");
            }
        }
    }

    #[test]
    fn what_is_recovered_can_be_saved_and_loaded(
        changes in proptest::collection::vec((any::<Index>(), 0..9_usize, select(&PIECES[..])), 1..4),
    ) {
        let mut text = snapshot::save(&busy_database());
        for (place, length, piece) in changes {
            let start = place.index(text.len());
            text.replace_range(start..text.len().min(start + length), piece);
        }
        if let Ok(recovered) = snapshot::recover(&text) {
            prop_assert_eq!(recovered.damages.is_empty(), snapshot::load(&text).is_ok());
            let saved = snapshot::save(&recovered.database);
            prop_assert!(snapshot::load(&saved).is_ok(), "{saved}");
        }
    }
}

#[test]
fn what_is_intact_of_a_damaged_document_is_loaded() {
    let whole: Value = serde_json::from_str(&snapshot::save(&busy_database())).unwrap();
    // Where the damage is; what is written there; what is reported; what is missing afterwards.
    let rows = [
        (
            "/tables/1/Items/1/s",
            json!({ "X": "1" }),
            "tables[1] (Things).Items[1]",
            "/tables/1/Items/1",
        ),
        ("/tables/1/Items/0", json!(7), "tables[1] (Things).Items[0]", "/tables/1/Items/0"),
        ("/tables/1/Tags", json!(7), "tables[1] (Things).Tags", "/tables/1/Tags"),
        (
            "/tables/1/state/recovery",
            json!(7),
            "tables[1] (Things).state.recovery",
            "/tables/1/state/recovery",
        ),
        (
            "/tables/1/state/indexes/0/status",
            json!(7),
            "tables[1] (Things).state.indexes[0]",
            "/tables/1/state/indexes/0",
        ),
        ("/state/streams/0/status", json!(7), "state.streams[0]", "/state/streams"),
        ("/state/transactions/0/content", json!(7), "state.transactions[0]", "/state/transactions"),
        ("/state/schedule/0/due", json!(-1), "state.schedule[0]", "/state/schedule/0"),
        ("/state/lifecycle", json!(7), "state.lifecycle", "/state/lifecycle"),
        ("/delay_ms", json!("x"), "delay_ms", "/delay_ms"),
    ];
    for (place, value, part, lost) in rows {
        let mut damaged = whole.clone();
        set(&mut damaged, place, value);
        assert!(snapshot::load(&damaged.to_string()).is_err(), "{place}");
        let recovered = snapshot::recover(&damaged.to_string()).expect("it has tables");
        let parts: Vec<&str> =
            recovered.damages.iter().map(|damage| damage.part.as_str()).collect();
        assert_eq!(parts, [part], "{place}");
        let mut rest = whole.clone();
        remove(&mut rest, lost);
        let rest = snapshot::load(&rest.to_string()).expect("the rest is a database");
        assert_eq!(snapshot::save(&recovered.database), snapshot::save(&rest), "{place}");
    }
}

#[test]
fn a_damaged_index_is_left_out_with_what_depends_on_it() {
    let mut damaged: Value = serde_json::from_str(&snapshot::save(&busy_database())).unwrap();
    set(&mut damaged, "/tables/1/GlobalSecondaryIndexes/0/Projection", json!({}));
    let recovered = snapshot::recover(&damaged.to_string()).expect("it has tables");
    let parts: Vec<&str> = recovered.damages.iter().map(|damage| damage.part.as_str()).collect();
    // Its state, and its pending changes.
    let expected = [
        "tables[1] (Things).GlobalSecondaryIndexes[0]",
        "tables[1] (Things).state.indexes[0]",
        "state.schedule[1]",
        "state.schedule[2]",
    ];
    assert_eq!(parts, expected);
    let table = recovered.database.table("Things").expect("it is intact");
    assert_eq!(table.items.count(), 2);
    assert!(table.index("ByM").is_none() && table.index("ByL").is_some());
}

#[test]
fn a_document_without_its_version_is_recovered_and_the_version_is_reported() {
    let whole = snapshot::save(&busy_database());
    for version in [r#""v":0"#, r#""v":"1""#, r#""":1"#] {
        let damaged = whole.replace(r#""v":1"#, version);
        assert!(snapshot::load(&damaged).is_err(), "{version}");
        let recovered = snapshot::recover(&damaged).expect("it has tables");
        let parts: Vec<&str> = recovered.damages.iter().map(|it| it.part.as_str()).collect();
        assert_eq!(parts, ["v"], "{version}");
        assert_eq!(snapshot::save(&recovered.database), whole, "{version}");
    }
}

#[test]
fn a_value_with_two_types_is_recovered_and_reported() {
    let whole = snapshot::save(&busy_database());
    let doubled = whole.replacen(r#""l":{"S":"x"}"#, r#""l":{"S":"w","S":"x"}"#, 1);
    assert!(snapshot::load(&doubled).is_err());
    let recovered = snapshot::recover(&doubled).expect("the rest is intact");
    let damages: Vec<String> = recovered.damages.iter().map(ToString::to_string).collect();
    let expected =
        "a name that is written twice: its part `put` is damaged; the last value is kept";
    assert_eq!(damages, [expected]);
    assert_eq!(snapshot::save(&recovered.database), whole);
}

#[test]
fn an_intact_document_has_no_damage_and_a_newer_one_is_left_alone() {
    let text = snapshot::save(&busy_database());
    let recovered = snapshot::recover(&text).expect("it is intact");
    assert_eq!((snapshot::save(&recovered.database), recovered.damages), (text, vec![]));
    let newer = snapshot::recover(r#"{"v":2,"tables":[]}"#).map(drop);
    assert_eq!(newer, Err(snapshot::SnapshotError::Newer { version: 2 }));
    for text in ["", "[]", "{}", "7", r#"{"v":1,"tables":[{}]}"#, r#"{"v":1,"tables":["#] {
        assert_eq!(
            snapshot::recover(text).map(drop).unwrap_err(),
            snapshot::load(text).unwrap_err()
        );
    }
}

/// Writes a value at a JSON pointer; its last step may be a new member.
fn set(document: &mut Value, pointer: &str, value: Value) {
    let (parent, name) = pointer.rsplit_once('/').expect("it has a parent");
    match document.pointer_mut(parent).expect("the parent is there") {
        Value::Array(elements) => elements[name.parse::<usize>().expect("a position")] = value,
        parent => parent[name] = value,
    }
}

/// Removes what is at a JSON pointer.
fn remove(document: &mut Value, pointer: &str) {
    let (parent, name) = pointer.rsplit_once('/').expect("it has a parent");
    match document.pointer_mut(parent).expect("the parent is there") {
        Value::Array(elements) => drop(elements.remove(name.parse().expect("a position"))),
        parent => drop(parent.as_object_mut().expect("an object").remove(name)),
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
        engine::table::status::TableStatus::Active
    );
}

/// Documents of before 2026-11-22 have one queue for each index, without identities of partitions.
#[test]
fn a_document_with_one_queue_for_an_index_is_read() {
    let throughput = ThroughputModel { is_enforced: true, ..ThroughputModel::default() };
    let mut database = Database::new(Config { throughput, ..Config::default() });
    let table = create_request(
        "Things  id S\n  global ByM  m S  ALL\n  provisioned  10 read, 20 write\n  provisioned ByM  10 read, 1 write",
    );
    api::call(&mut database, "CreateTable", &table.to_string()).expect("the table is accepted");
    for number in 0..4 {
        let item = json!({ "id": { "S": number.to_string() }, "m": { "S": "y" } });
        let put = json!({ "TableName": "Things", "Item": item }).to_string();
        api::call(&mut database, "PutItem", &put).expect("the item is accepted");
        database.advance_to(Timestamp(database.now().0 + 200));
    }
    let text = snapshot::save(&database);
    let mut document: Value = serde_json::from_str(&text).expect("it is JSON");
    let meter = &mut document["tables"][0]["state"]["meters"][1];
    let queue = meter["queues"][0].take();
    assert!(queue["waiting"].as_array().is_some_and(|waiting| waiting.len() > 1), "{text}");
    meter["cause"] = queue["cause"].clone();
    meter["waiting"] = queue["waiting"].clone();
    meter.as_object_mut().expect("it is an object").remove("queues");
    for task in document["state"]["schedule"].as_array_mut().expect("there are tasks") {
        task.as_object_mut().expect("it is an object").remove("partition");
    }
    let loaded = snapshot::load(&document.to_string()).expect("it was written once");
    assert_eq!(snapshot::save(&loaded), text);
    assert_eq!(loaded.throughput("Things"), database.throughput("Things"));
}

/// A database with as many tasks in progress as possible.
fn busy_database() -> Database {
    let mut database = Database::new(Config::default());
    let call = |database: &mut Database, operation: &str, request: Value| {
        api::call(database, operation, &request.to_string())
            .unwrap_or_else(|error| panic!("{operation}: {error}"));
    };
    let mut table =
        create_request("Things  id S  s N\n  local ByL  l S  KEYS_ONLY\n  global ByM  m S  ALL");
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
    let other = create_request("Others  id S");
    call(&mut database, "CreateTable", other);
    let protect = json!({ "TableName": "Others", "DeletionProtectionEnabled": true });
    call(&mut database, "UpdateTable", protect);
    database.drain_events();
    database
}
