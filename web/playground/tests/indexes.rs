//! The cards of indexes, and reads of an index that is behind its table.

use std::rc::Rc;

use playground::sandbox::command::Command;
use playground::session::Session;
use playground::view::edit::{Edit, ItemId, ValueKind, ValueText};
use playground::view::index::{CellView, EntriesShown, IndexView};
use playground::view::message::Message;
use playground::view::receipt::{NextStep, OfferedRead, ResultView, StaleRow};
use playground::view::value::{Rim, Units};
use serde_json::{Value, json};

fn call(session: &mut Session, operation: &str, request: &Value) {
    let (operation, request) = (operation.to_owned(), request.to_string());
    let response = session.handle(Command::Call { operation, request });
    assert!(response.accepted, "{:?}", response.notices);
}

fn edit(session: &mut Session, edit: Edit) {
    assert!(session.handle(Command::Edit { table: "Orders".to_owned(), edit }).accepted);
}

fn order(order: &str) -> ItemId {
    let key = json!({ "CustomerId": { "S": "C1" }, "OrderId": { "S": order } });
    ItemId(key.to_string().into())
}

fn remove_date(session: &mut Session, id: &str) {
    edit(session, Edit::Remove { item: order(id), attribute: "OrderOpenDate".to_owned() });
}

fn set(session: &mut Session, id: &str, name: &str, kind: ValueKind, text: &str) {
    let value = ValueText { kind, text: text.to_owned() };
    edit(session, Edit::Set { item: order(id), attribute: name.to_owned(), value });
}

fn card(session: &Session, name: &str) -> Rc<IndexView> {
    let indexes = session.indexes(None, &EntriesShown::first(100), None);
    Rc::clone(indexes.cards.iter().find(|card| *card.name == *name).expect("the index exists"))
}

/// Does what the card of an index offers while it is behind.
#[track_caller]
fn read_stale(session: &mut Session, index: &str) -> Units {
    let offered = card(session, index).stale_read.clone();
    let OfferedRead { operation, request, units } = offered.expect("a change is pending");
    let (operation, request) = (operation.to_string(), request.to_string());
    assert!(session.handle(Command::Call { operation, request }).accepted);
    units
}

fn result(session: &Session) -> Rc<ResultView> {
    session.why(None).result.expect("the last operation is a read")
}

/// The order of each row of the last read, and what is out of date in it.
fn rows(session: &Session) -> Vec<(String, Option<StaleRow>)> {
    let result = result(session);
    let column = result.columns.iter().position(|name| &**name == "OrderId").expect("a key");
    let rows = result.rows.iter().map(|row| {
        let id = row.values[column].as_ref().expect("every row has its key");
        (id.text.to_string(), row.stale)
    });
    rows.collect()
}

fn row(id: &str, stale: Option<StaleRow>) -> (String, Option<StaleRow>) {
    (id.to_owned(), stale)
}

