//! Access patterns written by words, and months of what was done: the requests come from what is known.

mod plain;

use playground::lesson::example;
use playground::message::number;
use playground::sandbox::command::{Command, PlanCommand};
use playground::session::Session;
use playground::view::message::Message;
use playground::view::pattern::{PatternDraft, PatternTarget, Period, Verdict};
use serde_json::{Value, json};

use crate::plain::text;

fn request(draft: &PatternDraft) -> Value {
    serde_json::from_str(&draft.request).expect("it is JSON")
}

fn target(session: &Session, operation: &str, words: &str) -> PatternTarget {
    let targets = session.patterns(None).targets;
    let mut fitting = targets.iter().filter(|it| it.fits(operation));
    let found = fitting.find(|it| text(&it.words(operation)) == words);
    found.unwrap_or_else(|| panic!("{words} is not among {targets:?}")).clone()
}

fn call(session: &mut Session, operation: &str, request: &Value) {
    let (operation, request) = (operation.to_owned(), request.to_string());
    assert!(session.handle(Command::Call { operation, request }).accepted);
}

#[test]
fn a_new_pattern_is_written_by_what_and_where() {
    let session = Session::first();
    let first = session.new_pattern(None);
    assert_eq!((&*first.name, &*first.operation), ("Query Orders", "Query"));
    let verdict =
        |draft: &PatternDraft| session.pattern_answer(draft).expect("it is tried").verdict;
    assert_eq!(verdict(&first), Verdict::Works);
    let open = target(&session, "Query", "OpenOrders, by CustomerId");
    let query = session.pattern_with(&first, "Query", Some(&open));
    assert_eq!(
        (&*query.name, &request(&query)["IndexName"]),
        ("Query OpenOrders", &"OpenOrders".into())
    );
    assert_eq!((verdict(&query), session.pattern_target(&query)), (Verdict::Works, Some(open)));
    // What no key begins with is searched for.
    let total = target(&session, "Query", "Orders, by Total: no key, so all is read");
    let scan = session.pattern_with(&query, "Query", Some(&total));
    assert_eq!((&*scan.operation, &*scan.name), ("Scan", "Scan Orders"));
    assert_eq!((verdict(&scan), session.pattern_target(&scan)), (Verdict::Works, Some(total)));
    let own = PatternDraft { name: "Mine".into(), ..first };
    let renamed = session.pattern_with(&own, "GetItem", None);
    assert_eq!(&*renamed.name, "Mine", "a name that was typed stays");
}

/// Otherwise each put would write the same item, which changes no index.
#[test]
fn a_new_put_writes_other_items_whatever_was_asked_before() {
    let session = Session::first();
    let query = session.new_pattern(None);
    assert_eq!(request(&query)["ExpressionAttributeValues"][":k0"], json!({ "S": "C1" }));
    let put = session.pattern_with(&query, "PutItem", None);
    let item = &request(&put)["Item"];
    assert_eq!(item["CustomerId"], json!({ "S": "C{uniform 1000}" }));
    assert_eq!(item["OrderId"], json!({ "S": "O-{sequence}" }));
    // A key that varies stays.
    let text = query.request.replace("\"C1\"", "\"C{uniform 50}\"");
    let varying = PatternDraft { request: text.into(), ..query };
    let put = session.pattern_with(&varying, "PutItem", None);
    assert_eq!(request(&put)["Item"]["CustomerId"], json!({ "S": "C{uniform 50}" }));
}

#[test]
fn places_are_offered_from_some_items_only() {
    let item = |number: usize| {
        json!({
            "CustomerId": { "S": "C" }, "OrderId": { "S": number.to_string() },
            (format!("Own{number:03}")): { "N": "1" },
        })
    };
    let mut session = Session::first();
    for number in 0..150 {
        call(&mut session, "PutItem", &json!({ "TableName": "Orders", "Item": item(number) }));
    }
    let targets = session.patterns(None).targets;
    let searched = targets.iter().filter(|it| it.is_searched).count();
    assert_eq!(searched, 100);
}

