//! What is throttled at one table or index is paid for nowhere: sums that were worked out by hand. A write unit a second costs
//! 2,628,000 × $0.625 a million = $1.6425 a month on demand.

mod plain;

use playground::message::number;
use playground::sandbox::command::{Command, PlanCommand};
use playground::session::Session;
use playground::view::cost::CostSettings;
use playground::view::day::DayCurve;
use playground::view::pattern::PatternDraft;
use serde_json::{Value, json};

use crate::plain::text;

fn call(session: &mut Session, operation: &str, request: &Value) {
    let (operation, request) = (operation.to_owned(), request.to_string());
    let response = session.handle(Command::Call { operation, request });
    assert!(response.accepted, "{:?}", response.notices.iter().map(text).collect::<Vec<_>>());
}

/// A sandbox with nothing in it.
fn empty() -> Session {
    let mut session = Session::first();
    let new = Command::NewSandbox { title: "Limits".to_owned(), epoch_seconds: 0 };
    assert!(session.handle(new).accepted);
    session
}

/// A table on demand with these members more.
fn create(session: &mut Session, name: &str, more: &Value) {
    let mut request = json!({
        "TableName": name, "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
    });
    for (member, value) in more.as_object().expect("members") {
        request[member] = value.clone();
    }
    call(session, "CreateTable", &request);
}

fn most(units: u64) -> Value {
    json!({ "MaxWriteRequestUnits": units })
}

/// A table with a global index of some of its items, of which each has so many write units a second at most.
fn indexed(of_table: Option<u64>, of_index: Option<u64>) -> Session {
    let mut session = empty();
    let mut index = json!({ "IndexName": "ByG", "Projection": { "ProjectionType": "ALL" },
        "KeySchema": [{ "AttributeName": "g", "KeyType": "HASH" }] });
    if let Some(units) = of_index {
        index["OnDemandThroughput"] = most(units);
    }
    let mut more = json!({ "GlobalSecondaryIndexes": [index], "AttributeDefinitions": [
        { "AttributeName": "id", "AttributeType": "S" }, { "AttributeName": "g", "AttributeType": "S" }] });
    if let Some(units) = of_table {
        more["OnDemandThroughput"] = most(units);
    }
    create(&mut session, "Things", &more);
    session
}

/// Writes of one unit a request, at so many requests a second.
fn save(session: &mut Session, name: &str, operation: &str, request: &Value, rate: u64) {
    let draft = PatternDraft {
        name: name.into(),
        operation: operation.into(),
        request: request.to_string().into(),
        rate: rate.to_string().into(),
        ..PatternDraft::default()
    };
    assert!(session.handle(Command::Plan(PlanCommand::SavePattern(draft))).accepted);
}

fn puts(session: &mut Session, table: &str, attributes: &[&str], rate: u64) {
    let mut item = json!({ "id": { "S": "i-{sequence}" } });
    for name in attributes {
        item[name] = json!({ "S": "g{uniform 5000}" });
    }
    let request = json!({ "TableName": table, "Item": item });
    save(session, &format!("{table} {attributes:?}"), "PutItem", &request, rate);
}

/// What the writes of each table and index cost.
fn writes(session: &Session) -> Vec<(String, String)> {
    let cost = session.cost(None).expect("there are tables");
    let stores = cost.tables.iter().flat_map(|table| &table.stores);
    stores
        .map(|it| (it.name.to_string(), number::cents(it.writes.expect("it has a price"))))
        .collect()
}

/// What each pattern costs.
fn patterns(session: &Session) -> Vec<String> {
    let view = session.patterns(None);
    let costs = view.patterns.iter().map(|it| it.answer().expect("it was tried").cost);
    costs.map(number::cents).collect()
}

/// How much of each pattern is throttled, in thousandths.
fn throttled(session: &Session) -> Vec<Option<u64>> {
    let view = session.patterns(None);
    view.patterns.iter().map(|it| it.answer().expect("it was tried").throttled_permille).collect()
}

fn named(costs: &[(&str, &str)]) -> Vec<(String, String)> {
    costs.iter().map(|(name, cost)| ((*name).to_owned(), (*cost).to_owned())).collect()
}

#[test]
fn a_write_that_the_table_or_the_index_throttles_is_in_neither() {
    for (of_table, of_index) in [(Some(30), None), (None, Some(30)), (Some(30), Some(45))] {
        let mut session = indexed(of_table, of_index);
        puts(&mut session, "Things", &["g"], 60);
        assert_eq!(writes(&session), named(&[("Things", "$49.28"), ("ByG", "$49.28")]));
        assert_eq!(patterns(&session), ["$98.55"]);
    }
}

