//! What an operation came to: charged, free or rejected, and nothing in between.

use std::rc::Rc;

use serde_json::{Value, json};
use web::message::text;
use web::session::Session;
use web::session::command::{Command, ExampleId};
use web::view::receipt::WhyView;
use web::view::value::{Method, OperationOutcome, Units};
use web::view::{Interest, Views};

fn interest() -> Interest {
    Interest { items_shown: 200, entries_shown: 200, ..Interest::default() }
}

fn send(session: &mut Session, operation: &str, request: &Value) -> Vec<String> {
    let (operation, request) = (operation.to_owned(), request.to_string());
    let response = session.handle(Command::Call { operation, request });
    response.notices.iter().map(text).collect()
}

fn why(session: &mut Session) -> Rc<WhyView> {
    session.views(&interest()).why.clone()
}

/// What the last operation came to, which the receipt and the timeline agree on.
#[track_caller]
fn outcome(session: &mut Session) -> OperationOutcome {
    let views: Views = session.views(&interest());
    let of_receipt = views.why.outcome.expect("an operation was sent");
    let mark = views.timeline.past.last().expect("an operation was sent");
    assert_eq!(mark.outcome, of_receipt);
    of_receipt
}

const fn written(halves: u64) -> (Method, Units) {
    (Method::Write, Units { halves })
}

#[test]
fn operations_on_tables_are_free() {
    let mut session = Session::new(ExampleId::OpenOrders);
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
    let mut session = Session::new(ExampleId::OpenOrders);
    let item = json!({ "CustomerId": { "S": "C1" }, "OrderId": { "S": "O-1" } });
    send(&mut session, "PutItem", &json!({ "TableName": "Orders", "Item": item }));
    let (method, units) = written(2);
    assert_eq!(outcome(&mut session), OperationOutcome::Charged { method, units });
}

#[test]
fn a_rejected_request_says_what_it_was_charged_all_the_same() {
    let mut session = Session::new(ExampleId::OpenOrders);
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