#[test]
fn another_operation_is_written_from_the_key_and_the_attributes_that_are_known() {
    let session = Session::first();
    let key = json!({ "CustomerId": { "S": "C{uniform 9}" }, "OrderId": { "S": "O-{sequence}" } });
    let get = PatternDraft {
        operation: "GetItem".into(),
        request: json!({ "TableName": "Orders", "Key": key }).to_string().into(),
        ..session.new_pattern(None)
    };
    let with = |draft: &PatternDraft, operation: &str| session.pattern_with(draft, operation, None);
    let deleted = with(&get, "DeleteItem");
    assert_eq!(request(&deleted)["Key"], key);
    let put = with(&get, "PutItem");
    let item = request(&put)["Item"].clone();
    assert_eq!((&item["CustomerId"], &item["OrderId"]), (&key["CustomerId"], &key["OrderId"]));
    assert!(item["Total"].is_object(), "the rest is as the items here have it: {item}");
    let update = request(&with(&put, "UpdateItem"));
    assert_eq!(update["Key"], key);
    let set = update["ExpressionAttributeNames"].as_object().expect("names").values();
    assert!(set.clone().any(|it| it == "Total"), "{update}");
    let query = with(&get, "Query");
    assert_eq!(request(&query)["ExpressionAttributeValues"], json!({ ":k0": key["CustomerId"] }));
    assert_eq!(request(&with(&query, "GetItem"))["Key"]["CustomerId"], key["CustomerId"]);
    let together = request(&with(&deleted, "TransactWriteItems"));
    assert_eq!(together["TransactItems"][0]["Delete"]["Key"], key);
    let read = request(&with(&get, "TransactGetItems"));
    assert_eq!(read["TransactItems"][0]["Get"]["Key"], key);
    let batch = request(&with(&get, "BatchGetItem"));
    assert_eq!(batch["RequestItems"]["Orders"]["Keys"], json!([key]));
    assert_eq!(request(&with(&with(&get, "BatchGetItem"), "DeleteItem"))["Key"], key);
    for operation in session.patterns(None).operations {
        let draft = with(&get, &operation.0);
        let answer = session.pattern_answer(&draft).expect("it is tried");
        assert_ne!(answer.verdict, Verdict::Fails, "{draft:?} {:?}", answer.fault);
    }
}

#[test]
fn every_table_and_operation_of_every_example_has_a_request_that_is_answered() {
    for example in ["open-orders", "champions", "conditional-index", "adjacency"] {
        let session = example::opened(example);
        let first = session.new_pattern(None);
        let view = session.patterns(None);
        for (operation, _) in &view.operations {
            for target in view.targets.iter().filter(|it| it.fits(operation)) {
                let draft = session.pattern_with(&first, operation, Some(target));
                let answer = session.pattern_answer(&draft).expect("it is tried");
                assert_ne!(answer.verdict, Verdict::Fails, "{draft:?} {:?}", answer.fault);
            }
        }
    }
}

