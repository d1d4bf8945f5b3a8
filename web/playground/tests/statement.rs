//! PartiQL statements in the request form: what each becomes, what is marked in its text, and what it can continue with.

use playground::code::form::CodeForm;
use playground::message::text;
use playground::sandbox::command::{Command, ExampleId};
use playground::session::Session;
use playground::view::call::{CallForm, CallFormView, TextOrigin};
use playground::view::request::{Caret, FieldPath, Step};
use playground::view::statement::{Mark, StatementView};
use serde_json::json;

fn session() -> Session {
    Session::new(ExampleId::OpenOrders)
}

fn form(operation: &str, request: &serde_json::Value) -> CallForm {
    CallForm {
        operation: operation.into(),
        text: request.to_string().into(),
        origin: TextOrigin::Typed,
    }
}

fn view(operation: &str, request: &serde_json::Value) -> CallFormView {
    session().call_form(None, &form(operation, request)).expect("there is a table")
}

/// What the only statement of a request becomes: the operation, then the reasons.
fn plan(statement: &str) -> Vec<String> {
    let view = view("ExecuteStatement", &json!({ "Statement": statement }));
    let [only] = view.statements.as_slice() else { panic!("{:?}", view.statements) };
    let plan = only.plan.as_ref().unwrap_or_else(|| panic!("{:?}", view.fault));
    let details = plan.details.iter().map(text);
    [text(&plan.operation)].into_iter().chain(details).collect()
}

/// The parts of a statement with a mark, joined.
fn marked(view: &StatementView, mark: Mark) -> String {
    let pieces = view.pieces.iter().filter(|piece| piece.mark == Some(mark));
    pieces.map(|piece| piece.text.to_string()).collect::<Vec<_>>().join(" ")
}

const FILTER: &str = "The dotted part is a filter. Items that it leaves out are read and charged.";

#[test]
fn a_select_says_which_operation_it_becomes_and_why() {
    assert_eq!(
        plan("SELECT * FROM Orders WHERE CustomerId = 'C1' AND OrderId = 'O-1003'"),
        ["GetItem from Orders"]
    );
    assert_eq!(
        plan("SELECT * FROM Orders WHERE CustomerId = 'C1' AND OrderId IN ['O-1003', 'O-1006']"),
        ["2 × GetItem from Orders"]
    );
    assert_eq!(
        plan("SELECT * FROM Orders WHERE CustomerId = 'C1' AND Total > 5"),
        ["Query of Orders", FILTER]
    );
    assert_eq!(
        plan("SELECT * FROM Orders.OpenOrders WHERE CustomerId = 'C1'"),
        ["Query of OpenOrders"]
    );
    assert_eq!(
        plan("SELECT * FROM Orders"),
        [
            "Scan of Orders",
            "Without WHERE, every item is read.",
            "With CustomerId = … in WHERE, it would read one partition, not everything.",
        ]
    );
    assert_eq!(
        plan("SELECT * FROM Orders WHERE CustomerId > 'C1'"),
        [
            "Scan of Orders",
            "Only = and IN with values find a partition. WHERE compares CustomerId, the partition key, in another way: every item is read.",
            "With CustomerId = … in WHERE, it would read one partition, not everything.",
            FILTER,
        ]
    );
    assert_eq!(
        plan("SELECT * FROM Orders WHERE CustomerId = 'C1' OR Total = 5")[1],
        "One side of OR does not give CustomerId, the partition key, a value with = or IN: every item is read."
    );
    assert_eq!(
        plan("SELECT * FROM Orders WHERE NOT CustomerId = 'C1'")[1],
        "WHERE negates the condition on CustomerId, the partition key: every item is read."
    );
}

#[test]
fn a_scan_names_the_index_that_would_make_it_a_query() {
    let mut session = Session::new(ExampleId::Champions);
    let statement = json!({ "Statement": "SELECT * FROM GameScores WHERE Award = 'Champ'" });
    let form = form("ExecuteStatement", &statement);
    let view = session.call_form(None, &form).expect("there is a table");
    let plan = view.statements[0].plan.as_ref().expect("it is right");
    assert!(plan.is_scan);
    assert_eq!(
        text(&plan.details[1]),
        "With Award = … and FROM \"GameScores\".\"Champions\", it would be a Query of Champions. PartiQL uses only the index that FROM names."
    );
    // It does.
    let statement =
        json!({ "Statement": "SELECT * FROM \"GameScores\".\"Champions\" WHERE Award = 'Champ'" });
    let sent =
        Command::Call { operation: "ExecuteStatement".into(), request: statement.to_string() };
    assert!(session.handle(sent).accepted);
    let form = self::form("ExecuteStatement", &statement);
    let view = session.call_form(None, &form).expect("there is a table");
    let plan = view.statements[0].plan.as_ref().expect("it is right");
    assert_eq!(text(&plan.operation), "Query of Champions");
}

