//! What an operation came to: charged, free or rejected, and nothing in between.

mod look;
mod plain;

use playground::sandbox::command::Command;
use playground::session::Session;
use playground::view::meter::StopKind;
use playground::view::read::{ReadForm, ReadOperation};
use playground::view::receipt::{NextStep, WhyView};
use playground::view::throughput::Setting;
use playground::view::value::{Method, OperationOutcome, Units};

use crate::look::{Interest, Look, Views};
use serde_json::{Value, json};

use crate::plain::text;

fn interest() -> Interest {
    Interest { items_shown: 200, entries_shown: 200, ..Interest::default() }
}

fn send(session: &mut Session, operation: &str, request: &Value) -> Vec<String> {
    let (operation, request) = (operation.to_owned(), request.to_string());
    let response = session.handle(Command::Call { operation, request });
    response.notices.iter().map(text).collect()
}

fn why(session: &mut Session) -> WhyView {
    session.look(&interest()).why.clone()
}

/// What the last operation came to, which the receipt and the timeline agree on.
#[track_caller]
fn outcome(session: &mut Session) -> OperationOutcome {
    let views: Views = session.look(&interest());
    let of_receipt = views.why.outcome.expect("an operation was sent");
    let stop = views.timeline.stops.last().expect("an operation was sent");
    let StopKind::Operation { outcome, .. } = stop.kind else {
        panic!("{stop:?} is not an operation");
    };
    assert_eq!(outcome, of_receipt);
    of_receipt
}

const fn written(halves: u64) -> (Method, Units) {
    (Method::Write, Units { halves })
}

#[test]
fn operations_on_tables_are_free() {
    let mut session = Session::first();
    let create = json!({
        "TableName": "Second", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{ "AttributeName": "Id", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "Id", "KeyType": "HASH" }],
    });
    let provision = json!({
        "TableName": "Second", "BillingMode": "PROVISIONED",
        "ProvisionedThroughput": { "ReadCapacityUnits": 1, "WriteCapacityUnits": 1 },
    });
    let expire = json!({
        "TableName": "Second",
        "TimeToLiveSpecification": { "AttributeName": "At", "Enabled": true },
    });
    let drop = json!({
        "TableName": "Orders",
        "GlobalSecondaryIndexUpdates": [{ "Delete": { "IndexName": "OpenOrders" } }],
    });
    let table = json!({ "TableName": "Second" });
    for (operation, request) in [
        ("CreateTable", &create),
        ("UpdateTable", &provision),
        ("UpdateTimeToLive", &expire),
        ("UpdateTable", &drop),
        ("DescribeTable", &table),
        ("ListTables", &json!({})),
    ] {
        let said = send(&mut session, operation, request);
        assert_eq!(outcome(&mut session), OperationOutcome::Free, "{operation}: {said:?}");
        assert_eq!(said, [format!("{operation} succeeded. It is free.")]);
        assert!(why(&mut session).receipt.is_none());
        assert!(why(&mut session).fault.is_none());
    }
}

#[test]
fn a_write_is_charged() {
    let mut session = Session::first();
    let item = json!({ "CustomerId": { "S": "C1" }, "OrderId": { "S": "O-1" } });
    send(&mut session, "PutItem", &json!({ "TableName": "Orders", "Item": item }));
    let (method, units) = written(2);
    assert_eq!(outcome(&mut session), OperationOutcome::Charged { method, units });
}

#[test]
fn a_rejected_request_says_what_it_was_charged_all_the_same() {
    let mut session = Session::first();
    send(&mut session, "PutItem", &json!({ "TableName": "Orders", "Item": {} }));
    let rejected = OperationOutcome::Rejected { charged: None, is_throttled: false };
    assert_eq!(outcome(&mut session), rejected);

    let key = json!({ "CustomerId": { "S": "C1" }, "OrderId": { "S": "none" } });
    let delete = json!({
        "TableName": "Orders", "Key": key, "ConditionExpression": "attribute_exists(OrderId)",
    });
    send(&mut session, "DeleteItem", &delete);
    let charged = Some(written(2));
    let rejected = OperationOutcome::Rejected { charged, is_throttled: false };
    assert_eq!(outcome(&mut session), rejected);
}

fn bill(session: &mut Session) -> (Vec<String>, Vec<String>) {
    let receipt = why(session).receipt.clone().expect("an operation with a bill");
    let lines = receipt.lines.iter().flat_map(|line| &line.arithmetic).chain(&receipt.rule);
    (receipt.subject.iter().map(ToString::to_string).collect(), lines.map(text).collect())
}

fn key(order: &str) -> Value {
    json!({ "CustomerId": { "S": "C1" }, "OrderId": { "S": order } })
}

