//! Access patterns from outside: what is written down, and what it comes to on the tables of an example.

mod plain;

use playground::lesson::example;
use playground::message::number;
use playground::sandbox::command::{Command, PlanCommand, Response};
use playground::sandbox::document::Document;
use playground::session::Session;
use playground::view::cost::{CostSettings, PayMode};
use playground::view::pattern::{PatternAnswer, PatternDraft, PatternsView, Period, Verdict};
use serde_json::{Value, json};

use crate::plain::text;

fn pattern(operation: &str, request: &Value) -> PatternDraft {
    PatternDraft {
        name: format!("A {operation}").into(),
        operation: operation.into(),
        request: request.to_string().into(),
        rate: "10".into(),
        ..PatternDraft::default()
    }
}

fn orders(operation: &str, request: Value) -> PatternDraft {
    let mut request = request;
    request["TableName"] = "Orders".into();
    pattern(operation, &request)
}

fn query(index: &str, more: Value) -> PatternDraft {
    let mut request = json!({
        "IndexName": index,
        "KeyConditionExpression": "CustomerId = :c", "ExpressionAttributeValues": { ":c": { "S": "C1" } },
    });
    for (member, value) in more.as_object().expect("more members") {
        request[member] = value.clone();
    }
    orders("Query", request)
}

fn key() -> Value {
    json!({ "CustomerId": { "S": "C1" }, "OrderId": { "S": "O-1003" } })
}

fn patterns(session: &Session) -> PatternsView {
    session.patterns(None)
}

/// What a pattern would come to in the first example.
fn answer(draft: PatternDraft) -> PatternAnswer {
    Session::first().pattern_answer(&draft).expect("it can be kept")
}

/// Units by store, then the price of a month, then the notes.
fn line(answer: &PatternAnswer) -> String {
    let terms = answer.terms.iter().map(|term| {
        let fetch = if term.is_fetch { " fetched" } else { "" };
        format!("{} {}{fetch}", number::short(term.hundredths), term.store)
    });
    let terms: Vec<String> = terms.collect();
    let notes: Vec<String> = answer.notes.iter().map(text).collect();
    [&terms.join(" + "), " = ", &number::cents(answer.cost), ". ", &notes.join(" ")].concat()
}

#[track_caller]
fn check(draft: PatternDraft, expected: &str) {
    let answer = answer(draft);
    assert_eq!((answer.verdict, line(&answer).trim_end()), (Verdict::Works, expected));
}

fn save(session: &mut Session, draft: PatternDraft) -> Response {
    session.handle(Command::Plan(PlanCommand::SavePattern(draft)))
}

#[test]
fn a_query_of_an_index_costs_what_its_entries_do() {
    check(
        query("OpenOrders", json!({})),
        "0.5 OpenOrders = $1.64. Items or entries that a request reads: 2.",
    );
}

#[test]
fn what_an_index_lacks_is_fetched() {
    check(
        query("ByTotal", json!({ "Select": "ALL_ATTRIBUTES" })),
        "0.5 ByTotal + 4 Orders fetched = $14.78. Items or entries that a request reads: 8. \
         Fetched from the table, each rounded up by itself, because the index lacks what is asked for: 8.",
    );
}

#[test]
fn a_change_of_a_sparse_index_is_paid_by_the_index() {
    let leave = json!({ "Key": key(), "UpdateExpression": "REMOVE OrderOpenDate" });
    check(orders("UpdateItem", leave), "4 Orders + 0 ByTotal + 1 OpenOrders = $82.13.");
}

#[test]
fn an_attribute_that_half_of_the_items_have_costs_its_index_half() {
    let item = json!({
        "CustomerId": { "S": "C{uniform 100}" }, "OrderId": { "S": "{sequence}" },
        "OrderOpenDate": { "S": "{maybe 50%}{day}" },
    });
    let answer = answer(orders("PutItem", json!({ "Item": item })));
    let units: Vec<u64> = answer.terms.iter().map(|term| term.hundredths).collect();
    // The table, ByTotal and OpenOrders.
    assert_eq!(units, [100, 0, 50]);
    assert_eq!(answer.notes.iter().map(text).collect::<Vec<_>>(), Vec::<String>::new());
}

