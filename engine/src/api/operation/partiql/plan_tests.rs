//! Plans of statements, as the page shows them before a statement runs.

use expect_test::{Expect, expect};
use serde_json::json;

use crate::api::{call, partiql_plan};
use crate::database::{Config, Database};
use crate::partiql::plan::{Plan, ReadAccess, ReadPlan, WritePlan};

const TABLE: &str = r#"{
    "TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [
        { "AttributeName": "pk", "AttributeType": "S" }, { "AttributeName": "sk", "AttributeType": "N" },
        { "AttributeName": "status", "AttributeType": "S" }
    ],
    "KeySchema": [
        { "AttributeName": "pk", "KeyType": "HASH" }, { "AttributeName": "sk", "KeyType": "RANGE" }
    ],
    "LocalSecondaryIndexes": [{
        "IndexName": "ByStatus", "Projection": { "ProjectionType": "KEYS_ONLY" },
        "KeySchema": [
            { "AttributeName": "pk", "KeyType": "HASH" }, { "AttributeName": "status", "KeyType": "RANGE" }
        ]
    }]
}"#;

/// The operation of a plan, what it reads or writes, and what is filtered.
#[track_caller]
fn check(statement: &str, expected: Expect) {
    let mut database = Database::new(Config::default());
    call(&mut database, "CreateTable", TABLE).expect("the table is accepted");
    let request = json!({ "Statement": statement }).to_string();
    let shown = match partiql_plan(&database, &request) {
        Ok(Plan::Read(plan)) => show_read(&plan, statement),
        Ok(Plan::Write(WritePlan { kind, write, .. })) => {
            format!("{kind:?} of {} attributes in the key", write.action.key_source().len())
        }
        Err(error) => error.to_string(),
    };
    expected.assert_eq(&shown);
}

fn show_read(plan: &ReadPlan, statement: &str) -> String {
    let access = match &plan.access {
        ReadAccess::GetItem { keys } => format!("GetItem of {}", keys.len()),
        ReadAccess::Query { conditions } => {
            let last = |it: &crate::expression::key_condition::KeyCondition| match &it.last {
                None => "partition".to_owned(),
                Some(last) => format!("{last:?}").split('(').next().unwrap_or_default().to_owned(),
            };
            format!("Query of {}", conditions.iter().map(last).collect::<Vec<_>>().join(", "))
        }
        ReadAccess::Scan { reason } => format!("Scan: {reason:?}"),
    };
    let index = plan.index.as_ref().map(|index| format!(" on {index}")).unwrap_or_default();
    let filter: Vec<&str> = plan.filter_spans.iter().map(|span| &statement[span.clone()]).collect();
    let filter = if filter.is_empty() { String::new() } else { format!(", filter {filter:?}") };
    assert_eq!(plan.filter.is_some(), !filter.is_empty(), "{statement}");
    let order = if plan.forward { "" } else { ", backward" };
    let fetch = if plan.fetches { ", fetching" } else { "" };
    format!("{access}{index}{filter}{order}{fetch}")
}

#[test]
fn a_select_is_a_get_a_query_or_a_scan() {
    let orders = |rest: &str, expected| check(&format!("SELECT * FROM Orders{rest}"), expected);
    orders(" WHERE pk = 'a' AND sk = 1", expect!["GetItem of 1"]);
    orders(
        " WHERE pk = 'a' AND sk = 1 AND total > 5",
        expect![[r#"GetItem of 1, filter ["total > 5"]"#]],
    );
    orders(" WHERE pk IN ['a', 'b'] AND sk = 1", expect!["GetItem of 2"]);
    orders(" WHERE pk = 'a'", expect!["Query of partition"]);
    orders(" WHERE pk = 'a' AND sk > 1 ORDER BY sk DESC", expect!["Query of Greater, backward"]);
    orders(
        " WHERE pk = 'a' AND sk > 1 AND sk < 5",
        expect![[r#"Query of partition, filter ["sk > 1", "sk < 5"]"#]],
    );
    orders(
        " WHERE pk = 'a' AND sk = 1 OR pk = 'b' AND (total = 1 OR total = 2)",
        expect![[
            r#"Query of Equal, partition, filter ["pk = 'a' AND sk = 1 OR pk = 'b' AND (total = 1 OR total = 2)"]"#
        ]],
    );
    orders(
        ".ByStatus WHERE pk = 'a' AND begins_with(status, 'o')",
        expect!["Query of BeginsWith on ByStatus"],
    );
}

#[test]
fn a_scan_has_a_reason() {
    let orders = |rest: &str, expected| check(&format!("SELECT * FROM Orders{rest}"), expected);
    orders("", expect!["Scan: NoCondition"]);
    orders(
        " WHERE total = 1",
        expect![[
            r#"Scan: NoPartitionKey { attribute: AttributeName("pk") }, filter ["total = 1"]"#
        ]],
    );
    orders(
        " WHERE pk > 'a'",
        expect![[
            r#"Scan: OtherComparison { attribute: AttributeName("pk") }, filter ["pk > 'a'"]"#
        ]],
    );
    orders(
        " WHERE pk IN ['a', other]",
        expect![[
            r#"Scan: OtherComparison { attribute: AttributeName("pk") }, filter ["pk IN ['a', other]"]"#
        ]],
    );
    orders(
        " WHERE NOT pk = 'a'",
        expect![[r#"Scan: Negated { attribute: AttributeName("pk") }, filter ["NOT pk = 'a'"]"#]],
    );
    orders(
        " WHERE pk = 'a' OR total = 1",
        expect![[
            r#"Scan: MissingInBranch { attribute: AttributeName("pk") }, filter ["pk = 'a' OR total = 1"]"#
        ]],
    );
    orders(
        " WHERE pk = 'a' OR pk > 'm'",
        expect![[
            r#"Scan: MissingInBranch { attribute: AttributeName("pk") }, filter ["pk = 'a' OR pk > 'm'"]"#
        ]],
    );
}

#[test]
fn a_local_index_fetches_columns_that_it_does_not_hold() {
    check(
        "SELECT sk FROM Orders.ByStatus WHERE pk = 'a'",
        expect!["Query of partition on ByStatus"],
    );
    check(
        "SELECT total FROM Orders.ByStatus WHERE pk = 'a'",
        expect!["Query of partition on ByStatus, fetching"],
    );
    check("SELECT total FROM Orders.ByStatus", expect!["Scan: NoCondition on ByStatus, fetching"]);
}

#[test]
fn a_write_is_of_one_item() {
    check(
        "INSERT INTO Orders VALUE {'pk': 'a', 'sk': 1}",
        expect!["Insert of 2 attributes in the key"],
    );
    check(
        "UPDATE Orders SET total = 1 WHERE pk = 'a' AND sk = 1",
        expect!["Update of 2 attributes in the key"],
    );
    check(
        "DELETE FROM Orders WHERE pk = 'a' AND sk = 1",
        expect!["Delete { has_condition: false } of 2 attributes in the key"],
    );
    check(
        "DELETE FROM Orders WHERE pk = 'a'",
        expect!["Where clause does not contain a mandatory equality on all key attributes"],
    );
    check(
        "EXISTS(SELECT * FROM Orders WHERE pk = 'a' AND sk = 1 AND total > 5)",
        expect!["Exists of 2 attributes in the key"],
    );
    check(
        "EXISTS(SELECT * FROM Orders WHERE pk = 'a' AND sk = 1)",
        expect!["EXISTS() must contain a single item read with additional condition"],
    );
}
