//! The examples hold the items and numbers of the pattern catalogue.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use engine::database::Database;
use engine::receipt::{Store, UnitKind};
use serde_json::{Value, json};

use super::*;
use crate::sandbox::command::Command;
use crate::sandbox::document::Document;
use crate::sandbox::entity::Entities;
use crate::sandbox::example::{FIRST, FIRST_ID};

fn document(example: &str) -> Document {
    let read = read(example).expect("the course has this lesson");
    assert_eq!(read.faults, []);
    let Command::OpenExample { document, .. } = read.lesson.example(&read.words.title) else {
        panic!("it opens an example")
    };
    Document::parse(&document).expect("it is a document")
}

/// The example in a database, its indexes up to date.
fn database(example: &str) -> Database {
    let loaded = document(example).load();
    assert_eq!(loaded.rejections, []);
    loaded.database
}

/// Write units by store of all the puts that fill the first table of an example.
fn load(example: &str) -> BTreeMap<String, String> {
    let mut units = BTreeMap::new();
    let mut document = document(example);
    let items: Vec<Vec<Value>> =
        document.tables.iter_mut().map(|table| std::mem::take(&mut table.items)).collect();
    let mut database = document.load().database;
    let mut arms = Vec::new();
    for (table, items) in document.tables.iter().zip(items).take(1) {
        for item in items {
            let put = json!({ "TableName": table.definition["TableName"], "Item": item });
            let put = engine::api::execute(&mut database, "PutItem", &put.to_string());
            arms.extend(put.receipt.unwrap().arms);
        }
    }
    for arm in arms {
        let name = match arm.store {
            Store::Table => "table".to_owned(),
            Store::Local(name) | Store::Global(name) => name.to_string(),
        };
        *units.entry(name).or_default() += arm.units;
    }
    units
        .into_iter()
        .map(|(name, units): (_, engine::capacity::units::CapacityUnits)| (name, units.to_string()))
        .collect()
}

/// What a request costs, store by store, and how many items it returns.
#[track_caller]
fn check(example: &str, operation: &str, request: Value, expected: &str) {
    let mut database = database(example);
    let outcome = engine::api::execute(&mut database, operation, &request.to_string());
    let reply = outcome.reply.unwrap();
    let receipt = outcome.receipt.unwrap();
    let arms: Vec<String> = receipt.arms.iter().map(|arm| arm.units.to_string()).collect();
    let kind = receipt.arms[0].unit_kind();
    let total = receipt.units(kind);
    let counts = match kind {
        UnitKind::Read => format!(" {} of {}", reply["Count"], reply["ScannedCount"]),
        UnitKind::Write => String::new(),
    };
    assert_eq!(format!("{} = {total}{counts}", arms.join("+")), expected);
}

fn entry_sizes(database: &Database, table: &str, index: &str) -> Vec<u64> {
    let entries = &database.table(table).unwrap().index(index).unwrap().entries;
    entries.iter().map(|(_, stored)| stored.size.0).collect()
}

#[test]
fn open_orders_has_the_sizes_of_the_catalogue() {
    let database = database("open-orders");
    let table = database.table("Orders").unwrap();
    assert_eq!((table.items.count(), table.items.size().0), (10, 35_439));
    assert_eq!(entry_sizes(&database, "Orders", "OpenOrders"), [55, 55, 55]);
    assert_eq!(entry_sizes(&database, "Orders", "ByTotal").len(), 10);
    let units = load("open-orders");
    let units: Vec<_> = units.iter().map(|(name, units)| (&**name, &**units)).collect();
    assert_eq!(units, [("ByTotal", "10"), ("OpenOrders", "3"), ("table", "40")]);
}