#[test]
fn what_the_engine_rejects_does_not_work() {
    let no_key = orders(
        "Query",
        json!({ "IndexName": "OpenOrders", "KeyConditionExpression": "Note = :t",
        "ExpressionAttributeValues": { ":t": { "N": "1" } } }),
    );
    let answer = answer(no_key);
    assert_eq!((answer.verdict, answer.terms.len()), (Verdict::Fails, 0));
    let fault = answer.fault.as_ref().unwrap();
    assert_eq!(
        (fault.code.as_deref(), fault.message.as_deref()),
        (
            Some("ValidationException"),
            Some("Query condition missed key schema element: CustomerId")
        )
    );
}

#[test]
fn a_placeholder_that_is_none_is_said_with_its_place() {
    let answer = answer(orders("GetItem", json!({ "Key": { "CustomerId": { "S": "C{zip 9}" } } })));
    assert_eq!(answer.verdict, Verdict::Fails);
    let fault = answer.fault.as_ref().unwrap();
    assert_eq!(
        fault.message.as_deref(),
        Some("Key.CustomerId.S: {zip 9} is not a placeholder; {{ is a brace")
    );
}

#[test]
fn some_requests_may_be_rejected() {
    let answer = answer(orders(
        "GetItem",
        json!({ "Key": { "CustomerId": { "S": "C1" }, "OrderId": { "S": "O" }, "x": { "S": "{maybe 50%}x" } } }),
    ));
    assert_eq!(answer.verdict, Verdict::Partly);
    assert!(text(&answer.notes[0]).ends_with("of 100 requests that were tried would be rejected."));
}

/// What a request that has no effect comes to: its verdict, its units and price, and why.
#[track_caller]
fn check_no_effect(draft: PatternDraft, verdict: Verdict, expected: &str) {
    let answer = answer(draft);
    assert_eq!((answer.verdict, line(&answer).trim_end()), (verdict, expected));
}

/// Source: the developer guide, "Capacity unit consumption for writes": a write that changes nothing, and one whose condition is
/// false, are charged as any other.
#[test]
fn a_write_that_changes_nothing_says_why_and_is_charged() {
    let check = |operation, request, expected| {
        check_no_effect(orders(operation, request), Verdict::ChangesNothing, expected);
    };
    check(
        "UpdateItem",
        json!({ "Key": key(), "UpdateExpression": "REMOVE #o, Late",
            "ExpressionAttributeNames": { "#o": "OverdueSince" } }),
        "4 Orders + 0 ByTotal + 0 OpenOrders = $65.70. \
         Changes nothing, and is charged: the item has no OverdueSince, Late.",
    );
    check(
        "UpdateItem",
        json!({ "Key": key(), "UpdateExpression": "SET Late = OrderId REMOVE OverdueSince",
            "ConditionExpression": "attribute_exists(OverdueSince)" }),
        "4 Orders = $65.70. Changes nothing, and is charged: the condition is false.",
    );
    let missing = json!({ "CustomerId": { "S": "C1" }, "OrderId": { "S": "none" } });
    let absent = "1 Orders = $16.43. \
         Changes nothing, and is charged: there is no item with this key.";
    check("DeleteItem", json!({ "Key": missing }), absent);
    check("UpdateItem", json!({ "Key": missing, "UpdateExpression": "REMOVE Note" }), absent);
    let text = json!({ "Statement": "DELETE FROM \"Orders\" WHERE CustomerId = 'C1' AND OrderId = 'none'" });
    let statement = answer(pattern("ExecuteStatement", &text));
    assert_eq!(statement.verdict, Verdict::ChangesNothing);
}

#[test]
fn a_write_of_what_is_there_already_changes_nothing() {
    let document: Value = serde_json::from_str(&Session::first().document()).unwrap();
    let item = document["tables"][0]["Items"][0].clone();
    let put = answer(orders("PutItem", json!({ "Item": item })));
    assert_eq!(put.verdict, Verdict::ChangesNothing);
    let notes: Vec<String> = put.notes.iter().map(text).collect();
    assert_eq!(notes, ["Changes nothing, and is charged: the item has these values already."]);
    let transaction = json!({ "TransactItems": [
        { "Put": { "TableName": "Orders", "Item": item } },
        { "Delete": { "TableName": "Orders", "Key": key() } },
    ] });
    let works = answer(pattern("TransactWriteItems", &transaction));
    assert_eq!(works.verdict, Verdict::Works, "a part of it has an effect");
}