/// Sends the first suggestion, which is the way back, and returns its words.
#[track_caller]
fn put_back(session: &mut Session) -> String {
    let suggestion = why(session).suggestions.first().expect("a suggestion").clone();
    let NextStep::Send { operation, request } = &suggestion.step else { panic!("{suggestion:?}") };
    let command = Command::Call { operation: operation.to_string(), request: request.to_string() };
    assert!(session.handle(command).accepted);
    text(&suggestion.words)
}

#[test]
fn putting_an_attribute_back_is_a_write_with_a_price() {
    let mut session = Session::first();
    let before = session.document();
    let remove = json!({
        "TableName": "Orders", "Key": key("O-1003"), "UpdateExpression": "REMOVE OrderOpenDate",
    });
    send(&mut session, "UpdateItem", &remove);
    assert_eq!(put_back(&mut session), "Put it back for 5 WCU");
    let (subject, _) = bill(&mut session);
    assert_eq!(subject, ["C1 / O-1003", "SET OrderOpenDate = \"2024-05-03\""]);
    let (method, units) = written(10);
    assert_eq!(outcome(&mut session), OperationOutcome::Charged { method, units });
    let views = session.look(&interest());
    assert_eq!(views.meter.written.halves, 20, "two writes of 5 units are on the bill");
    assert_eq!(views.timeline.stops.len(), 2);
    assert!(session.handle(Command::Advance { by_ms: 1_000 }).accepted);
    assert_eq!(session.look(&interest()).indexes.cards[0].entry_count, 3);
    assert!(session.handle(Command::Undo).accepted);
    assert!(session.handle(Command::Undo).accepted);
    assert_eq!(session.document(), before);
}

#[test]
fn putting_a_deleted_item_back_is_a_put() {
    let mut session = Session::first();
    let delete = json!({ "TableName": "Orders", "Key": key("O-1003") });
    send(&mut session, "DeleteItem", &delete);
    assert_eq!(put_back(&mut session), "Put it back for 6 WCU");
    let receipt = why(&mut session).receipt.clone().unwrap();
    assert_eq!(&*receipt.operation, "PutItem");
    assert_eq!(session.look(&interest()).table.clone().unwrap().item_count, 10);
}

#[test]
fn a_count_is_shown_without_items_and_without_regret() {
    let mut session = Session::first();
    let mut scan = json!({ "TableName": "Orders", "Select": "COUNT" });
    send(&mut session, "Scan", &scan);
    let result = why(&mut session).result.clone().unwrap();
    assert_eq!((result.count, result.rows.len(), result.only_counts), (10, 0, true));
    scan["Select"] = "ALL_ATTRIBUTES".into();
    send(&mut session, "Scan", &scan);
    assert!(!why(&mut session).result.clone().unwrap().only_counts);
}

#[test]
fn a_batch_over_two_tables_names_each_key() {
    let mut session = Session::first();
    let create = json!({
        "TableName": "Second", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{ "AttributeName": "Id", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "Id", "KeyType": "HASH" }],
    });
    send(&mut session, "CreateTable", &create);
    let put = |item: Value| json!([{ "PutRequest": { "Item": item } }]);
    let batch = json!({ "RequestItems": {
        "Orders": put(key("O-9")), "Second": put(json!({ "Id": { "S": "x" }, "A": { "S": "a" } })),
    } });
    send(&mut session, "BatchWriteItem", &batch);
    assert_eq!(bill(&mut session).0, ["Put C1 / O-9", "Put x"]);
    let get = |table: &str, key: Value| json!({ "Get": { "TableName": table, "Key": key } });
    let transaction = json!({ "TransactItems": [
        get("Orders", key("O-9")), get("Second", json!({ "Id": { "S": "x" } })),
    ] });
    send(&mut session, "TransactGetItems", &transaction);
    assert_eq!(bill(&mut session).0, ["Get C1 / O-9", "Get x"]);
}

#[test]
fn a_repeated_transaction_is_charged_for_reading() {
    let mut session = Session::first();
    let put = |order: &str| json!({ "Put": { "TableName": "Orders", "Item": key(order) } });
    let transaction = json!({ "TransactItems": [put("a"), put("b")], "ClientRequestToken": "t" });
    send(&mut session, "TransactWriteItems", &transaction);
    let (_, words) = bill(&mut session);
    assert!(words.contains(&"in a transaction: twice, once to prepare and once to commit".into()));
    send(&mut session, "TransactWriteItems", &transaction);
    let (_, words) = bill(&mut session);
    assert!(!words.iter().any(|words| words.contains("commit")), "{words:?}");
    assert!(words.iter().any(|words| words.starts_with("repeated request:")), "{words:?}");
    assert!(words.last().unwrap().starts_with("A repeated ClientRequestToken"), "{words:?}");
}

