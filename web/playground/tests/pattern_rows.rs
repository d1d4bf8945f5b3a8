//! Access patterns as the rows of a table: what each does, what it reads and costs in one design or two, and the worst first.

mod plain;

use std::cmp::Ordering;

use playground::message::number;
use playground::sandbox::command::{Command, PlanCommand};
use playground::session::Session;
use playground::view::compare::{CompareCommand, Letter};
use playground::view::pattern::{PatternColumn, PatternDraft, PatternView, PatternsView};
use serde_json::{Value, json};

use crate::plain::text;

fn save(session: &mut Session, name: &str, operation: &str, rate: &str, request: &Value) {
    let mut request = request.clone();
    if request["RequestItems"].is_null() && request["TransactItems"].is_null() {
        request["TableName"] = "Orders".into();
    }
    let draft = PatternDraft {
        name: name.into(),
        operation: operation.into(),
        request: request.to_string().into(),
        rate: rate.into(),
        ..PatternDraft::default()
    };
    assert!(session.handle(Command::Plan(PlanCommand::SavePattern(draft))).accepted);
}

fn query(index: &str) -> Value {
    json!({
        "IndexName": index, "KeyConditionExpression": "CustomerId = :c",
        "ExpressionAttributeValues": { ":c": { "S": "C1" } },
    })
}

fn filtered() -> Value {
    json!({
        "FilterExpression": "OrderId = :o",
        "ExpressionAttributeValues": { ":o": { "S": "O-1003" } },
    })
}

/// Six patterns, of which five are bad in their ways.
fn session() -> Session {
    let mut session = Session::first();
    let key = json!({ "CustomerId": { "S": "C1" }, "OrderId": { "S": "O-1003" } });
    let absent = json!({ "CustomerId": { "S": "C1" }, "OrderId": { "S": "none" } });
    save(&mut session, "get", "GetItem", "100", &json!({ "Key": key }));
    save(&mut session, "missing", "GetItem", "1", &json!({ "Key": absent }));
    save(&mut session, "delete", "DeleteItem", "1", &json!({ "Key": absent }));
    save(&mut session, "scan", "Scan", "1", &filtered());
    save(&mut session, "open", "Query", "2", &query("OpenOrders"));
    save(&mut session, "nope", "Query", "1", &query("Nope"));
    session
}

fn names(view: &PatternsView, column: PatternColumn) -> Vec<String> {
    let mut rows: Vec<&PatternView> = view.patterns.iter().collect();
    rows.sort_by(|a, b| a.compare(b, column));
    rows.iter().map(|row| row.draft.name.to_string()).collect()
}

#[test]
fn the_worst_come_first_and_then_the_dearest() {
    let view = session().patterns(None);
    assert_eq!(view.designs, [None]);
    let worst = ["nope", "delete", "missing", "scan", "get", "open"];
    assert_eq!(names(&view, PatternColumn::Verdict(0)), worst);
    assert_eq!(
        names(&view, PatternColumn::Name),
        ["delete", "get", "missing", "nope", "open", "scan"]
    );
    assert_eq!(names(&view, PatternColumn::Rate)[..2], ["get", "open"]);
    assert_eq!(names(&view, PatternColumn::Items)[..2], ["scan", "open"]);
    assert_eq!(names(&view, PatternColumn::Units(0))[0], "scan");
    assert_eq!(names(&view, PatternColumn::Month(0))[0], "get");
    let row = &view.patterns[0];
    assert_eq!(row.compare(row, PatternColumn::Difference), Ordering::Equal);
}

#[test]
fn a_row_says_what_is_read_and_what_is_wasted() {
    let view = session().patterns(None);
    let row = |name: &str| view.patterns.iter().find(|row| &*row.draft.name == name).unwrap();
    let scan = row("scan").answer().unwrap();
    assert_eq!(text(scan.waste.as_ref().unwrap()), "Reads 10 to return 1");
    assert_eq!(scan.item_thousandths, Some(10_000));
    assert_eq!(
        text(&row("scan").does),
        "Reads all of Orders and returns what has OrderId = \"O-1003\""
    );
    let open = row("open").answer().unwrap();
    assert_eq!((open.item_thousandths, open.waste.as_ref()), (Some(2_000), None));
    assert_eq!(row("delete").answer().unwrap().item_thousandths, None);
}