#[test]
fn a_write_says_what_it_becomes_and_under_which_condition() {
    assert_eq!(
        plan("INSERT INTO Orders VALUE {'CustomerId': 'C9', 'OrderId': 'O-9'}"),
        ["PutItem into Orders, if no item has this key"]
    );
    assert_eq!(
        plan("UPDATE Orders REMOVE OrderOpenDate WHERE CustomerId = 'C1' AND OrderId = 'O-1003'"),
        ["UpdateItem in Orders, if the item exists and WHERE is true"]
    );
    let delete = "DELETE FROM Orders WHERE CustomerId = 'C1' AND OrderId = 'O-1003'";
    assert_eq!(plan(delete), ["DeleteItem from Orders"]);
    assert_eq!(
        plan(&format!("{delete} AND Total > 5")),
        ["DeleteItem from Orders, if WHERE is true for the item"]
    );
}

#[test]
fn the_price_of_a_statement_is_that_of_its_operation() {
    let statement =
        "UPDATE Orders REMOVE OrderOpenDate WHERE CustomerId = 'C1' AND OrderId = 'O-1003'";
    let by_statement = view("ExecuteStatement", &json!({ "Statement": statement }));
    let update = json!({
        "TableName": "Orders",
        "Key": { "CustomerId": { "S": "C1" }, "OrderId": { "S": "O-1003" } },
        "UpdateExpression": "REMOVE OrderOpenDate",
    });
    let by_operation = view("UpdateItem", &update);
    assert_eq!(by_statement.preview, by_operation.preview);
    assert!(by_statement.preview.is_some());
}

#[test]
fn a_fault_is_marked_at_its_place_and_a_filter_at_its_own() {
    let of = |statement: &str| {
        let view = view("ExecuteStatement", &json!({ "Statement": statement }));
        (view.statements.into_iter().next().expect("there is one"), view.fault)
    };
    let (view, fault) = of("SELECT * FROM Orders WHERE foo(Total)");
    assert!(fault.is_some());
    assert!(marked(&view, Mark::Fault).contains("foo"), "{view:?}");
    assert!(view.plan.is_none());
    let (view, _) = of("SELECT * FROM Orders WHERE CustomerId = 'C1' AND Total > 5");
    assert_eq!(marked(&view, Mark::Filter).replace(' ', ""), "Total>5");
    for text in ["", "SELECT", "SELECT * FROM Orders WHERE a = 'b", "'", "é", "((((", "-- a\n"] {
        let (view, fault) = of(text);
        let all: String = view.pieces.iter().map(|piece| &*piece.text).collect();
        assert!(all == text || all == format!("{text}␣"), "{text:?}: {all:?}");
        assert!(fault.is_some(), "{text:?}");
    }
}

#[test]
fn each_statement_of_a_batch_or_transaction_has_its_plan() {
    let get = "SELECT * FROM Orders WHERE CustomerId = 'C1' AND OrderId = 'O-1003'";
    let batch = json!({ "Statements": [{ "Statement": get }, { "Statement": "SELECT" }] });
    let view = view("BatchExecuteStatement", &batch);
    let plans: Vec<_> = view.statements.iter().map(|it| (it.number, it.plan.is_some())).collect();
    assert_eq!(plans, [(Some(1), true), (Some(2), false)]);
    let exists = format!("EXISTS({get} AND Total > 1)");
    let request = json!({ "TransactStatements": [{ "Statement": exists }] });
    let view = self::view("ExecuteTransaction", &request);
    assert_eq!(view.fault, None);
    assert_eq!(marked(&view.statements[0], Mark::Fault), "");
    let plan = view.statements[0].plan.as_ref().expect("a transaction can check a condition");
    assert_eq!(
        text(&plan.operation),
        "ConditionCheck in Orders: the item must exist, and WHERE must be true"
    );
    // Everywhere else it is rejected.
    let request = json!({ "TransactStatements": [{ "Statement": format!("EXISTS({get})") }] });
    assert_eq!(self::view("ExecuteTransaction", &request).statements[0].plan, None);
    for (operation, request) in [
        ("ExecuteStatement", json!({ "Statement": exists })),
        ("BatchExecuteStatement", json!({ "Statements": [{ "Statement": exists }] })),
    ] {
        let view = self::view(operation, &request);
        assert!(view.fault.is_some());
        assert_eq!(view.statements[0].plan, None);
    }
}