#[test]
fn a_read_that_finds_nothing_says_why_and_is_charged() {
    let missing = json!({ "CustomerId": { "S": "C1" }, "OrderId": { "S": "none" } });
    check_no_effect(
        orders("GetItem", json!({ "Key": missing })),
        Verdict::FindsNothing,
        "0.5 Orders = $1.64. Finds nothing, and is charged: there is no item with this key. \
         Items or entries that a request reads: 0.",
    );
    check_no_effect(
        orders("Scan", json!({ "FilterExpression": "attribute_exists(OverdueSince)" })),
        Verdict::FindsNothing,
        "4.5 Orders = $14.78. Finds nothing, and is charged: the filter leaves none of the items that are read. \
         Items or entries that a request reads: 10.",
    );
    let count = query("OpenOrders", json!({ "Select": "COUNT" }));
    assert_eq!(answer(count).verdict, Verdict::Works);
    let batch = json!({ "RequestItems": { "Orders": { "Keys": [missing] } } });
    let batch = answer(pattern("BatchGetItem", &batch));
    assert_eq!(batch.verdict, Verdict::FindsNothing);
}

#[test]
fn requests_of_which_some_have_no_effect_are_counted() {
    let some =
        json!({ "Key": { "CustomerId": { "S": "C1" }, "OrderId": { "S": "O-100{round 9}" } } });
    let answer = answer(orders("GetItem", some));
    assert_eq!(answer.verdict, Verdict::Works);
    let note = text(&answer.notes[0]);
    assert!(note.contains("of 100 requests that were tried have no effect."), "{note}");
}

#[test]
fn a_rare_pattern_is_counted_by_the_day() {
    let scan = PatternDraft { rate: "1".into(), period: Period::Day, ..orders("Scan", json!({})) };
    check(scan.clone(), "4.5 Orders = <$0.01. Items or entries that a request reads: 10.");
    check(
        PatternDraft { rate: "2".into(), period: Period::Hour, ..scan.clone() },
        "4.5 Orders = <$0.01. Items or entries that a request reads: 10.",
    );
    // Pattern 27: a nightly scan of 10 GB.
    check(
        PatternDraft { size: "10737418240".into(), ..scan },
        "1,310,720 Orders = $4.98. Items or entries that a request reads: 10.",
    );
}

#[test]
fn an_expected_size_takes_the_place_of_the_items_that_are_there() {
    let put = orders(
        "PutItem",
        json!({ "Item": { "CustomerId": { "S": "C9" }, "OrderId": { "S": "1" }, "Total": { "N": "1" } } }),
    );
    check(put.clone(), "1 Orders + 1 ByTotal + 0 OpenOrders = $32.85.");
    check(
        PatternDraft { size: "3584".into(), ..put },
        "4 Orders + 1 ByTotal + 0 OpenOrders = $82.13.",
    );
    let get = orders("GetItem", json!({ "Key": key(), "ConsistentRead": true }));
    check(
        PatternDraft { size: "20480".into(), ..get },
        "5 Orders = $16.43. Items or entries that a request reads: 1.",
    );
}

/// In a transaction the table's part is charged twice, and an index entry once, whatever size is expected.
#[test]
fn an_expected_size_is_doubled_for_the_table_alone() {
    let mut session = Session::first();
    let create = json!({
        "TableName": "Games", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [
            { "AttributeName": "id", "AttributeType": "S" }, { "AttributeName": "award", "AttributeType": "S" },
        ],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
        "GlobalSecondaryIndexes": [{
            "IndexName": "ByAward", "KeySchema": [{ "AttributeName": "award", "KeyType": "HASH" }],
            "Projection": { "ProjectionType": "ALL" },
        }],
    });
    let (operation, request) = ("CreateTable".to_owned(), create.to_string());
    assert!(session.handle(Command::Call { operation, request }).accepted);
    let item = json!({ "id": { "S": "g" }, "award": { "S": "a" } });
    let put = json!({ "TransactItems": [{ "Put": { "TableName": "Games", "Item": item } }] });
    let line = |size: &str, session: &mut Session| {
        let draft = PatternDraft { size: size.into(), ..pattern("TransactWriteItems", &put) };
        self::line(&session.pattern_answer(&draft).expect("it can be kept"))
    };
    // 2 × 1 + 1, and 2 × 3 + 3 units, ten a second for 2,628,000 s at 0.625 a million.
    assert_eq!(line("", &mut session).trim_end(), "2 Games + 1 ByAward = $49.28.");
    assert_eq!(line("3000", &mut session).trim_end(), "6 Games + 3 ByAward = $147.83.");
}