#[test]
fn the_keys_of_indexes_come_before_the_other_columns_of_a_result() {
    let mut session = Session::first();
    let (operation, request) = ("Scan".to_owned(), r#"{"TableName":"Orders"}"#.to_owned());
    assert!(session.handle(Command::Call { operation, request }).accepted);
    let columns: Vec<String> = result(&session).columns.iter().map(ToString::to_string).collect();
    assert_eq!(columns, ["CustomerId", "OrderId", "OrderOpenDate", "Total", "Notes"]);
}

#[test]
fn a_read_of_an_index_that_is_behind_marks_each_row_that_is_out_of_date() {
    let mut session = Session::first();
    assert_eq!(card(&session, "OpenOrders").stale_read, None, "nothing is pending");
    remove_date(&mut session, "O-1003");
    set(&mut session, "O-1006", "Total", ValueKind::N, "64");
    set(&mut session, "O-1004", "OrderOpenDate", ValueKind::S, "2024-05-02");
    let units = read_stale(&mut session, "OpenOrders");
    let expected = [
        row("O-1006", Some(StaleRow::OldValue)),
        row("O-1004", Some(StaleRow::NotYetIndexed)),
        row("O-1003", Some(StaleRow::NoLongerIndexed)),
    ];
    assert_eq!(rows(&session), expected);
    let result = result(&session);
    assert_eq!((result.count, result.total), (2, units), "what is not indexed yet is not returned");
    let again = result.stale.clone().and_then(|stale| stale.again).expect("it is the last read");
    assert!(!again.is_due);

    let now_ms = session.clock().now_ms;
    session.handle(Command::Advance { by_ms: again.at_ms - now_ms });
    let again = session.why(None).result.and_then(|result| result.stale.clone()?.again);
    let again = again.expect("nothing was done since");
    assert!(again.is_due);
    assert_eq!(rows(&session), expected, "the result stays what it was");
    let request = serde_json::from_str(&again.request).expect("a request is JSON");
    call(&mut session, "Query", &request);
    assert_eq!(rows(&session), [row("O-1006", None), row("O-1004", None)]);
    assert_eq!(session.why(None).result.and_then(|result| result.stale.clone()), None);
}

#[test]
fn a_strongly_consistent_read_of_what_is_out_of_date_stands_beside_the_read_of_the_index() {
    let mut session = Session::first();
    remove_date(&mut session, "O-1003");
    read_stale(&mut session, "OpenOrders");
    let stale = result(&session);
    let offered = stale.stale.clone().and_then(|stale| stale.strong).expect("it is the last read");
    assert_eq!((&*offered.operation, offered.units.halves), ("GetItem", 2));
    let request: Value = serde_json::from_str(&offered.request).expect("a request is JSON");
    assert_eq!(request["ConsistentRead"], true);
    call(&mut session, &offered.operation, &request);
    let strong = result(&session);
    assert_eq!((strong.count, strong.total), (1, offered.units));
    assert!(!strong.columns.iter().any(|name| **name == *"OrderOpenDate"), "it is removed");
    let beside = strong.beside.clone().expect("the read of the index was out of date");
    assert_eq!((&beside.rows, &*beside.source), (&stale.rows, "OpenOrders"));
    let behind = beside.stale.clone().expect("it was out of date");
    assert!(behind.again.is_some() && behind.strong.is_none());
    let lines = session.why(None).receipt.expect("a read is charged").lines.clone();
    assert_eq!(lines[0].arithmetic.last(), Some(&Message::plain("sum.strong")));

    // Of several items it is one batch, which finds no item that was deleted.
    edit(&mut session, Edit::Delete { item: order("O-1006") });
    set(&mut session, "O-1004", "OrderOpenDate", ValueKind::S, "2024-05-02");
    read_stale(&mut session, "OpenOrders");
    let offered = result(&session).stale.clone().and_then(|stale| stale.strong);
    let offered = offered.expect("it is the last read");
    let count = rows(&session).iter().filter(|(_, stale)| stale.is_some()).count() as u64;
    assert_eq!((&*offered.operation, offered.units.halves), ("BatchGetItem", 2 * count));
    let request = serde_json::from_str(&offered.request).expect("a request is JSON");
    call(&mut session, &offered.operation, &request);
    assert_eq!(result(&session).count, count - 1);
    assert!(result(&session).beside.is_some());

    // A table may be named by its ARN; a strongly consistent read of another table is of something else.
    let get = |table: &str, key: &Value| json!({ "TableName": table, "Key": key, "ConsistentRead": true });
    let arn = "arn:aws:dynamodb:us-east-1:000000000000:table/Orders";
    let key = serde_json::from_str(&order("O-1004").0).expect("an id is JSON");
    read_stale(&mut session, "OpenOrders");
    call(&mut session, "GetItem", &get(arn, &key));
    assert!(result(&session).beside.is_some());
    let other = json!({
        "TableName": "Other", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{ "AttributeName": "Id", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "Id", "KeyType": "HASH" }],
    });
    call(&mut session, "CreateTable", &other);
    read_stale(&mut session, "OpenOrders");
    call(&mut session, "GetItem", &get("Other", &json!({ "Id": { "S": "1" } })));
    assert_eq!(result(&session).beside, None);
}

