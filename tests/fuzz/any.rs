//! Requests that proptest generates: expressions of any tokens, requests of any JSON and of any text.

use engine::api;
use engine::database::{Config, Database};
use engine::operation::Operation;
use proptest::collection::{btree_map, vec};
use proptest::prelude::{
    Just, ProptestConfig, Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest,
};
use proptest::sample::select;
use serde_json::{Value, json};
use support::table::create_request;

/// Pieces of expressions, whole and broken.
const TOKENS: [&str; 46] = [
    "a",
    "b.c",
    "l[1]",
    "l[0]",
    "id",
    "s",
    "m",
    "status",
    ":v",
    ":w",
    ":none",
    "#n",
    "#none",
    "(",
    ")",
    "(",
    ")",
    ",",
    "=",
    "<>",
    "<",
    ">=",
    "AND",
    "OR",
    "NOT",
    "between",
    "IN",
    "SET",
    "REMOVE",
    "ADD",
    "DELETE",
    "+",
    "-",
    "size(",
    "contains(",
    "attribute_exists(",
    "begins_with(",
    "if_not_exists(",
    "list_append(",
    "attribute_type(",
    "[",
    ".",
    "é",
    "9",
    "_",
    "\n",
];

/// How a statement begins before its tokens.
const BEGINNINGS: [&str; 8] = [
    "",
    "SELECT ",
    "SELECT * FROM Things WHERE ",
    "SELECT * FROM Things.ByM WHERE ",
    "SELECT * FROM Things WHERE id IN ['1', '2'] AND ",
    "INSERT INTO Things VALUE {'id': '1', 's': ",
    "UPDATE Things SET a = ",
    "DELETE FROM Things WHERE id = '1' AND s = 1 AND ",
];

/// Pieces of statements, whole and broken.
const STATEMENT_TOKENS: [&str; 56] = [
    "a",
    "m",
    "id",
    "s",
    "\"b\".c",
    "l[1]",
    "*",
    "'1'",
    "'it''s'",
    "'",
    "\"",
    "1",
    "-",
    "1E200",
    "?",
    "?",
    "null",
    "MISSING",
    "(",
    ")",
    "[",
    "]",
    "{'k':",
    "}",
    "<<",
    ">>",
    ",",
    "=",
    "=",
    "<>",
    "<=",
    "AND",
    "AND",
    "OR",
    "NOT",
    "BETWEEN",
    "IN",
    "IS",
    "FROM Things",
    "WHERE",
    "id = '1'",
    "s = 1",
    "s > 0",
    "ORDER BY",
    "DESC",
    "SET",
    "REMOVE",
    "RETURNING ALL OLD *",
    "size(",
    "contains(",
    "begins_with(",
    "set_add(a,",
    "list_append(",
    "+",
    "--",
    "é",
];

/// Parameters that take an expression, each with an operation that takes it.
const EXPRESSIONS: [(&str, &str); 5] = [
    ("DeleteItem", "ConditionExpression"),
    ("UpdateItem", "UpdateExpression"),
    ("GetItem", "ProjectionExpression"),
    ("Query", "KeyConditionExpression"),
    ("Scan", "FilterExpression"),
];