/// 4 write units of the item and 1 of its entry: 5 a second are 13,140,000 a month, at $0.625 a million.
#[test]
fn a_month_of_an_operation_is_what_it_was_charged() {
    let mut session = Session::first();
    assert_eq!(session.month_draft(None), None, "nothing was done");
    let update = json!({
        "TableName": "Orders", "Key": { "CustomerId": { "S": "C1" }, "OrderId": { "S": "O-1003" } },
        "UpdateExpression": "REMOVE OrderOpenDate",
    });
    call(&mut session, "UpdateItem", &update);
    let draft = session.month_draft(None).expect("one request on an item");
    assert_eq!(&*draft.name, "UpdateItem C1 / O-1003 REMOVE OrderOpenDate");
    let month = |session: &Session, rate: &str, period| {
        let draft = PatternDraft { rate: rate.into(), period, ..draft.clone() };
        session.month(None, &draft)
    };
    let shown = month(&session, "1", Period::Second).expect("it has a price");
    assert_eq!(number::cents(shown.cost), "$8.21");
    assert_eq!(shown.again, None, "each request of the month has an entry to delete");
    assert_eq!(number::cents(month(&session, "720", Period::Hour).unwrap().cost), "$1.64");
    for rate in ["", "many", "1e12", "-1"] {
        let fault = month(&session, rate, Period::Second).expect_err("it is no rate");
        assert!(text(&fault).starts_with("Requests: “"), "{}", text(&fault));
    }
    // It is a suggestion until it is kept, and then a pattern.
    assert_eq!(session.patterns(None).sent, std::slice::from_ref(&draft));
    assert!(session.handle(Command::Plan(PlanCommand::SavePattern(draft.clone()))).accepted);
    assert_eq!(session.patterns(None).sent, []);
    assert_eq!(session.patterns(None).patterns[0].draft.name, draft.name);
    // An index that is gone has no month.
    let (table, index) = ("Orders".to_owned(), "OpenOrders".to_owned());
    assert!(session.handle(Command::DropIndex { table, index }).accepted);
    session.handle(Command::Advance { by_ms: 600_000 });
    let fault = session.month(Some(1), &draft).expect_err("the index is gone");
    assert_eq!(text(&fault), "OpenOrders is deleted, so a month on it cannot be calculated.");
    // A table that is gone has no month, and its pattern stays and says so.
    call(&mut session, "DeleteTable", &json!({ "TableName": "Orders" }));
    session.handle(Command::Advance { by_ms: 600_000 });
    let number = 1;
    let fault = session.month(Some(number), &draft).expect_err("the table is gone");
    assert_eq!(text(&fault), "Orders is deleted, so a month on it cannot be calculated.");
    let kept = session.patterns(None);
    let answer = kept.patterns[0].answer().expect("it is tried");
    assert_eq!(answer.verdict, Verdict::Fails);
    assert!(answer.fault.as_ref().and_then(|it| it.message.as_ref()).is_some());
}

/// A pattern that is kept is not added to itself: 100 reads a second of half a unit are 50 of the 60 units that there are.
#[test]
fn a_month_of_a_pattern_that_is_kept_is_the_same() {
    let mut session = Session::first();
    let mut create = stock();
    create["BillingMode"] = "PROVISIONED".into();
    create["ProvisionedThroughput"] = json!({ "ReadCapacityUnits": 60, "WriteCapacityUnits": 5 });
    call(&mut session, "CreateTable", &create);
    let get = json!({ "TableName": "Stock", "Key": { "Product": { "S": "P1" } } });
    call(&mut session, "GetItem", &get);
    let draft = session.month_draft(None).expect("one request on an item");
    let draft = PatternDraft { rate: "100".into(), ..draft };
    let before = session.month(None, &draft).expect("it has a price");
    assert_eq!(before.throttled_permille, None);
    assert!(session.handle(Command::Plan(PlanCommand::SavePattern(draft.clone()))).accepted);
    let after = session.month(None, &draft).expect("it has a price");
    assert!(after.is_kept && !before.is_kept);
    assert_eq!((after.cost, after.throttled_permille), (before.cost, before.throttled_permille));
}

fn stock() -> Value {
    json!({
        "TableName": "Stock", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{ "AttributeName": "Product", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "Product", "KeyType": "HASH" }],
    })
}

/// What is known of a request of one table says nothing about the items of another.
#[test]
fn a_request_of_another_table_has_only_its_own_attributes() {
    let mut session = Session::first();
    call(&mut session, "CreateTable", &stock());
    let targets = session.patterns(None).targets;
    let of = |table: &str| targets.iter().find(|it| &*it.table == table).expect("it is there");
    let put = session.pattern_with(&session.new_pattern(None), "PutItem", Some(of("Orders")));
    let moved = session.pattern_with(&put, "PutItem", Some(of("Stock")));
    let request: Value = serde_json::from_str(&moved.request).unwrap();
    assert_eq!(request["TableName"], "Stock");
    assert!(request["Item"]["CustomerId"].is_null(), "{request}");
    assert!(!request["Item"]["Product"].is_null(), "{request}");
}

#[test]
fn braces_in_a_request_that_was_sent_are_no_placeholders() {
    let mut session = Session::first();
    let item = json!({ "CustomerId": { "S": "C{1}" }, "OrderId": { "S": "{" } });
    call(&mut session, "PutItem", &json!({ "TableName": "Orders", "Item": item }));
    let draft = session.month_draft(None).expect("one request");
    let answer = session.pattern_answer(&draft).expect("it is tried");
    assert_eq!(answer.verdict, Verdict::Works, "each request of the month puts another item");
    let filled: Value = serde_json::from_str(&answer.filled).unwrap();
    assert_eq!(filled["Item"], item);
}