#[track_caller]
fn check_suggestions(before: &str, expected: &[&str]) {
    let session = session();
    let request = json!({ "Statement": before });
    let path = FieldPath(vec![Step::Member("Statement")]);
    let caret = Caret { path, position: before.len() };
    let form = form("ExecuteStatement", &request);
    let found = session.suggestions(None, &form, &caret);
    let labels: Vec<&str> = found.iter().map(|it| &*it.label).collect();
    assert_eq!(labels.get(..expected.len().min(labels.len())), Some(expected), "{before:?}");
}

#[test]
fn a_statement_can_be_written_from_suggestions() {
    check_suggestions("", &["SELECT", "INSERT INTO", "UPDATE", "DELETE FROM"]);
    check_suggestions("SELECT ", &["*", "CustomerId", "OrderId"]);
    check_suggestions("SELECT * ", &["FROM", ","]);
    check_suggestions("SELECT * FROM ", &["Orders", "Orders.ByTotal", "Orders.OpenOrders"]);
    check_suggestions("SELECT * FROM \"Orders\" ", &["WHERE", "ORDER BY"]);
    check_suggestions("SELECT * FROM \"Orders\" WHERE Cu", &["CustomerId"]);
    check_suggestions("SELECT * FROM Orders WHERE CustomerId ", &["=", "<>"]);
    check_suggestions("SELECT * FROM Orders WHERE CustomerId = ", &["?", "'C1'"]);
    check_suggestions("SELECT * FROM Orders WHERE CustomerId = 'C1' ", &["AND", "OR"]);
    check_suggestions("UPDATE Orders ", &["SET", "REMOVE"]);
    check_suggestions("INSERT INTO Orders ", &["VALUE"]);
    check_suggestions("SELECT * FROM Orders WHERE a.", &[]);
}

