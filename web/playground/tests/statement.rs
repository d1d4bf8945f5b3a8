//! PartiQL statements in the request form: what each becomes, what is marked in its text, and what it can continue with.

use playground::code::form::CodeForm;
use playground::lesson::example;
use playground::message::text;
use playground::sandbox::command::Command;
use playground::session::Session;
use playground::view::call::{CallForm, CallFormView, TextOrigin};
use playground::view::request::{Caret, FieldPath, Step};
use playground::view::statement::{Mark, StatementView};
use serde_json::{Value, json};

fn session() -> Session {
    Session::first()
}

fn form(operation: &str, request: &serde_json::Value) -> CallForm {
    CallForm {
        operation: operation.into(),
        text: request.to_string().into(),
        origin: TextOrigin::Typed,
    }
}

fn view(operation: &str, request: &serde_json::Value) -> CallFormView {
    session().call_form(None, &form(operation, request))
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
    let mut session = example::opened("champions");
    let statement = json!({ "Statement": "SELECT * FROM GameScores WHERE Award = 'Champ'" });
    let form = form("ExecuteStatement", &statement);
    let view = session.call_form(None, &form);
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
    let view = session.call_form(None, &form);
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
    let request = json!({ "TransactStatements": [{ "Statement": format!("EXISTS({get})") }] });
    assert_eq!(self::view("ExecuteTransaction", &request).statements[0].plan, None);
    // Outside of a transaction it is rejected.
    for (operation, request) in [
        ("ExecuteStatement", json!({ "Statement": exists })),
        ("BatchExecuteStatement", json!({ "Statements": [{ "Statement": exists }] })),
    ] {
        assert_eq!(self::view(operation, &request).statements[0].plan, None);
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
const PAIRS: &[(&str, &str, &str)] = &[
    (
        "GetItem",
        r#"{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1003"}}}"#,
        "SELECT * FROM \"Orders\" WHERE CustomerId = 'C1' AND OrderId = 'O-1003'",
    ),
    (
        "GetItem",
        r#"{"TableName":"arn:aws:dynamodb:us-east-1:000000000000:table/Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1003"}}}"#,
        "SELECT * FROM \"arn:aws:dynamodb:us-east-1:000000000000:table/Orders\" WHERE CustomerId = 'C1' AND OrderId = 'O-1003'",
    ),
    (
        "GetItem",
        r##"{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1003"}},"ProjectionExpression":"#t, OrderId","ExpressionAttributeNames":{"#t":"Total"},"ConsistentRead":true}"##,
        "-- ConsistentRead: true\nSELECT Total, OrderId FROM \"Orders\" WHERE CustomerId = 'C1' AND OrderId = 'O-1003'",
    ),
    (
        "Query",
        r#"{"TableName":"Orders","KeyConditionExpression":"CustomerId = :c AND begins_with(OrderId, :o)","ExpressionAttributeValues":{":c":{"S":"C1"},":o":{"S":"O-"}}}"#,
        "SELECT * FROM \"Orders\" WHERE CustomerId = 'C1' AND begins_with(OrderId, 'O-')",
    ),
    (
        "Query",
        r#"{"TableName":"Orders","KeyConditionExpression":"CustomerId = :c","ScanIndexForward":false,"Limit":2,"Select":"ALL_ATTRIBUTES","ExpressionAttributeValues":{":c":{"S":"C1"}}}"#,
        "-- Limit: 2\nSELECT * FROM \"Orders\" WHERE CustomerId = 'C1' ORDER BY OrderId DESC",
    ),
    (
        "Query",
        r##"{"TableName":"Orders","IndexName":"ByTotal","KeyConditionExpression":"CustomerId = :c AND #t > :t","ScanIndexForward":false,"ExpressionAttributeNames":{"#t":"Total"},"ExpressionAttributeValues":{":c":{"S":"C1"},":t":{"N":"-5"}}}"##,
        "SELECT * FROM \"Orders\".\"ByTotal\" WHERE CustomerId = 'C1' AND Total > -5 ORDER BY Total DESC",
    ),
    (
        "Query",
        r#"{"TableName":"Orders","IndexName":"OpenOrders","KeyConditionExpression":"CustomerId = :c","ScanIndexForward":true,"ExpressionAttributeValues":{":c":{"S":"C1"}}}"#,
        "SELECT * FROM \"Orders\".\"OpenOrders\" WHERE CustomerId = 'C1'",
    ),
    (
        "Query",
        r##"{"TableName":"Orders","KeyConditionExpression":"CustomerId = :c","FilterExpression":"#t IN (:a, :b) OR attribute_exists(OrderOpenDate)","ExpressionAttributeNames":{"#t":"Total"},"ExpressionAttributeValues":{":c":{"S":"C1"},":a":{"N":"20"},":b":{"N":"5"}}}"##,
        "SELECT * FROM \"Orders\" WHERE CustomerId = 'C1' AND (Total IN [20, 5] OR attribute_exists(OrderOpenDate))",
    ),
    ("Scan", r#"{"TableName":"Orders"}"#, "SELECT * FROM \"Orders\""),
    (
        "Scan",
        r##"{"TableName":"Orders","FilterExpression":"#t BETWEEN :a AND :b","Limit":3,"ExpressionAttributeValues":{":a":{"N":"1"},":b":{"N":"30"}},"ExpressionAttributeNames":{"#t":"Total"}}"##,
        "-- Limit: 3\nSELECT * FROM \"Orders\" WHERE Total BETWEEN 1 AND 30",
    ),
    (
        "Scan",
        r#"{"TableName":"Orders","IndexName":"OpenOrders","FilterExpression":"CustomerId > :a","ExpressionAttributeValues":{":a":{"S":"C1"}}}"#,
        "SELECT * FROM \"Orders\".\"OpenOrders\" WHERE CustomerId > 'C1'",
    ),
    (
        "DeleteItem",
        r#"{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1003"}},"ReturnValues":"ALL_OLD"}"#,
        "DELETE FROM \"Orders\" WHERE CustomerId = 'C1' AND OrderId = 'O-1003' RETURNING ALL OLD *",
    ),
    (
        "DeleteItem",
        r##"{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1003"}},"ConditionExpression":"attribute_not_exists(Locked) AND NOT #t < :m","ExpressionAttributeValues":{":m":{"N":"1"}},"ExpressionAttributeNames":{"#t":"Total"}}"##,
        "DELETE FROM \"Orders\" WHERE CustomerId = 'C1' AND OrderId = 'O-1003' AND attribute_not_exists(Locked) AND NOT Total < 1",
    ),
    (
        "PutItem",
        r#"{"TableName":"Orders","Item":{"CustomerId":{"S":"C9"},"OrderId":{"S":"it's"},"Tags":{"SS":["a"]},"M":{"M":{"x y":{"L":[{"N":"1"},{"NULL":true},{"BOOL":false}]}}}},"ConditionExpression":"attribute_not_exists(CustomerId)"}"#,
        "INSERT INTO \"Orders\" VALUE {'CustomerId': 'C9', 'OrderId': 'it''s', 'Tags': <<'a'>>, 'M': {'x y': [1, null, false]}}",
    ),
    (
        "PutItem",
        r##"{"TableName":"Orders","Item":{"CustomerId":{"S":"C9"},"OrderId":{"S":"b"},"B":{"L":[{"B":"AAE="}]},"S":{"BS":["AA=="]}},"ConditionExpression":"attribute_not_exists( #c ) AND attribute_not_exists(OrderId)","ExpressionAttributeNames":{"#c":"CustomerId"}}"##,
        "-- Parameters: [{\"L\": [{\"B\": \"AAE=\"}]}, {\"BS\": [\"AA==\"]}]\nINSERT INTO \"Orders\" VALUE {'CustomerId': 'C9', 'OrderId': 'b', 'B': ?, 'S': ?}",
    ),
    (
        "UpdateItem",
        r##"{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1003"}},"UpdateExpression":"REMOVE OrderOpenDate, #t","ConditionExpression":"attribute_exists(CustomerId)","ExpressionAttributeNames":{"#t":"Total"}}"##,
        "UPDATE \"Orders\" REMOVE OrderOpenDate REMOVE Total WHERE CustomerId = 'C1' AND OrderId = 'O-1003' AND attribute_exists(CustomerId)",
    ),
    (
        "UpdateItem",
        r##"{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1003"}},"UpdateExpression":"SET #t = #t-:n, #k = :k ADD Tags :t, Codes :b DELETE #d :t","ConditionExpression":"#t < :m","ReturnValues":"UPDATED_NEW","ExpressionAttributeNames":{"#k":"key","#t":"Total","#d":"delete"},"ExpressionAttributeValues":{":n":{"N":"-1"},":m":{"N":"100000"},":k":{"L":[]},":t":{"SS":["a","b"]},":b":{"BS":["AA=="]}}}"##,
        "-- Parameters: [{\"BS\": [\"AA==\"]}]\nUPDATE \"Orders\" SET Total = Total- -1, \"key\" = [] SET Tags = set_add(Tags, <<'a', 'b'>>) SET Codes = set_add(Codes, ?) SET \"delete\" = set_delete(\"delete\", <<'a', 'b'>>) WHERE CustomerId = 'C1' AND OrderId = 'O-1003' AND Total < 100000 RETURNING MODIFIED NEW *",
    ),
    (
        "BatchGetItem",
        r#"{"RequestItems":{"Orders":{"ConsistentRead":true,"ProjectionExpression":"OrderId","Keys":[{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1003"}},{"CustomerId":{"S":"C1"},"OrderId":{"S":"none"}}]}}}"#,
        "-- BatchExecuteStatement\n-- ConsistentRead: true\nSELECT OrderId FROM \"Orders\" WHERE CustomerId = 'C1' AND OrderId = 'O-1003';\n-- ConsistentRead: true\nSELECT OrderId FROM \"Orders\" WHERE CustomerId = 'C1' AND OrderId = 'none';\n",
    ),
    (
        "BatchWriteItem",
        r#"{"RequestItems":{"Orders":[{"DeleteRequest":{"Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1003"}}}},{"DeleteRequest":{"Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"none"}}}}]}}"#,
        "-- BatchExecuteStatement\nDELETE FROM \"Orders\" WHERE CustomerId = 'C1' AND OrderId = 'O-1003';\nDELETE FROM \"Orders\" WHERE CustomerId = 'C1' AND OrderId = 'none';\n",
    ),
    (
        "TransactGetItems",
        r#"{"TransactItems":[{"Get":{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1003"}}}},{"Get":{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"none"}},"ProjectionExpression":"OrderId"}}]}"#,
        "-- ExecuteTransaction\nSELECT * FROM \"Orders\" WHERE CustomerId = 'C1' AND OrderId = 'O-1003';\nSELECT OrderId FROM \"Orders\" WHERE CustomerId = 'C1' AND OrderId = 'none';\n",
    ),
    (
        "TransactWriteItems",
        r##"{"TransactItems":[
            {"Put":{"TableName":"Orders","Item":{"CustomerId":{"S":"C9"},"OrderId":{"S":"new"}},"ConditionExpression":"attribute_not_exists(OrderId)"}},
            {"Update":{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1003"}},"UpdateExpression":"SET #t = :t","ConditionExpression":"#t > :t OR #t < :t","ExpressionAttributeNames":{"#t":"Total"},"ExpressionAttributeValues":{":t":{"N":"1"}},"ReturnValuesOnConditionCheckFailure":"ALL_OLD"}},
            {"Delete":{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"none"}}}},
            {"ConditionCheck":{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1006"}},"ConditionExpression":"attribute_exists(#t)","ExpressionAttributeNames":{"#t":"Total"}}}]}"##,
        "-- ExecuteTransaction\nINSERT INTO \"Orders\" VALUE {'CustomerId': 'C9', 'OrderId': 'new'};\n-- ReturnValuesOnConditionCheckFailure: \"ALL_OLD\"\nUPDATE \"Orders\" SET Total = 1 WHERE CustomerId = 'C1' AND OrderId = 'O-1003' AND (Total > 1 OR Total < 1);\nDELETE FROM \"Orders\" WHERE CustomerId = 'C1' AND OrderId = 'none';\nEXISTS(SELECT * FROM \"Orders\" WHERE CustomerId = 'C1' AND OrderId = 'O-1006' AND attribute_exists(Total));\n",
    ),
    (
        "Scan",
        r#"{"TableName":"Orders","IndexName":"OpenOrders","FilterExpression":"attribute_exists(Notes)"}"#,
        r#"SELECT * FROM "Orders"."OpenOrders" WHERE attribute_exists(Notes)"#,
    ),
    (
        "Scan",
        r#"{"TableName":"Orders","IndexName":"ByTotal","FilterExpression":"attribute_exists(Notes)"}"#,
        r#"SELECT * FROM "Orders"."ByTotal" WHERE attribute_exists(Notes)"#,
    ),
];

/// Requests that are rejected because their condition is false.
const REJECTED: &[(&str, &str)] = &[
    (
        "PutItem",
        r#"{"TableName":"Orders","Item":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1003"}},"ConditionExpression":"attribute_not_exists(CustomerId)"}"#,
    ),
    (
        "UpdateItem",
        r##"{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"none"}},"UpdateExpression":"SET #t = :t","ConditionExpression":"#t > :t","ExpressionAttributeValues":{":t":{"N":"1"}},"ExpressionAttributeNames":{"#t":"Total"}}"##,
    ),
    (
        "DeleteItem",
        r##"{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1003"}},"ConditionExpression":"attribute_not_exists(#t)","ExpressionAttributeNames":{"#t":"Total"}}"##,
    ),
    (
        "TransactWriteItems",
        r##"{"TransactItems":[
            {"Delete":{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1003"}}}},
            {"ConditionCheck":{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"none"}},"ConditionExpression":"attribute_exists(#t)","ExpressionAttributeNames":{"#t":"Total"}}}]}"##,
    ),
];

/// The operation and the request that a text of statements is.
fn execute(text: &str) -> (&'static str, Value) {
    for (operation, list) in
        [("BatchExecuteStatement", "Statements"), ("ExecuteTransaction", "TransactStatements")]
    {
        if let Some(statements) = text.strip_prefix(&format!("-- {operation}\n")) {
            let mut request = json!({});
            let elements =
                statements.split_terminator(";\n").map(|it| with_comments(it, &mut request));
            let elements: Vec<Value> = elements.collect();
            request[list] = elements.into();
            return (operation, request);
        }
    }
    ("ExecuteStatement", with_comments(text, &mut json!({})))
}

/// The request of a statement: its comments are the other members, but a token is one of the whole transaction.
fn with_comments(text: &str, transaction: &mut Value) -> Value {
    let mut request = json!({});
    let mut rest = text;
    while let Some(comment) = rest.strip_prefix("-- ") {
        let (line, after) = comment.split_once('\n').expect("a statement follows");
        let (name, value) = line.split_once(": ").expect("a comment is a member");
        let value: Value = serde_json::from_str(value).expect("its value is JSON");
        let owner = if name == "ClientRequestToken" { &mut *transaction } else { &mut request };
        owner[name] = value;
        rest = after;
    }
    request["Statement"] = rest.into();
    request
}

/// What a request does to the first example.
#[derive(Debug, PartialEq)]
struct Effect {
    is_accepted: bool,
    sandbox: String,
    /// The total of the receipt and its lines, in half units.
    total: Option<u64>,
    lines: Vec<u64>,
    /// The items that it returned, in their order.
    items: Vec<Value>,
}

fn sent(operation: &str, request: &str) -> Effect {
    let mut session = session();
    let (operation, request) = (operation.to_owned(), request.to_owned());
    let is_accepted = session.handle(Command::Call { operation, request }).accepted;
    let receipt = session.why(None).receipt;
    let lines = receipt.iter().flat_map(|receipt| receipt.lines.iter());
    let lines = lines.map(|line| line.units.halves).collect();
    let total = receipt.as_ref().map(|receipt| receipt.total.halves);
    let reply = session.last_reply().and_then(|reply| serde_json::from_str(&reply).ok());
    let items = items(&reply.unwrap_or_default());
    Effect { is_accepted, sandbox: session.document(), total, lines, items }
}

/// The items of a reply, wherever its operation has them.
fn items(reply: &Value) -> Vec<Value> {
    let one = reply.get("Item").or_else(|| reply.get("Attributes"));
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let responses = match reply.get("Responses") {
        // Of a batch of reads, by table.
        Some(Value::Object(tables)) => tables.values().flat_map(list).collect(),
        Some(responses) => list(responses).iter().flat_map(items).collect(),
        None => Vec::new(),
    };
    let several = reply.get("Items").map(list).unwrap_or_default();
    one.into_iter().cloned().chain(several).chain(responses).collect()
}

#[test]
fn a_request_as_partiql_has_the_same_effect_and_the_same_units() {
    for (operation, request, statement) in PAIRS {
        let written = CodeForm::PartiQl.write(operation, request, session().database());
        let written = written.unwrap_or_else(|reason| panic!("{request}: {}", text(&reason)));
        assert_eq!(written, *statement, "{request}");
        let (execute, statements) = execute(&written);
        let effect = sent(execute, &statements.to_string());
        assert!(effect.is_accepted && effect.total.is_some(), "{statement} has no price");
        assert_eq!(effect, sent(operation, request), "{statement}");
    }
}

#[test]
fn a_request_that_is_rejected_is_rejected_as_partiql_too() {
    for (operation, request) in REJECTED {
        let written = CodeForm::PartiQl.write(operation, request, session().database());
        let written = written.unwrap_or_else(|reason| panic!("{request}: {}", text(&reason)));
        let (execute, statements) = execute(&written);
        let effect = sent(execute, &statements.to_string());
        assert!(!effect.is_accepted, "{written}");
        assert_eq!(effect, sent(operation, request), "{written}");
    }
}

#[test]
fn a_token_is_a_member_of_the_transaction() {
    let request = r#"{"ClientRequestToken":"t-1","TransactItems":[{"Delete":{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1003"}}}}]}"#;
    let written = CodeForm::PartiQl.write("TransactWriteItems", request, session().database());
    let (_, request) = execute(&written.expect("a DELETE does the same"));
    assert_eq!(
        request,
        json!({
            "ClientRequestToken": "t-1",
            "TransactStatements": [
                { "Statement": "DELETE FROM \"Orders\" WHERE CustomerId = 'C1' AND OrderId = 'O-1003'" }
            ],
        })
    );
}

#[test]
fn a_value_that_is_long_or_deep_is_a_parameter() {
    let deep = (0..31).fold(json!({ "S": "x" }), |inner, _| json!({ "L": [inner] }));
    let item = json!({
        "CustomerId": { "S": "C9" }, "OrderId": { "S": "x" }, "Long": { "S": "a".repeat(9_000) }, "Deep": deep,
    });
    let condition = "attribute_not_exists(CustomerId)";
    let put = json!({ "TableName": "Orders", "Item": item, "ConditionExpression": condition });
    let written = CodeForm::PartiQl.write("PutItem", &put.to_string(), session().database());
    let written = written.expect("parameters can have these values");
    assert!(
        written.ends_with("{'CustomerId': 'C9', 'Deep': ?, 'Long': ?, 'OrderId': 'x'}"),
        "{written}"
    );
}

/// Why a request has no PartiQL.
#[track_caller]
fn check_reason(operation: &str, request: &str, expected: &str) {
    let written = CodeForm::PartiQl.write(operation, request, session().database());
    let reason = written.map_err(|reason| text(&reason));
    assert_eq!(reason, Err(expected.to_owned()), "{request}");
}

const KEY: &str = r#""TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1"}}"#;

#[test]
fn a_write_that_no_statement_repeats_says_why() {
    let replaces = "PutItem replaces an item that exists, and INSERT rejects it. They do the same only with the condition attribute_not_exists(CustomerId).";
    let put = r#"{"TableName":"Orders","Item":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1"},"Total":{"N":"1"}}"#;
    check_reason("PutItem", &format!("{put}}}"), replaces);
    // An item that exists without a gift would be replaced.
    check_reason(
        "PutItem",
        &format!(r#"{put},"ConditionExpression":"attribute_not_exists(Gift)"}}"#),
        replaces,
    );
    let creates = "UpdateItem creates an item that does not exist, and UPDATE rejects it. They do the same only if the condition is false without an item, as attribute_exists(CustomerId) is.";
    let update = |rest: &str| format!(r#"{{{KEY},"UpdateExpression":"REMOVE b"{rest}}}"#);
    check_reason("UpdateItem", &update(""), creates);
    check_reason(
        "UpdateItem",
        &update(r#","ConditionExpression":"attribute_not_exists(c)""#),
        creates,
    );
    let either = r#","ConditionExpression":"attribute_exists(CustomerId) AND a = :v OR b <> :v","ExpressionAttributeValues":{":v":{"S":"a"}}"#;
    check_reason("UpdateItem", &update(either), creates);
    let add = format!(
        r#"{{{KEY},"UpdateExpression":"ADD n :v","ConditionExpression":"n > :v","ExpressionAttributeValues":{{":v":{{"N":"1"}}}}}}"#
    );
    check_reason(
        "UpdateItem",
        &add,
        "ADD begins at 0 if the item has no number. SET n = n + … is rejected then.",
    );
    let other = format!(
        r#"{{{KEY},"UpdateExpression":"SET n = if_not_exists(n, :v)","ConditionExpression":"m > :v","ExpressionAttributeValues":{{":v":{{"N":"1"}}}}}}"#
    );
    check_reason(
        "UpdateItem",
        &other,
        r#"PartiQL rejects UPDATE "Orders" SET n = if_not_exists(n, 1) WHERE CustomerId = 'C1' AND OrderId = 'O-1' AND m > 1: Unrecognized function: if_not_exists at 1:25:13"#,
    );
    check_reason(
        "DeleteItem",
        &format!(r#"{{{KEY},"ConditionExpression":"attribute_exists(b)"}}"#),
        "Without an item this condition is false and DeleteItem is rejected, but DELETE succeeds.",
    );
    check_reason(
        "DeleteItem",
        &format!(r#"{{{KEY},"ReturnItemCollectionMetrics":"SIZE"}}"#),
        "No statement does what ReturnItemCollectionMetrics does.",
    );
}

#[test]
fn a_read_that_no_statement_repeats_says_why() {
    let query = r#""TableName":"Orders","KeyConditionExpression":"CustomerId = :v","ExpressionAttributeValues":{":v":{"S":"C1"}}"#;
    check_reason(
        "Query",
        &format!(r#"{{{query},"Select":"COUNT"}}"#),
        "SELECT returns items, never their number.",
    );
    check_reason(
        "Query",
        &format!(
            r#"{{{query},"ExclusiveStartKey":{{"CustomerId":{{"S":"C1"}},"OrderId":{{"S":"O-1003"}}}}}}"#
        ),
        "A statement continues with a NextToken, not with an ExclusiveStartKey.",
    );
    check_reason(
        "Query",
        r#"{"TableName":"Orders","KeyConditions":{"CustomerId":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"C1"}]}}}"#,
        "No statement does what KeyConditions does.",
    );
    check_reason(
        "Scan",
        r#"{"TableName":"Orders","TotalSegments":2,"Segment":0}"#,
        "No statement does what TotalSegments does.",
    );
    check_reason(
        "Scan",
        r#"{"TableName":"Orders","FilterExpression":"CustomerId = :v","ExpressionAttributeValues":{":v":{"S":"C1"}}}"#,
        "With this condition, SELECT is a Query, which costs something else.",
    );
    check_reason(
        "GetItem",
        &format!(r#"{{{KEY},"ProjectionExpression":"a.x, b.x"}}"#),
        r#"PartiQL rejects SELECT a.x, b.x FROM "Orders" WHERE CustomerId = 'C1' AND OrderId = 'O-1': Duplicate identifiers in select clause: x"#,
    );
    check_reason(
        "GetItem",
        r#"{"TableName":"Gone","Key":{"id":{"S":"a"}}}"#,
        "PartiQL needs the table Gone, which does not exist.",
    );
    // Each expression has at most 4,096 characters.
    let name = "abcdefghi".repeat(20);
    let paths: Vec<String> = (0..22).map(|number| format!("{name}{number}")).collect();
    let conditions: Vec<String> =
        (0..19).map(|number| format!("attribute_exists({name}{number})")).collect();
    let long = "a".repeat(900);
    let request = json!({
        "TableName": "Orders",
        "KeyConditionExpression": "CustomerId = :c",
        "FilterExpression": conditions.join(" AND "),
        "ProjectionExpression": paths.join(","),
        "ExpressionAttributeValues": { ":c": { "S": long } },
    });
    check_reason(
        "Query",
        &request.to_string(),
        "A statement has at most 8,192 characters. This one would have 8,843.",
    );
    check_reason("ListTables", "{}", "PartiQL has no statement for ListTables.");
    check_reason(
        "ExecuteStatement",
        r#"{"Statement":"SELECT * FROM T"}"#,
        "This request is PartiQL.",
    );
}

#[test]
fn a_batch_or_transaction_that_no_statements_repeat_says_which_action_and_why() {
    let keys: Vec<Value> = (0..26)
        .map(|it| json!({ "CustomerId": { "S": "C1" }, "OrderId": { "S": it.to_string() } }))
        .collect();
    let request = json!({ "RequestItems": { "Orders": { "Keys": keys } } });
    check_reason(
        "BatchGetItem",
        &request.to_string(),
        "A batch has at most 25 statements. This one would have 26.",
    );
    check_reason(
        "BatchWriteItem",
        r#"{"RequestItems":{"Orders":[{"DeleteRequest":{"Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O"}}}},{"PutRequest":{"Item":{"CustomerId":{"S":"C1"},"OrderId":{"S":"P"}}}}]}}"#,
        "Action 2: A put of BatchWriteItem replaces an item that exists, and INSERT rejects it.",
    );
    check_reason(
        "TransactWriteItems",
        &format!(
            r#"{{"TransactItems":[{{"ConditionCheck":{{{KEY},"ConditionExpression":"attribute_not_exists(Locked)"}}}}]}}"#
        ),
        "Action 1: Without an item this condition is true, but EXISTS fails.",
    );
}

#[test]
fn a_request_that_is_malformed_has_no_partiql() {
    for (operation, request) in [
        ("GetItem", r#"{"TableName":"Orders"}"#.to_owned()),
        ("GetItem", r#"{"TableName":null}"#.to_owned()),
        ("Query", r#"{"TableName":"Orders","KeyConditionExpression":"id = :v"}"#.to_owned()),
        ("Query", r#"{"TableName":"Orders","KeyConditionExpression":"id = #"}"#.to_owned()),
        ("Scan", r#"{"TableName":"Orders","FilterExpression":")"}"#.to_owned()),
        ("PutItem", r#"{"TableName":"Orders","Item":[],"ConditionExpression":"attribute_not_exists(CustomerId)"}"#.to_owned()),
        ("UpdateItem", format!(r#"{{{KEY},"UpdateExpression":"x SET a","ConditionExpression":"attribute_exists(b)"}}"#)),
        ("UpdateItem", format!(r#"{{{KEY},"UpdateExpression":"SET ,","ConditionExpression":"attribute_exists(b)"}}"#)),
        ("UpdateItem", format!(r#"{{{KEY},"UpdateExpression":"ADD é","ConditionExpression":"attribute_exists(b)"}}"#)),
        ("UpdateItem", format!(r#"{{{KEY},"UpdateExpression":"SET a = b","ConditionExpression":"(("}}"#)),
        ("TransactWriteItems", r#"{"TransactItems":{}}"#.to_owned()),
        // A statement that does the rest of these would run.
        ("GetItem", r#"{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1003"},"Total":{"N":"99"}}}"#.to_owned()),
        ("DeleteItem", r#"{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1003"},"Total":{"N":"99"}}}"#.to_owned()),
        ("UpdateItem", format!(r#"{{{KEY},"UpdateExpression":"SET Total = :t","ConditionExpression":"attribute_exists(CustomerId)","ExpressionAttributeValues":{{":t":{{"N":"1"}}}}}}"#)),
        ("GetItem", format!(r##"{{{KEY},"ExpressionAttributeNames":{{"#a":"b"}}}}"##)),
        ("Query", r#"{"TableName":"Orders","KeyConditionExpression":"CustomerId = :c","FilterExpression":"OrderId > :c","ExpressionAttributeValues":{":c":{"S":"C1"}}}"#.to_owned()),
    ] {
        let written = CodeForm::PartiQl.write(operation, &request, session().database());
        let reason = written.map_err(|reason| text(&reason)).expect_err(&request);
        assert!(reason.starts_with("DynamoDB rejects the request: "), "{request}: {reason}");
    }
    check_reason(
        "GetItem",
        r#"{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"N":"1 OR 1=1"}}}"#,
        "DynamoDB rejects the request: The parameter cannot be converted to a numeric value: 1 OR 1=1",
    );
}

#[test]
fn a_table_whose_statements_all_failed_is_charged_and_not_in_the_reply() {
    let update = |order: &str| {
        let statement =
            format!("UPDATE \"Orders\" SET x = 1 WHERE CustomerId = 'C1' AND OrderId = '{order}'");
        json!({ "Statement": statement })
    };
    for (orders, is_told) in [(vec!["none"], true), (vec!["none", "O-1003"], false)] {
        let mut session = Session::first();
        let request = json!({
            "Statements": orders.into_iter().map(update).collect::<Vec<_>>(),
            "ReturnConsumedCapacity": "TOTAL",
        });
        let (operation, request) = ("BatchExecuteStatement".to_owned(), request.to_string());
        assert!(session.handle(Command::Call { operation, request }).accepted);
        let reply = session.exchange(None).expect("there was an operation").reply;
        let reply: Value = serde_json::from_str(&reply).expect("a reply is JSON");
        assert_eq!(reply["ConsumedCapacity"] == json!([]), is_told, "{reply}");
        let receipt = session.why(None).receipt.expect("it is charged");
        let rule = receipt.rule.as_ref().map(text).unwrap_or_default();
        let told = "DynamoDB leaves out of ConsumedCapacity a table of which all statements failed; they are charged.";
        assert_eq!(rule == told, is_told, "{rule}");
    }
}