#[test]
fn two_patterns_of_one_kind_have_two_names() {
    let mut session = Session::first();
    let first = session.new_pattern(None);
    assert!(session.handle(Command::Plan(PlanCommand::SavePattern(first))).accepted);
    let second = session.new_pattern(None);
    assert_eq!(&*second.name, "Query Orders 2");
    assert_eq!(&*session.pattern_with(&second, "GetItem", None).name, "GetItem Orders");
}

#[test]
fn what_an_operation_does_is_said_in_words() {
    let operations = Session::first().patterns(None).operations;
    let words: Vec<String> = operations.iter().map(|(_, what): &(_, Message)| text(what)).collect();
    assert!(words.contains(&"Change one item · UpdateItem".to_owned()), "{words:?}");
    assert!(words.contains(&"Write several items, all or none · TransactWriteItems".to_owned()));
}

/// One student with 3 courses of some 500 bytes, and two courses of a few bytes: a Query is of the student, and says how large it counts.
#[test]
fn a_query_that_is_written_finds_what_most_items_are_like() {
    let mut session = Session::first();
    let both = ["a", "b"].map(|name| json!({ "AttributeName": name, "AttributeType": "S" }));
    let create = json!({ "TableName": "Enrol", "BillingMode": "PAY_PER_REQUEST", "AttributeDefinitions": both,
        "KeySchema": [{ "AttributeName": "a", "KeyType": "HASH" }, { "AttributeName": "b", "KeyType": "RANGE" }] });
    call(&mut session, "CreateTable", &create);
    let long = "-".repeat(493);
    for (a, b, text) in [
        ("C1", "C1", "x"),
        ("C2", "C2", "x"),
        ("S1", "C1", &long),
        ("S1", "C2", &long),
        ("S1", "C3", &long),
    ] {
        let item = json!({ "a": { "S": a }, "b": { "S": b }, "c": { "S": text } });
        call(&mut session, "PutItem", &json!({ "TableName": "Enrol", "Item": item }));
    }
    let place = target(&session, "Query", "Enrol, by a");
    let written = session.pattern_with(&session.new_pattern(None), "Query", Some(&place));
    assert_eq!(request(&written)["ExpressionAttributeValues"], json!({ ":k0": { "S": "S1" } }));
    let of_many = PatternDraft { items: "12".into(), ..written };
    let answer = session.pattern_answer(&of_many).expect("it is tried");
    let notes: Vec<String> = answer.notes.iter().map(text).collect();
    let size = r#"They count as large as what a = "S1" finds here: 500 B on average."#;
    assert!(notes.contains(&size.to_owned()), "{notes:?}");
    let offered = session.patterns(Some("Enrol")).proposals;
    let query = offered.iter().find(|it| &*it.operation == "Query").expect("it has a sort key");
    assert_eq!(request(query)["ExpressionAttributeValues"], json!({ ":k0": { "S": "S1" } }));
}

/// Indexes of a table and of its replica have one name.
#[test]
fn places_in_two_regions_are_told_apart() {
    let mut session = Session::first();
    let stream = json!({ "StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES" });
    let replica = json!([{ "Create": { "RegionName": "eu-west-1" } }]);
    for (member, value) in [("StreamSpecification", stream), ("ReplicaUpdates", replica)] {
        call(&mut session, "UpdateTable", &json!({ "TableName": "Orders", member: value }));
        session.handle(Command::Advance { by_ms: 600_000 });
    }
    let index = target(&session, "Query", "OpenOrders of Orders (eu-west-1), by CustomerId");
    assert_eq!(index.index.as_deref(), Some("OpenOrders"));
    assert_ne!(index, target(&session, "Query", "OpenOrders of Orders, by CustomerId"));
    let table = target(&session, "Query", "Orders (eu-west-1), by CustomerId");
    assert!(table.table.starts_with("arn:"), "{}", table.table);
}
