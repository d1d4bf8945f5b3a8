//! `static/docs/operations.md` says what of the APIs of DynamoDB and DynamoDB Streams is implemented. Here it is compared with
//! the engine, and with `service.txt`, the operations and members that the service has.

mod document;
mod service;

use std::collections::BTreeSet;

use engine::api;
use engine::api::error::code::ErrorCode;
use engine::api::operation::registry::members;
use engine::api::request::shape::{Member, Shape};
use engine::api::request::unknown_member::NOT_IMPLEMENTED;
use engine::database::Database;
use engine::operation::Operation;

use crate::document::Document;
use crate::service::Service;

#[test]
fn the_table_names_every_operation_of_the_service_once() {
    let document = Document::read();
    let mut named: Vec<&str> = document.operations.iter().map(|row| row.name).collect();
    named.sort_unstable();
    assert_eq!(named, Service::read().operations);
}

#[test]
fn the_table_says_which_operations_the_engine_has() {
    for row in Document::read().operations {
        assert_eq!(row.is_implemented, Operation::from_name(row.name).is_some(), "{}", row.name);
        assert_eq!(row.is_implemented, row.reason.is_empty(), "the reason for {}", row.name);
    }
    for operation in Operation::ALL {
        assert!(Service::read().operations.contains(&operation.name()), "{}", operation.name());
    }
}

#[test]
fn an_operation_that_is_not_implemented_is_an_unknown_operation() {
    for row in Document::read().operations.iter().filter(|row| !row.is_implemented) {
        let error = api::call(&mut Database::default(), row.name, "{}").unwrap_err();
        assert_eq!(error.code(), ErrorCode::UnknownOperation, "{}", row.name);
    }
}

#[test]
fn the_engine_has_every_member_of_the_service_that_the_table_does_not_name() {
    let (document, service) = (Document::read(), Service::read());
    for operation in Operation::ALL {
        let mut known = BTreeSet::new();
        collect_paths(members(operation), "", &mut known);
        let unknown = document.members_of(operation.name());
        let is_within = |path: &str, outer: &str| {
            path.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let expected = service.members_of(operation.name());
        let rest = expected.iter().filter(|path| !unknown.iter().any(|it| is_within(path, it)));
        let rest: BTreeSet<String> = rest.map(|path| (*path).to_owned()).collect();
        assert_eq!(known, rest, "members of {}", operation.name());
        for path in unknown {
            assert!(expected.contains(&path), "{} of {}", path, operation.name());
        }
    }
}

#[test]
fn a_member_that_the_table_names_is_rejected_and_not_ignored() {
    for row in Document::read().members {
        let (outer, name) = row.path.rsplit_once('.').unwrap_or(("", row.path));
        let request = request_with(outer, &format!(r#"{{"{name}":1}}"#));
        let error = api::call(&mut Database::default(), row.operation, &request).unwrap_err();
        let place = match outer.split_once('.').unwrap_or((outer, "")) {
            ("", _) => "input".to_owned(),
            (list, "") => format!("{list}[0]"),
            (list, within) => format!("{list}[0].{within}"),
        };
        let beginning = format!(r#"Unknown parameter in {place}: "{name}", "#);
        assert!(error.to_string().starts_with(&beginning), "{error}");
        assert!(!row.reason.is_empty(), "{} of {}", row.path, row.operation);
    }
}

/// A request with a structure at a path, which begins with a list.
fn request_with(path: &str, structure: &str) -> String {
    match path.split_once('.').unwrap_or((path, "")) {
        ("", _) => structure.to_owned(),
        (list, "") => format!(r#"{{"{list}":[{structure}]}}"#),
        (list, within) => format!(r#"{{"{list}":[{{"{within}":{structure}}}]}}"#),
    }
}

/// Source: observed, as facts on PartiQL and on policies note.
#[test]
fn the_message_of_some_rejections_is_named_with_a_capital_letter() {
    let mut database = Database::default();
    let table = r#"{ "TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }] }"#;
    api::call(&mut database, "CreateTable", table).unwrap();
    let put = r#"{ "TableName": "Orders", "Item": { "id": { "S": "o-1" } },
        "ConditionExpression": "attribute_not_exists(id)", "ReturnValuesOnConditionCheckFailure": "MODE" }"#;
    api::call(&mut database, "PutItem", &put.replace("MODE", "NONE")).unwrap();
    let tags = r#"{ "ResourceArn": "arn:aws:dynamodb:us-east-1:111111111111:table/Orders" }"#;
    let keyed = r#"{ "TableName": "Orders", "Key": { "id": { "S": "o-1" } },
        "ConditionExpression": "attribute_not_exists(id)", "ReturnValuesOnConditionCheckFailure": "ALL_OLD" }"#;
    let statement = r#"{ "Statement": "UPDATE Orders SET n = 1 WHERE id = 'o-1' AND n = 5",
        "ReturnValuesOnConditionCheckFailure": "ALL_OLD" }"#;
    let rows = [
        ("PutItem", put.replace("MODE", "NONE"), "message"),
        ("PutItem", put.replace("MODE", "ALL_OLD"), "message"),
        ("UpdateItem", keyed.to_owned(), "message"),
        ("DeleteItem", keyed.to_owned(), "message"),
        ("ExecuteStatement", statement.to_owned(), "Message"),
        ("ListTagsOfResource", tags.to_owned(), "Message"),
        ("DeleteTable", r#"{ "TableName": "Nowhere" }"#.to_owned(), "message"),
    ];
    for (operation, request, member) in rows {
        let error = api::call(&mut database, operation, &request).unwrap_err();
        let json = error.to_json();
        let mut members =
            json.as_object().unwrap().keys().filter(|it| *it == "message" || *it == "Message");
        assert_eq!(members.next().map(String::as_str), Some(member), "{operation} {request}");
        assert_eq!(json[member], error.to_string(), "{operation} {request}");
    }
}

#[test]
fn a_member_that_the_table_names_is_rejected_by_the_endpoint_too() {
    let document = Document::read();
    let paths = document.members.iter().map(|row| row.path);
    let named: BTreeSet<&str> =
        paths.map(|path| path.rsplit_once('.').map_or(path, |(_, name)| name)).collect();
    assert_eq!(named, BTreeSet::from(NOT_IMPLEMENTED));
}

/// The members of the structure in a shape, if there is one.
fn structure(shape: &Shape) -> &'static [Member] {
    match shape {
        Shape::Structure { members, .. } => members,
        Shape::List { of, .. } | Shape::Map { of, .. } => structure(of),
        Shape::Text { .. }
        | Shape::AttributeName { .. }
        | Shape::Table { .. }
        | Shape::Word(_)
        | Shape::Integer { .. }
        | Shape::CutInteger { .. }
        | Shape::Maximum
        | Shape::Boolean
        | Shape::LenientBoolean
        | Shape::Attributes
        | Shape::Value
        | Shape::Texts => &[],
    }
}

fn collect_paths(members: &[Member], outer: &str, paths: &mut BTreeSet<String>) {
    for member in members {
        let path = match outer {
            "" => member.name.to_owned(),
            outer => format!("{outer}.{}", member.name),
        };
        collect_paths(structure(&member.shape), &path, paths);
        paths.insert(path);
    }
}