/// What reads by an index is lost with it; a put without it costs a unit less, which is 2,628,000 × $0.625 a million.
#[test]
fn two_designs_are_compared_pattern_by_pattern() {
    let mut session = Session::first();
    save(&mut session, "open", "Query", "1", &query("OpenOrders"));
    let item = json!({
        "CustomerId": { "S": "C9" }, "OrderId": { "S": "{sequence}" }, "OrderOpenDate": { "S": "{day}" },
    });
    save(&mut session, "put", "PutItem", "1", &json!({ "Item": item }));
    assert!(session.handle(Command::Compare(CompareCommand::Duplicate)).accepted);
    let (table, index) = ("Orders".to_owned(), "OpenOrders".to_owned());
    assert!(session.handle(Command::DropIndex { table, index }).accepted);
    session.handle(Command::Advance { by_ms: 600_000 });
    save(&mut session, "only here", "Scan", "1", &json!({}));
    let lines = |session: &Session| {
        let view = session.patterns(None);
        assert_eq!(view.designs, [Some(Letter::A), Some(Letter::B)]);
        let rows = view.patterns.iter().map(|row| {
            let months = row.answers.iter().map(|answer| {
                answer.as_ref().map_or_else(|| "–".to_owned(), |it| number::cents(it.cost))
            });
            let difference = row.difference.as_ref().expect("there are two designs");
            let position = row.draft.position.map_or("elsewhere", |_| "here");
            let months = months.collect::<Vec<_>>().join(" ");
            format!("{} {position}: {months} {}", row.draft.name, text(&difference.words))
        });
        let mut rows: Vec<String> = rows.collect();
        rows.sort();
        rows
    };
    let mut expected = [
        "only here here: – $1.48 only in B",
        "open here: $0.16 $0.00 not served",
        "put here: $3.29 $1.64 −$1.64",
    ];
    assert_eq!(lines(&session), expected);
    let view = session.patterns(None);
    assert_eq!(names(&view, PatternColumn::Difference)[0], "open");
    assert!(session.handle(Command::Compare(CompareCommand::Show(Letter::A))).accepted);
    expected[0] = "only here elsewhere: – $1.48 only in B";
    assert_eq!(lines(&session), expected, "the same, of which one pattern is not of design A");
}

/// Each of two patterns of one name has its own result in both designs, and the items that a row reads are those of the design that is shown.
#[test]
fn patterns_of_one_name_have_their_own_results() {
    let mut session = Session::first();
    for index in ["OpenOrders", "ByTotal"] {
        save(&mut session, "read", "Query", "1", &query(index));
    }
    assert!(session.handle(Command::Compare(CompareCommand::Duplicate)).accepted);
    let count = |session: &Session| {
        let view = session.patterns(None);
        let rows = view.patterns.iter();
        rows.map(|row| row.answers.iter().flatten().count()).collect::<Vec<_>>()
    };
    assert_eq!(count(&session), [2, 2]);
    let scanned = |session: &Session| {
        let view = session.patterns(None);
        let row = view.patterns.into_iter().find(|row| &*row.draft.name == "all");
        row.expect("it is kept").answer().and_then(|it| it.item_thousandths)
    };
    save(&mut session, "all", "Scan", "1", &json!({}));
    assert!(session.handle(Command::Compare(CompareCommand::Show(Letter::A))).accepted);
    save(&mut session, "all", "Scan", "1", &json!({}));
    let here = scanned(&session);
    let item = json!({ "TableName": "Orders", "Item": { "CustomerId": { "S": "C9" }, "OrderId": { "S": "O-9" } } });
    let (operation, request) = ("PutItem".to_owned(), item.to_string());
    assert!(session.handle(Command::Compare(CompareCommand::Show(Letter::B))).accepted);
    assert!(session.handle(Command::Call { operation, request }).accepted);
    assert_eq!(scanned(&session), here.map(|it| it + 1_000));
}

/// A pattern more than there can be is refused with the limit, and those that are there stay. What is typed is answered without
/// trying the others.
#[test]
fn two_hundred_patterns_can_be_kept_and_no_more() {
    let mut session = Session::first();
    let key = json!({ "CustomerId": { "S": "C{uniform 9}" }, "OrderId": { "S": "O-1003" } });
    for number in 0..200 {
        save(&mut session, &format!("get {number}"), "GetItem", "1", &json!({ "Key": key }));
    }
    let view = session.patterns(None);
    assert_eq!(view.patterns.len(), 200);
    let more = PatternDraft { position: None, ..view.patterns[0].draft.clone() };
    let refused = session.handle(Command::Plan(PlanCommand::SavePattern(more.clone())));
    assert!(!refused.accepted);
    let words: Vec<String> = refused.notices.iter().map(text).collect();
    assert!(words.iter().any(|it| it.contains("200")), "{words:?}");
    assert_eq!(session.patterns(None).patterns.len(), 200);
    let of_one = session.pattern_answer(&PatternDraft { position: Some(0), ..more }).unwrap();
    assert_eq!(Some(&of_one), view.patterns[0].answer());
}

/// Only a Query or a Scan has pages: several keys are read by one request.
#[test]
fn several_keys_are_one_request() {
    let mut session = Session::first();
    let keys = ["O-1001", "O-1002", "O-1003"]
        .map(|order| json!({ "CustomerId": { "S": "C1" }, "OrderId": { "S": order } }));
    let gets = keys.clone().map(|key| json!({ "Get": { "TableName": "Orders", "Key": key } }));
    let batch = json!({ "RequestItems": { "Orders": { "Keys": keys } } });
    let together = json!({ "TransactItems": gets });
    for (operation, request) in [("BatchGetItem", batch), ("TransactGetItems", together)] {
        save(&mut session, operation, operation, "1", &request);
    }
    let view = session.patterns(None);
    assert_eq!(view.patterns.len(), 2);
    for row in &view.patterns {
        let answer = row.answer().unwrap();
        let notes: Vec<String> = answer.notes.iter().map(text).collect();
        assert_eq!((answer.item_thousandths, answer.request_thousandths), (Some(3_000), 1_000));
        assert!(notes.iter().all(|note| !note.contains("Pages")), "{notes:?}");
    }
}