/// The index throttles half of the 32 puts with an entry, and none of the 12 without.
#[test]
fn an_index_throttles_only_what_is_written_to_it() {
    let mut session = indexed(None, Some(16));
    puts(&mut session, "Things", &["g"], 32);
    puts(&mut session, "Things", &[], 12);
    assert_eq!(writes(&session), named(&[("Things", "$45.99"), ("ByG", "$26.28")]));
    assert_eq!(patterns(&session), ["$52.56", "$19.71"]);
    assert_eq!(throttled(&session), [Some(500), None]);
}

/// The index cuts its 100 puts to 50, and then the table has enough for all.
#[test]
fn what_an_index_throttles_leaves_the_table_to_others() {
    let mut session = indexed(Some(160), Some(60));
    puts(&mut session, "Things", &["g"], 100);
    puts(&mut session, "Things", &[], 100);
    assert_eq!(writes(&session), named(&[("Things", "$262.80"), ("ByG", "$98.55")]));
    assert_eq!(patterns(&session), ["$197.10", "$164.25"]);
    assert_eq!(throttled(&session), [Some(400), None]);
}

/// In half of the day 40 are asked for, and 20 of them served; in the other half, none.
#[test]
fn what_is_throttled_follows_the_day() {
    let mut session = indexed(Some(20), None);
    puts(&mut session, "Things", &["g"], 20);
    let hours: Vec<u64> = (0..24).map(|hour| u64::from(hour < 12)).collect();
    let day = DayCurve::of(&hours).expect("it is a curve");
    let settings = CostSettings { day, ..CostSettings::default() };
    assert!(session.handle(Command::Plan(PlanCommand::SetCost(settings))).accepted);
    assert_eq!(writes(&session), named(&[("Things", "$16.43"), ("ByG", "$16.43")]));
}

/// Of 50 puts a second, 20 are served with what is provisioned, and a program writes an item for each of them.
#[test]
fn a_program_does_nothing_for_what_is_throttled() {
    let mut session = empty();
    create(
        &mut session,
        "Orders",
        &json!({ "BillingMode": "PROVISIONED",
            "ProvisionedThroughput": { "ReadCapacityUnits": 1, "WriteCapacityUnits": 20 },
            "StreamSpecification": { "StreamEnabled": true, "StreamViewType": "NEW_IMAGE" } }),
    );
    create(&mut session, "Ledger", &json!({}));
    let program = json!({ "ProgramName": "Copy", "TableName": "Orders", "Requests": [
        { "Operation": "PutItem", "Request": { "TableName": "Ledger", "Item": { "id": "{key.id}" } } }] });
    let program = PlanCommand::SaveProgram(program.to_string().into());
    assert!(session.handle(Command::Plan(program)).accepted);
    puts(&mut session, "Orders", &[], 50);
    assert_eq!(writes(&session)[0], ("Ledger".to_owned(), "$32.85".to_owned()));
}

/// 20 transactions of 2 + 2 units and 50 puts ask for 90 units of a table that has 20: two ninths of each are served, and so
/// 40 × 2 / 9 units of the other table.
#[test]
fn a_transaction_that_is_throttled_at_one_table_writes_nothing_to_another() {
    let mut session = empty();
    create(&mut session, "Orders", &json!({ "OnDemandThroughput": most(20) }));
    create(&mut session, "Ledger", &json!({}));
    let put = |table: &str| json!({ "Put": { "TableName": table, "Item": { "id": { "S": "t-{sequence}" } } } });
    let both = json!({ "TransactItems": [put("Orders"), put("Ledger")] });
    save(&mut session, "Both", "TransactWriteItems", &both, 20);
    puts(&mut session, "Orders", &[], 50);
    assert_eq!(writes(&session), named(&[("Ledger", "$14.60"), ("Orders", "$32.85")]));
    assert_eq!(patterns(&session), ["$29.20", "$18.25"]);
}

/// The replica has every write that the table serves, and no more.
#[test]
fn a_replica_is_written_what_the_table_serves() {
    let mut session = indexed(Some(30), None);
    let replica = json!({ "TableName": "Things",
        "ReplicaUpdates": [{ "Create": { "RegionName": "us-west-2" } }] });
    call(&mut session, "UpdateTable", &replica);
    puts(&mut session, "Things", &["g"], 60);
    let costs = writes(&session).into_iter().map(|(_, cost)| cost);
    assert_eq!(costs.collect::<Vec<_>>(), ["$49.28"; 4]);
}