/// Names that mean something somewhere in a request.
const NAMES: [&str; 24] = [
    "TableName",
    "IndexName",
    "Item",
    "Key",
    "id",
    "s",
    "a",
    "S",
    "N",
    "B",
    "BOOL",
    "NULL",
    "SS",
    "NS",
    "L",
    "M",
    "Limit",
    "Select",
    "ExclusiveStartKey",
    "KeyConditionExpression",
    "ExpressionAttributeValues",
    "KeySchema",
    ":v",
    "",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn an_expression_of_any_tokens_is_answered_or_rejected_where_it_is_at_fault(
        tokens in vec(select(&TOKENS[..]), 0..12),
        (operation, parameter) in select(&EXPRESSIONS[..]),
        spaced in any::<bool>(),
    ) {
        let text = tokens.join(if spaced { " " } else { "" });
        let mut request = json!({ "TableName": "Things", parameter: text });
        if ["DeleteItem", "UpdateItem", "GetItem"].contains(&operation) {
            request["Key"] = json!({ "id": { "S": "1" }, "s": { "N": "1" } });
        }
        if text.contains('#') {
            request["ExpressionAttributeNames"] = json!({ "#n": "a" });
        }
        if text.contains(':') && parameter != "ProjectionExpression" {
            request["ExpressionAttributeValues"] = json!({ ":v": { "N": "1" }, ":w": { "SS": ["x"] } });
        }
        let outcome = api::preview(&database(), operation, &request.to_string());
        if let Err(error) = outcome.reply {
            prop_assert!(!error.to_string().is_empty());
            if let Some((found, span)) = error.span()
                && found.to_string() == parameter
            {
                prop_assert!(text.get(span.clone()).is_some(), "{span:?} is no part of {text:?}");
            }
        }
    }

    #[test]
    fn a_statement_of_any_tokens_is_answered_or_rejected_where_it_is_at_fault(
        tokens in vec(select(&STATEMENT_TOKENS[..]), 0..14),
        beginning in select(&BEGINNINGS[..]),
        spaced in any::<bool>(),
        limit in proptest::option::of(1_u32..3),
    ) {
        let rest = tokens.join(if spaced { " " } else { "" });
        let text = format!("{beginning}{rest}");
        let parameters = json!([{ "S": "1" }, { "N": "1" }, { "SS": ["x"] }, { "L": [] }]);
        let mut request = json!({ "Statement": text, "Parameters": parameters });
        if let Some(limit) = limit {
            request["Limit"] = limit.into();
        }
        let mut database = database();
        let before = contents(&database);
        let preview = api::preview(&database, "ExecuteStatement", &request.to_string());
        let outcome = api::execute(&mut database, "ExecuteStatement", &request.to_string());
        prop_assert_eq!(&preview, &outcome, "{}", text);
        if let Err(error) = outcome.reply {
            prop_assert!(!error.to_string().is_empty());
            prop_assert_eq!(before, contents(&database));
            if let Some(span) = error.statement_span() {
                prop_assert!(text.get(span.clone()).is_some(), "{span:?} is no part of {text:?}");
            }
        }
        let element = json!({ "Statement": text, "Parameters": parameters });
        for (operation, member) in
            [("BatchExecuteStatement", "Statements"), ("ExecuteTransaction", "TransactStatements")]
        {
            let request = json!({ member: [element, { "Statement": "DELETE FROM Things" }] });
            drop(api::call(&mut database, operation, &request.to_string()));
        }
    }

    #[test]
    fn a_request_of_any_json_is_answered_or_rejected_and_a_rejection_changes_nothing(
        request in json_value(),
        position in 0..Operation::ALL.len(),
    ) {
        let operation = Operation::ALL[position].name();
        let mut database = database();
        let before = contents(&database);
        let reply = api::call(&mut database, operation, &request.to_string());
        if reply.is_err() {
            prop_assert_eq!(before, contents(&database));
        }
    }

    #[test]
    fn a_request_of_any_text_is_answered_or_rejected(text in "[\\[\\]{}\",:a-z0-9\\\\ \n]{0,40}", position in 0..Operation::ALL.len()) {
        let operation = Operation::ALL[position].name();
        let reply = api::call(&mut database(), operation, &text);
        prop_assert!(reply.is_ok() || reply.is_err_and(|error| error.code().status() == 400));
    }
}

/// JSON whose members have names that mean something.
fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        select(&["Things", "ByM", "1", "x", "COUNT", "a = :v", ""][..]).prop_map(Value::from),
    ];
    let nested = leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            btree_map(select(&NAMES[..]), inner, 0..6).prop_map(|members| json!(members)),
        ]
    });
    (nested, any::<bool>()).prop_map(|(mut value, is_named)| {
        if let (true, Some(members)) = (is_named, value.as_object_mut()) {
            members.insert("TableName".to_owned(), json!("Things"));
        }
        value
    })
}

/// A table with an index and an item.
fn database() -> Database {
    let mut database = Database::new(Config::default());
    let table = create_request("Things  id S  s N\n  global ByM  m S  ALL");
    let item = json!({ "id": { "S": "1" }, "s": { "N": "1" }, "a": { "N": "5" }, "l": { "L": [] }, "m": { "S": "x" } });
    for (operation, request) in
        [("CreateTable", table), ("PutItem", json!({ "TableName": "Things", "Item": item }))]
    {
        api::call(&mut database, operation, &request.to_string())
            .expect("the table and its item are right");
    }
    database
}

/// Everything that can be read.
fn contents(database: &Database) -> Vec<Option<Value>> {
    let read = |operation, request: &str| api::preview(database, operation, request).reply.ok();
    vec![
        read("ListTables", "{}"),
        read("DescribeTable", r#"{"TableName": "Things"}"#),
        read("Scan", r#"{"TableName": "Things"}"#),
        read("Scan", r#"{"TableName": "Things", "IndexName": "ByM"}"#),
    ]
}