#[test]
fn patterns_are_kept_changed_and_dropped_and_all_of_it_can_be_taken_back() {
    let mut session = Session::first();
    let untouched = session.document();
    assert!(
        save(&mut session, PatternDraft { size: "900".into(), ..query("OpenOrders", json!({})) })
            .accepted
    );
    let nightly =
        PatternDraft { name: "Nightly".into(), period: Period::Day, ..orders("Scan", json!({})) };
    assert!(save(&mut session, nightly).accepted);
    let kept = patterns(&session);
    let rates: Vec<String> = kept.patterns.iter().map(|pattern| text(&pattern.rate)).collect();
    assert_eq!(rates, ["10 a second", "10 a day"]);

    let document = session.document();
    let mut opened = example::opened("champions");
    assert!(opened.handle(Command::OpenDocument(document.clone())).accepted);
    assert_eq!(opened.document(), document);
    assert_eq!(patterns(&opened).patterns, kept.patterns);

    let renamed = PatternDraft { name: "Open ones".into(), ..kept.patterns[0].draft.clone() };
    save(&mut session, renamed);
    let changed = patterns(&session);
    assert_eq!(changed.patterns[0].draft.size.as_ref(), "900");
    assert_eq!(changed.patterns.len(), 2);
    session.handle(Command::Plan(PlanCommand::DeletePattern { position: 0 }));
    assert_eq!(patterns(&session).patterns.len(), 1);
    for _ in 0..4 {
        assert!(session.handle(Command::Undo).accepted);
    }
    assert_eq!(session.document(), untouched);
}

#[test]
fn proposals_work_as_they_are_and_go_when_they_are_kept() {
    for example in ["open-orders", "champions", "conditional-index", "adjacency"] {
        let mut session = example::opened(example);
        let proposals = patterns(&session).proposals.clone();
        assert!(proposals.len() >= 3, "{example:?}");
        for proposal in &proposals {
            let answer = session.pattern_answer(proposal).unwrap();
            assert_eq!(answer.verdict, Verdict::Works, "{proposal:?} {answer:?}");
        }
        let count = proposals.len();
        save(&mut session, proposals[0].clone());
        assert_eq!(patterns(&session).proposals.len(), count - 1);
    }
}

#[test]
fn costs_are_reckoned_from_the_patterns() {
    let mut session = Session::first();
    save(
        &mut session,
        orders("UpdateItem", json!({ "Key": key(), "UpdateExpression": "REMOVE OrderOpenDate" })),
    );
    save(&mut session, query("OpenOrders", json!({})));
    let cost = |session: &mut Session| {
        let view = session.cost(None).expect("a table has costs");
        let stores = view.tables[0].stores.iter().map(|store| {
            let [writes, reads] =
                [store.writes, store.reads].map(|cost| number::cents(cost.unwrap()));
            format!("{} {writes} {reads}", store.name)
        });
        let arithmetic =
            view.tables[0].stores[1].arithmetic.iter().flatten().map(text).collect::<Vec<_>>();
        (stores.collect::<Vec<_>>(), arithmetic)
    };
    let (stores, arithmetic) = cost(&mut session);
    assert_eq!(stores, ["Orders $65.70 $0.00", "OpenOrders $16.43 $1.64", "ByTotal $0.00 $0.00"]);
    assert_eq!(
        arithmetic[..4],
        [
            "26,280,000 write units a month × $0.625 a million = $16.43",
            "A UpdateItem: $16.43",
            "13,140,000 read units a month × $0.125 a million = $1.64",
            "A Query: $1.64",
        ]
    );
    let settings = CostSettings { mode: Some(PayMode::Provisioned), ..CostSettings::default() };
    session.handle(Command::Plan(PlanCommand::SetCost(settings)));
    let (stores, _) = cost(&mut session);
    // 40 and 10 write units a second at 70 %: 58 and 15; 5 read units: 8. A table has at least one of each.
    assert_eq!(stores, ["Orders $27.52 $0.09", "OpenOrders $7.12 $0.76", "ByTotal $0.00 $0.00"]);
}

#[test]
fn a_pattern_of_no_known_shape_is_left_out_of_a_document() {
    let text = r#"{"notes":{"a":{"size":"many"},"b":7},"patterns":[7,{"name":"x"}],"v":1}"#;
    let plan = Document::parse(text).unwrap().plan;
    assert_eq!((plan.notes.len(), plan.workload.patterns.len()), (0, 0));
}