#[test]
fn open_orders_costs_what_the_catalogue_says() {
    let check = |operation, request, expected| {
        check("open-orders", operation, request, expected);
    };
    let filter = |consistent: bool| json!({ "TableName": "Orders", "FilterExpression": "attribute_exists(OrderOpenDate)", "ConsistentRead": consistent });
    check("Scan", filter(false), "4.5 = 4.5 3 of 10");
    check("Scan", filter(true), "9 = 9 3 of 10");
    let query = |consistent: bool| {
        let mut request = filter(consistent);
        request["KeyConditionExpression"] = "CustomerId = :c".into();
        request["ExpressionAttributeValues"] = json!({ ":c": { "S": "C1" } });
        request
    };
    check("Query", query(false), "3.5 = 3.5 2 of 8");
    check("Query", query(true), "7 = 7 2 of 8");
    let index = json!({
        "TableName": "Orders", "IndexName": "OpenOrders", "KeyConditionExpression": "CustomerId = :c",
        "ExpressionAttributeValues": { ":c": { "S": "C1" } },
    });
    check("Query", index, "0.5 = 0.5 2 of 2");
    let update = |expression: &str| {
        let mut request = json!({
            "TableName": "Orders", "UpdateExpression": expression,
            "Key": { "CustomerId": { "S": "C1" }, "OrderId": { "S": "O-1003" } },
        });
        if expression.contains(":v") {
            request["ExpressionAttributeValues"] = json!({ ":v": { "S": "2024-05-09" } });
        }
        request
    };
    check("UpdateItem", update("REMOVE OrderOpenDate"), "4+0+1 = 5");
    check("UpdateItem", update("SET OrderOpenDate = :v"), "4+0+2 = 6");
    check("UpdateItem", update("SET Notes = :v"), "4+0+0 = 4");
    let delete = json!({ "TableName": "Orders", "Key": update("")["Key"] });
    check("DeleteItem", delete, "4+1+1 = 6");
}

#[test]
fn open_orders_lists_the_oldest_first() {
    let mut database = database("open-orders");
    let request = json!({
        "TableName": "Orders", "IndexName": "OpenOrders", "KeyConditionExpression": "CustomerId = :c",
        "ExpressionAttributeValues": { ":c": { "S": "C1" } },
    });
    let reply = engine::api::execute(&mut database, "Query", &request.to_string()).reply.unwrap();
    let orders: Vec<_> =
        (0..2).map(|n| reply["Items"][n]["OrderId"]["S"].as_str().unwrap()).collect();
    assert_eq!(orders, ["O-1006", "O-1003"]);
}

#[test]
fn champions_has_the_sizes_of_the_catalogue() {
    let database = database("champions");
    let table = database.table("GameScores").unwrap();
    assert_eq!((table.items.count(), table.items.size().0), (7, 14_358));
    let mut sizes = entry_sizes(&database, "GameScores", "Champions");
    sizes.sort_unstable();
    assert_eq!(sizes, [36, 37, 37]);
    let units = load("champions");
    let units: Vec<_> = units.iter().map(|(name, units)| (&**name, &**units)).collect();
    assert_eq!(units, [("Champions", "3"), ("table", "17")]);
}

#[test]
fn champions_costs_what_the_catalogue_says() {
    let check = |operation, request, expected| {
        check("champions", operation, request, expected);
    };
    let champ = json!({ ":a": { "S": "Champ" } });
    let scan = |consistent: bool| {
        json!({
            "TableName": "GameScores", "FilterExpression": "Award = :a", "ConsistentRead": consistent,
            "ExpressionAttributeValues": champ,
        })
    };
    check("Scan", scan(false), "2 = 2 3 of 7");
    check("Scan", scan(true), "4 = 4 3 of 7");
    let query = json!({
        "TableName": "GameScores", "IndexName": "Champions", "KeyConditionExpression": "Award = :a",
        "ExpressionAttributeValues": champ,
    });
    check("Query", query, "0.5 = 0.5 3 of 3");
    let award = json!({
        "TableName": "GameScores", "UpdateExpression": "SET Award = :a",
        "Key": { "UserId": { "S": "Padma" }, "GameId": { "S": "G07" } },
        "ExpressionAttributeValues": champ,
    });
    check("UpdateItem", award, "3+1 = 4");
}

#[test]
fn invoices_have_the_sizes_of_the_catalogue() {
    let database = database("adjacency");
    let table = database.table("Accounting").unwrap();
    let sizes: Vec<u64> = table.items.iter().map(|(_, stored)| stored.size.0).collect();
    let mut sorted = sizes;
    sorted.sort_unstable();
    assert_eq!(sorted, [37, 37, 38, 48, 49, 53, 53]);
    let mut entries = entry_sizes(&database, "Accounting", "BySK");
    entries.sort_unstable();
    assert_eq!(entries, [28, 28, 29, 29, 29, 30, 30]);
    let units = load("adjacency");
    let units: Vec<_> = units.iter().map(|(name, units)| (&**name, &**units)).collect();
    assert_eq!(units, [("BySK", "7"), ("table", "7")]);
}