/// Requests on the first example, and their statements.
const PAIRS: [(&str, &str, &str); 10] = [
    (
        "GetItem",
        r#"{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1003"}}}"#,
        "SELECT * FROM \"Orders\" WHERE CustomerId = 'C1' AND OrderId = 'O-1003'",
    ),
    (
        "GetItem",
        r##"{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1003"}},"ProjectionExpression":"#t, OrderId","ExpressionAttributeNames":{"#t":"Total"}}"##,
        "SELECT Total, OrderId FROM \"Orders\" WHERE CustomerId = 'C1' AND OrderId = 'O-1003'",
    ),
    (
        "Query",
        r#"{"TableName":"Orders","KeyConditionExpression":"CustomerId = :c AND begins_with(OrderId, :o)","ExpressionAttributeValues":{":c":{"S":"C1"},":o":{"S":"O-"}}}"#,
        "SELECT * FROM \"Orders\" WHERE CustomerId = 'C1' AND begins_with(OrderId, 'O-')",
    ),
    (
        "Query",
        r#"{"TableName":"Orders","IndexName":"OpenOrders","KeyConditionExpression":"CustomerId = :c","ExpressionAttributeValues":{":c":{"S":"C1"}}}"#,
        "SELECT * FROM \"Orders\".\"OpenOrders\" WHERE CustomerId = 'C1'",
    ),
    (
        "Query",
        r##"{"TableName":"Orders","KeyConditionExpression":"CustomerId = :c","FilterExpression":"#t IN (:a, :b) OR attribute_exists(OrderOpenDate)","ExpressionAttributeNames":{"#t":"Total"},"ExpressionAttributeValues":{":c":{"S":"C1"},":a":{"N":"20"},":b":{"N":"5"}}}"##,
        "SELECT * FROM \"Orders\" WHERE CustomerId = 'C1' AND (Total IN [20, 5] OR attribute_exists(OrderOpenDate))",
    ),
    ("Scan", r#"{"TableName":"Orders"}"#, "SELECT * FROM \"Orders\""),
    (
        "DeleteItem",
        r#"{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1003"}}}"#,
        "DELETE FROM \"Orders\" WHERE CustomerId = 'C1' AND OrderId = 'O-1003'",
    ),
    (
        "PutItem",
        r#"{"TableName":"Orders","Item":{"CustomerId":{"S":"C9"},"OrderId":{"S":"it's"},"Tags":{"SS":["a"]},"M":{"M":{"x y":{"L":[{"N":"1"},{"NULL":true},{"BOOL":false}]}}}},"ConditionExpression":"attribute_not_exists(CustomerId)"}"#,
        "INSERT INTO \"Orders\" VALUE {'CustomerId': 'C9', 'OrderId': 'it''s', 'Tags': <<'a'>>, 'M': {'x y': [1, null, false]}}",
    ),
    (
        "UpdateItem",
        r#"{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1003"}},"UpdateExpression":"REMOVE OrderOpenDate","ConditionExpression":"attribute_exists(CustomerId)"}"#,
        "UPDATE \"Orders\" REMOVE OrderOpenDate WHERE CustomerId = 'C1' AND OrderId = 'O-1003' AND attribute_exists(CustomerId)",
    ),
    (
        "UpdateItem",
        r##"{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1003"}},"UpdateExpression":"SET #t = #t + :n, #k = :k","ConditionExpression":"attribute_exists(CustomerId) AND #t < :m","ExpressionAttributeNames":{"#k":"key","#t":"Total"},"ExpressionAttributeValues":{":n":{"N":"1"},":m":{"N":"100000"},":k":{"L":[]}}}"##,
        "UPDATE \"Orders\" SET Total = Total + 1, \"key\" = [] WHERE CustomerId = 'C1' AND OrderId = 'O-1003' AND attribute_exists(CustomerId) AND Total < 100000",
    ),
];

#[test]
fn a_request_as_partiql_has_the_same_effect_and_the_same_units() {
    for (operation, request, statement) in PAIRS {
        let written = CodeForm::PartiQl.write(operation, request);
        assert_eq!(written.as_deref(), Some(statement), "{request}");
        let execute = json!({ "Statement": statement }).to_string();
        let sent = |operation: &str, request: &str| {
            let mut session = session();
            let (operation, request) = (operation.to_owned(), request.to_owned());
            let response = session.handle(Command::Call { operation, request });
            let notices: Vec<String> = response.notices.iter().map(text).collect();
            assert!(response.accepted, "{statement}: {notices:?}");
            let receipt = session.why(None).receipt.expect("it has a price");
            (session.document(), receipt.total, receipt.lines.clone())
        };
        let (document, total, lines) = sent(operation, request);
        let (same_document, same_total, same_lines) = sent("ExecuteStatement", &execute);
        assert_eq!(same_document, document, "{statement}");
        assert_eq!(same_total, total, "{statement}");
        let units = |lines: &[playground::view::receipt::ReceiptLine]| {
            lines.iter().map(|line| line.units).collect::<Vec<_>>()
        };
        assert_eq!(units(&same_lines), units(&lines), "{statement}");
    }
}

#[test]
fn a_request_that_no_statement_repeats_has_no_partiql() {
    for (operation, request) in [
        // PutItem replaces an item, UpdateItem creates one, and a failed condition differs.
        ("PutItem", r#"{"TableName":"T","Item":{"id":{"S":"a"}}}"#),
        ("UpdateItem", r#"{"TableName":"T","Key":{"id":{"S":"a"}},"UpdateExpression":"REMOVE b"}"#),
        (
            "UpdateItem",
            r#"{"TableName":"T","Key":{"id":{"S":"a"}},"UpdateExpression":"REMOVE b, c","ConditionExpression":"attribute_exists(id)"}"#,
        ),
        (
            "DeleteItem",
            r#"{"TableName":"T","Key":{"id":{"S":"a"}},"ConditionExpression":"attribute_exists(b)"}"#,
        ),
        ("GetItem", r#"{"TableName":"T","Key":{"id":{"B":"AA=="}}}"#),
        ("GetItem", r#"{"TableName":"T"}"#),
        ("GetItem", r#"{"TableName":"T","Key":{"id":"a"}}"#),
        ("Query", r#"{"TableName":"T","KeyConditionExpression":"id = :v"}"#),
        ("Query", r#"{"TableName":"T","KeyConditionExpression":"id = #","Select":"COUNT"}"#),
        ("GetItem", r#"{"TableName":"T","Key":{"id":{"S":"a"}},"ConsistentRead":true}"#),
        ("Scan", r#"{"TableName":"T","Limit":1}"#),
        // It would be a Query if id were the partition key.
        (
            "Scan",
            r#"{"TableName":"T","FilterExpression":"id = :v","ExpressionAttributeValues":{":v":{"S":"a"}}}"#,
        ),
        (
            "UpdateItem",
            r#"{"TableName":"T","Key":{"id":{"S":"a"}},"UpdateExpression":"REMOVE b","ConditionExpression":"attribute_exists(id) AND a = :v OR b = :v","ExpressionAttributeValues":{":v":{"S":"a"}}}"#,
        ),
        ("CreateTable", "{}"),
        ("ExecuteStatement", r#"{"Statement":"SELECT * FROM T"}"#),
    ] {
        assert_eq!(CodeForm::PartiQl.write(operation, request), None, "{request}");
    }
}