/// Deleting an index that is read by nobody, beside a limit of its table: what deleting it saves.
fn saved_by_deleting(session: &Session) -> Option<String> {
    let advice = session.advice(Some("Things")).expect("there is a table");
    let unread = advice.findings.iter().find(|it| it.words[0].key.starts_with("advice.unread"));
    let unread = unread.unwrap_or_else(|| panic!("nobody reads it: {:?}", advice.findings));
    unread.monthly.map(number::cents)
}

fn read(session: &mut Session, index: &str) {
    let request = json!({ "TableName": "Things", "IndexName": index, "KeyConditionExpression": "h = :h",
        "ExpressionAttributeValues": { ":h": { "S": "h" } } });
    save(session, "Read", "Query", &request, 1);
}

/// The table serves 30 of 60 puts a second with and without the index: 30 × $1.6425.
#[test]
fn an_unread_index_of_a_limited_table_costs_what_is_written_to_it() {
    let mut session = empty();
    let index = |name: &str, key: &str| {
        json!({ "IndexName": name, "Projection": { "ProjectionType": "ALL" },
        "KeySchema": [{ "AttributeName": key, "KeyType": "HASH" }] })
    };
    let text = |name: &str| json!({ "AttributeName": name, "AttributeType": "S" });
    create(
        &mut session,
        "Things",
        &json!({ "OnDemandThroughput": most(30),
            "AttributeDefinitions": [text("id"), text("g"), text("h")],
            "GlobalSecondaryIndexes": [index("ByG", "g"), index("ByH", "h")] }),
    );
    puts(&mut session, "Things", &["g", "h"], 60);
    read(&mut session, "ByH");
    assert_eq!(saved_by_deleting(&session).as_deref(), Some("$49.28"));
}

/// With the entries of a local index, 30 of 40 puts a second fit into 60 units, and without them all: $98.55 - $65.70.
#[test]
fn an_unread_local_index_makes_room_for_more_writes() {
    let mut session = empty();
    let text = |name: &str| json!({ "AttributeName": name, "AttributeType": "S" });
    let key = |name: &str, kind: &str| json!({ "AttributeName": name, "KeyType": kind });
    let local = |name: &str, sort: &str| {
        json!({ "IndexName": name, "Projection": { "ProjectionType": "ALL" },
        "KeySchema": [key("id", "HASH"), key(sort, "RANGE")] })
    };
    create(
        &mut session,
        "Things",
        &json!({ "OnDemandThroughput": most(60), "AttributeDefinitions": [text("id"), text("s"), text("g")],
            "KeySchema": [key("id", "HASH"), key("s", "RANGE")],
            "LocalSecondaryIndexes": [local("ByG", "g")] }),
    );
    puts(&mut session, "Things", &["g", "s"], 40);
    let request =
        json!({ "TableName": "Things", "Key": { "id": { "S": "1" }, "s": { "S": "1" } } });
    save(&mut session, "Get", "GetItem", &request, 1);
    assert_eq!(saved_by_deleting(&session).as_deref(), Some("$32.85"));
}

/// An index is deleted in every Region: 2 × 60 × $1.6425.
#[test]
fn an_unread_index_costs_in_each_region() {
    let mut session = indexed(None, None);
    let replica = json!({ "TableName": "Things",
        "ReplicaUpdates": [{ "Create": { "RegionName": "us-west-2" } }] });
    call(&mut session, "UpdateTable", &replica);
    puts(&mut session, "Things", &["g"], 60);
    let request = json!({ "TableName": "Things", "Key": { "id": { "S": "1" } } });
    save(&mut session, "Get", "GetItem", &request, 1);
    assert_eq!(saved_by_deleting(&session).as_deref(), Some("$197.10"));
}

/// 150 units are enough for 100 puts without an entry and the 50 of 100 with one that the index serves: the first are served whole.
#[test]
fn a_pattern_is_throttled_by_what_it_asks_alone() {
    let mut session = indexed(Some(150), Some(50));
    puts(&mut session, "Things", &[], 100);
    puts(&mut session, "Things", &["g"], 100);
    assert_eq!(patterns(&session), ["$164.25", "$164.25"]);
    let view = session.patterns(None);
    let throttled =
        view.patterns.iter().map(|it| it.answer().expect("it was tried").throttled_permille);
    assert_eq!(throttled.collect::<Vec<_>>(), [None, Some(500)]);
}