#[test]
fn invoices_cost_what_the_catalogue_says() {
    let query = |index: Option<&str>, key: &str, value: &str| {
        let mut request = json!({
            "TableName": "Accounting", "KeyConditionExpression": format!("{key} = :k"),
            "ExpressionAttributeValues": { ":k": { "S": value } },
        });
        if let Some(index) = index {
            request["IndexName"] = index.into();
        }
        request
    };
    let check = |request, expected| check("adjacency", "Query", request, expected);
    check(query(None, "PK", "Invoice-92551"), "0.5 = 0.5 3 of 3");
    check(query(Some("BySK"), "SK", "Bill-4224687"), "0.5 = 0.5 3 of 3");
}

#[test]
fn each_item_of_invoices_is_of_an_entity() {
    let document = document("adjacency");
    let entities = Entities::of(document.plan.entities_of("Accounting"));
    let database = database("adjacency");
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (_, stored) in database.table("Accounting").unwrap().items.iter() {
        let tag = entities.of_item(&stored.image).unwrap();
        *counts.entry(tag.name.to_string()).or_default() += 1;
    }
    let counts: Vec<_> = counts.iter().map(|(name, count)| (&**name, *count)).collect();
    assert_eq!(counts, [("Bill", 2), ("Invoice", 2), ("Line", 3)]);
}

#[test]
fn conditional_index_has_the_sizes_of_the_catalogue() {
    let database = database("conditional-index");
    let table = database.table("Attachment").unwrap();
    assert_eq!((table.items.count(), table.items.size().0), (10, 20_706));
    assert_eq!(entry_sizes(&database, "Attachment", "IntermediateAttachmentsIndex"), [47, 47]);
    let units = load("conditional-index");
    let units: Vec<_> = units.iter().map(|(name, units)| (&**name, &**units)).collect();
    assert_eq!(units, [("IntermediateAttachmentsIndex", "2"), ("table", "30")]);
}

#[test]
fn conditional_index_costs_what_the_catalogue_says() {
    let check = |operation, request, expected| {
        check("conditional-index", operation, request, expected);
    };
    check("Scan", json!({ "TableName": "Attachment" }), "3 = 3 10 of 10");
    check("Scan", json!({ "TableName": "Attachment", "ConsistentRead": true }), "6 = 6 10 of 10");
    let update = |id: &str, expression: &str, values: Value| {
        json!({
            "TableName": "Attachment", "UpdateExpression": expression,
            "Key": { "attachmentId": { "S": id } },
            "ExpressionAttributeNames": { "#cs": "customerState", "#is": "isIntermediateState", "#pk": "IntermediateStatePK" },
            "ExpressionAttributeValues": values,
        })
    };
    let enter = "SET #cs = :cs, #is = :is, #pk = :p";
    let values = |state: &str| json!({ ":cs": { "S": state }, ":is": { "N": "1" }, ":p": { "S": "INTERMEDIATE" } });
    check("UpdateItem", update("a-01", enter, values("Attaching")), "3+1 = 4");
    check("UpdateItem", update("a-03", enter, values("Detaching")), "3+0 = 3");
    let leave = "SET #cs = :cs, #is = :is REMOVE #pk";
    let values = json!({ ":cs": { "S": "Attached" }, ":is": { "N": "0" } });
    check("UpdateItem", update("a-03", leave, values), "3+1 = 4");
    let query = json!({
        "TableName": "Attachment", "IndexName": "IntermediateAttachmentsIndex",
        "KeyConditionExpression": "IntermediateStatePK = :p",
        "ExpressionAttributeValues": { ":p": { "S": "INTERMEDIATE" } },
    });
    check("Query", query, "0.5 = 0.5 2 of 2");
}

#[test]
fn the_first_example_is_the_beginning_of_its_lesson() {
    let expected = document(FIRST_ID).into_text();
    if FIRST.trim_end() != expected {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/open-orders.json");
        fs::write(&path, format!("{expected}\n")).unwrap();
        panic!("static/open-orders.json is another one: replace it by {}", path.display());
    }
}

#[test]
fn every_lesson_is_an_example_under_its_title() {
    assert!(ids().count() >= 33);
    for id in ids() {
        let session = opened(id);
        assert_eq!(session.problems(), [], "{id}");
        assert_eq!(session.title(), read(id).unwrap().words.title);
    }
}