#[test]
fn an_item_with_a_new_index_key_is_stale_under_the_old_one() {
    let mut session = Session::first();
    set(&mut session, "O-1006", "OrderOpenDate", ValueKind::S, "2024-07-01");
    read_stale(&mut session, "OpenOrders");
    assert_eq!(rows(&session), [row("O-1006", Some(StaleRow::OldValue)), row("O-1003", None)]);
}

#[test]
fn the_rows_of_a_deleted_item_are_marked_and_of_another_table_are_not() {
    let mut session = Session::first();
    edit(&mut session, Edit::Delete { item: order("O-1003") });
    read_stale(&mut session, "OpenOrders");
    assert_eq!(rows(&session), [row("O-1006", None), row("O-1003", Some(StaleRow::Deleted))]);
    let scan = json!({ "TableName": "Orders", "IndexName": "ByTotal" });
    call(&mut session, "Scan", &scan);
    assert!(rows(&session).iter().all(|(_, stale)| stale.is_none()), "a local index is not behind");
}

#[test]
fn a_stale_read_is_not_throttled_by_its_own_comparison_and_is_undone_with_its_write() {
    let mut session = Session::first();
    remove_date(&mut session, "O-1003");
    read_stale(&mut session, "OpenOrders");
    session.handle(Command::Undo);
    assert_eq!(card(&session, "OpenOrders").stale_read, None);
    session.handle(Command::Redo);
    read_stale(&mut session, "OpenOrders");
    assert_eq!(rows(&session)[1], row("O-1003", Some(StaleRow::NoLongerIndexed)));
}

#[test]
fn the_receipt_of_the_write_offers_the_stale_read_while_the_change_is_pending() {
    let mut session = Session::first();
    let offers = |session: &Session| {
        let suggestions = session.why(None).suggestions;
        suggestions.iter().filter(|it| matches!(it.step, NextStep::ReadStale { .. })).count()
    };
    remove_date(&mut session, "O-1003");
    assert_eq!(offers(&session), 1);
    session.handle(Command::StepToNext);
    assert_eq!(offers(&session), 0);
}

#[test]
fn a_row_of_a_second_table_is_compared_with_its_own_table() {
    let mut session = Session::first();
    let design = json!({
        "TableName": "Other",
        "AttributeDefinitions": [
            { "AttributeName": "id", "AttributeType": "S" },
            { "AttributeName": "owner", "AttributeType": "S" },
        ],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
        "GlobalSecondaryIndexes": [{
            "IndexName": "ByOwner",
            "KeySchema": [{ "AttributeName": "owner", "KeyType": "HASH" }],
            "Projection": { "ProjectionType": "ALL" },
        }],
        "BillingMode": "PAY_PER_REQUEST",
    });
    call(&mut session, "CreateTable", &design);
    session.handle(Command::Advance { by_ms: 60_000 });
    for id in ["a", "b"] {
        let item = json!({ "id": { "S": id }, "owner": { "S": "o" } });
        call(&mut session, "PutItem", &json!({ "TableName": "Other", "Item": item }));
    }
    session.handle(Command::Advance { by_ms: 60_000 });
    let key = json!({ "id": { "S": "a" } });
    call(&mut session, "DeleteItem", &json!({ "TableName": "Other", "Key": key }));
    let indexes = session.indexes(Some("Other"), &EntriesShown::first(100), None);
    let cells = &indexes.cards[0].entries;
    assert_eq!(
        cells.iter().map(|entry| entry.repeats_key).collect::<Vec<_>>(),
        [false, true],
        "both entries have one key"
    );
    let read = indexes.cards[0].stale_read.clone().expect("a change is pending");
    let request = serde_json::from_str(&read.request).expect("a request is JSON");
    call(&mut session, "Query", &request);
    let result = result(&session);
    let stale: Vec<_> = result.rows.iter().filter_map(|row| row.stale).collect();
    assert_eq!((result.count, stale), (2, vec![StaleRow::Deleted]));
}

/// The units of a query of an index, with all attributes or with those that are projected.
fn query_units(session: &mut Session, index: &str, all: bool) -> u64 {
    let mut request = json!({
        "TableName": "Orders",
        "IndexName": index,
        "KeyConditionExpression": "CustomerId = :c AND #t = :t",
        "ExpressionAttributeNames": { "#t": "Total" },
        "ExpressionAttributeValues": { ":c": { "S": "C1" }, ":t": { "N": "99" } },
    });
    if all {
        request["Select"] = "ALL_ATTRIBUTES".into();
    }
    call(session, "Query", &request);
    result(session).total.halves
}