/// The sum of a line comes to the units of the line, also if a transaction writes or reads one item of a table.
#[test]
fn a_transaction_of_one_item_is_doubled_in_words_too() {
    let mut session = Session::first();
    let put = json!({ "Put": { "TableName": "Orders", "Item": key("a") } });
    let transaction = json!({ "TransactItems": [put], "ClientRequestToken": "t" });
    send(&mut session, "TransactWriteItems", &transaction);
    assert_eq!(
        outcome(&mut session),
        OperationOutcome::Charged { method: Method::Write, units: Units { halves: 4 } }
    );
    let doubled = "in a transaction: twice, once to prepare and once to commit".to_owned();
    assert_eq!(
        bill(&mut session).1[..2],
        ["item 20 B ÷ 1,024 = 0.02 → 1".to_owned(), doubled.clone()]
    );
    send(&mut session, "TransactWriteItems", &transaction);
    let (_, words) = bill(&mut session);
    assert!(words[1].starts_with("repeated request:"), "{words:?}");
    let get = json!({ "Get": { "TableName": "Orders", "Key": key("a") } });
    send(&mut session, "TransactGetItems", &json!({ "TransactItems": [get] }));
    let (_, words) = bill(&mut session);
    assert_eq!(words[..2], ["1 item, 20 B ÷ 4,096 = 0.01 → 1".to_owned(), doubled]);
}

#[test]
fn a_collection_that_is_too_large_is_explained() {
    let mut session = Session::first();
    assert!(
        session.handle(Command::Set { setting: Setting::CollectionMax, value: 32 * 1024 }).accepted
    );
    let mut item = key("O-large");
    item["Text"] = json!({ "S": "x".repeat(40_000) });
    send(&mut session, "PutItem", &json!({ "TableName": "Orders", "Item": item }));
    let fault = why(&mut session).fault.clone().unwrap();
    assert_eq!(fault.code.as_deref(), Some("ItemCollectionSizeLimitExceededException"));
    let words = text(fault.explanation.as_ref().unwrap());
    assert!(words.starts_with("In a table with local indexes, the items of one partition key"));
}

#[test]
fn only_a_query_or_scan_is_titled_with_an_index() {
    let mut session = Session::first();
    let query = json!({
        "TableName": "Orders", "IndexName": "OpenOrders", "KeyConditionExpression": "CustomerId = :c",
        "ExpressionAttributeValues": { ":c": { "S": "C1" } },
    });
    send(&mut session, "Query", &query);
    assert_eq!(bill(&mut session).0[0], "OpenOrders");
    let get = json!({ "TableName": "Orders", "IndexName": "OpenOrders", "Key": key("O-1003") });
    send(&mut session, "GetItem", &get);
    let subject = why(&mut session).receipt.as_ref().map(|it| it.subject.clone());
    assert!(!subject.unwrap_or_default().iter().any(|line| &**line == "OpenOrders"));
}

#[test]
fn a_limit_is_a_whole_number() {
    let mut session = Session::first();
    let mut fault = |limit: &str| {
        let form = ReadForm {
            operation: ReadOperation::Scan,
            index: None,
            partition: Vec::new(),
            sort: Vec::new(),
            filters: Vec::new(),
            all_attributes: false,
            consistent: false,
            forward: true,
            limit: limit.into(),
        };
        let views = session.look(&Interest { read: Some(form), ..interest() });
        let view = views.read.clone().expect("a form was asked for");
        view.fault.as_ref().map(|fault| (fault.attribute.clone(), fault.explanation.clone()))
    };
    for accepted in ["", " ", "1", "2147483647"] {
        assert_eq!(fault(accepted), None, "{accepted:?}");
    }
    for rejected in ["1.5", "0", "-1", "1e2", "abc", "2147483648"] {
        let (attribute, words) = fault(rejected).expect("it is rejected");
        assert_eq!(attribute.as_deref(), Some("Limit"), "the field is marked for {rejected}");
        let words = text(&words.expect("it is explained"));
        assert_eq!(
            words,
            "Limit is a whole number from 1 to 2,147,483,647, or empty for no limit."
        );
    }
}

/// DynamoDB rejects a query that starts somewhere in a table without a sort key: there is at most one item to find.
#[test]
fn a_query_of_a_table_without_a_sort_key_has_no_next_page() {
    let mut session = Session::first();
    let create = json!({
        "TableName": "Second", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{ "AttributeName": "Id", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "Id", "KeyType": "HASH" }],
    });
    send(&mut session, "CreateTable", &create);
    send(
        &mut session,
        "PutItem",
        &json!({ "TableName": "Second", "Item": { "Id": { "S": "x" } } }),
    );
    let query = |table: &str, condition: &str, key: &str| {
        json!({
            "TableName": table, "KeyConditionExpression": condition, "Limit": 1,
            "ExpressionAttributeValues": { ":key": { "S": key } },
        })
    };
    for (request, has_next) in [
        (query("Second", "Id = :key", "x"), false),
        (query("Orders", "CustomerId = :key", "C1"), true),
    ] {
        send(&mut session, "Query", &request);
        let result = why(&mut session).result.clone().expect("a result");
        assert_eq!((result.count, result.next.is_some()), (1, has_next), "{request}");
    }
}