#[test]
fn the_price_of_what_is_not_projected_is_what_the_query_pays_more_for_it() {
    let mut session = Session::first();
    let projected = query_units(&mut session, "ByTotal", false);
    let all = query_units(&mut session, "ByTotal", true);
    let card = card(&session, "ByTotal");
    let entry = card.entries.iter().find(|entry| entry.item == order("O-1003")).expect("an entry");
    let fetch = entry.cells.iter().find_map(|cell| match cell {
        CellView::NotProjected { fetch, .. } => *fetch,
        CellView::Key(_) | CellView::TableKey(_) | CellView::Value { .. } | CellView::Absent => {
            None
        }
    });
    assert_eq!(fetch, Some(Units { halves: all - projected }));
    assert!(all > projected);
}

#[test]
fn an_index_keeps_its_colour_when_another_one_is_deleted() {
    let mut session = Session::first();
    let add = |session: &mut Session, name: &str| {
        let create = json!({
            "IndexName": name,
            "KeySchema": [{ "AttributeName": "Total", "KeyType": "HASH" }],
            "Projection": { "ProjectionType": "KEYS_ONLY" },
        });
        let request = json!({
            "TableName": "Orders",
            "AttributeDefinitions": [{ "AttributeName": "Total", "AttributeType": "N" }],
            "GlobalSecondaryIndexUpdates": [{ "Create": create }],
        });
        call(session, "UpdateTable", &request);
        session.handle(Command::Advance { by_ms: 3_600_000 });
    };
    add(&mut session, "Third");
    add(&mut session, "Fourth");
    let names = ["OpenOrders", "ByTotal", "Third", "Fourth"];
    let before = names.map(|name| card(&session, name).hue);
    for (position, hue) in before.iter().enumerate() {
        assert!(before[..position].iter().all(|other| other.colour != hue.colour), "{before:?}");
    }
    assert_eq!(before.map(|hue| hue.rim), [Rim::Dashed, Rim::Double, Rim::Dashed, Rim::Dashed]);

    let (table, index) = ("Orders".to_owned(), "OpenOrders".to_owned());
    session.handle(Command::DropIndex { table, index });
    session.handle(Command::Advance { by_ms: 3_600_000 });
    let after = ["ByTotal", "Third", "Fourth"].map(|name| card(&session, name).hue);
    assert_eq!(after, before[1..]);
    add(&mut session, "Fifth");
    assert_eq!(card(&session, "Fifth").hue, before[0], "the colour that is free");
}

#[test]
fn an_attribute_that_is_a_key_of_two_indexes_shows_both() {
    let mut session = Session::first();
    let create = json!({
        "IndexName": "ByDate",
        "KeySchema": [{ "AttributeName": "OrderOpenDate", "KeyType": "HASH" }],
        "Projection": { "ProjectionType": "KEYS_ONLY" },
    });
    let request = json!({
        "TableName": "Orders",
        "AttributeDefinitions": [{ "AttributeName": "OrderOpenDate", "AttributeType": "S" }],
        "GlobalSecondaryIndexUpdates": [{ "Create": create }],
    });
    call(&mut session, "UpdateTable", &request);
    let shown = playground::view::table::ItemsShown { rows: 0..100, ..Default::default() };
    let table = session.items(None, &shown, None).expect("a table");
    let names = |indexes: &[(Rc<str>, playground::view::value::Hue)]| {
        indexes.iter().map(|(name, _)| name.to_string()).collect::<Vec<_>>()
    };
    let column = table.columns.iter().find(|it| &*it.name == "OrderOpenDate").expect("a column");
    assert_eq!(names(&column.indexes), ["OpenOrders", "ByDate"]);
    let items = table.collections.iter().flat_map(|collection| &collection.items);
    let absent = items.flat_map(|placed| &placed.item.absent).next().expect("a closed order");
    assert_eq!(names(&absent.indexes), ["OpenOrders", "ByDate"]);
}
