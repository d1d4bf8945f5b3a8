//! How long requests take on a table with a local and a sparse global index: `cargo bench -p engine`.
//!
//! Every request is a text and goes through `api::call`, as on the page. Virtual time moves on by a millisecond
//! with each, so that changes of the global index arrive as others set out.

use std::cell::RefCell;

use divan::Bencher;
use divan::counter::ItemsCount;
use engine::api;
use engine::clock::Timestamp;
use engine::database::{Config, Database};

/// Items in a table, where a benchmark does not vary them.
const ITEM_COUNT: usize = 10_000;

/// Items that share a partition key, and so make a page of a query.
const COLLECTION_COUNT: usize = 25;

const CREATE_TABLE: &str = r#"{
    "TableName": "Orders",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [
        { "AttributeName": "CustomerId", "AttributeType": "S" },
        { "AttributeName": "OrderId", "AttributeType": "S" },
        { "AttributeName": "PlacedAt", "AttributeType": "S" },
        { "AttributeName": "OpenSince", "AttributeType": "S" }
    ],
    "KeySchema": [
        { "AttributeName": "CustomerId", "KeyType": "HASH" },
        { "AttributeName": "OrderId", "KeyType": "RANGE" }
    ],
    "LocalSecondaryIndexes": [{
        "IndexName": "ByDate",
        "KeySchema": [
            { "AttributeName": "CustomerId", "KeyType": "HASH" },
            { "AttributeName": "PlacedAt", "KeyType": "RANGE" }
        ],
        "Projection": { "ProjectionType": "ALL" }
    }],
    "GlobalSecondaryIndexes": [{
        "IndexName": "OpenOrders",
        "KeySchema": [
            { "AttributeName": "CustomerId", "KeyType": "HASH" },
            { "AttributeName": "OpenSince", "KeyType": "RANGE" }
        ],
        "Projection": { "ProjectionType": "KEYS_ONLY" }
    }]
}"#;

fn main() {
    divan::main();
}

/// Puts items that are not there yet. The cost must stay flat, whatever the size of the table.
#[divan::bench(args = [1_000, 10_000, 100_000, 1_000_000], sample_count = 50, sample_size = 200)]
fn put_new(bencher: Bencher<'_, '_>, item_count: usize) {
    let mut number = item_count;
    measure(bencher, item_count, "PutItem", move || {
        number += 1;
        put(number, 0)
    });
}

/// Puts items in place of others, with another date and in or out of the global index.
#[divan::bench(sample_count = 50, sample_size = 200)]
fn put_again(bencher: Bencher<'_, '_>) {
    let mut turn = 0;
    measure(bencher, ITEM_COUNT, "PutItem", move || {
        turn += 1;
        put(spread(turn), 1 + turn / ITEM_COUNT)
    });
}

#[divan::bench(sample_count = 50, sample_size = 200)]
fn get(bencher: Bencher<'_, '_>) {
    let mut turn = 0;
    measure(bencher, ITEM_COUNT, "GetItem", move || {
        turn += 1;
        format!(r#"{{ "TableName": "Orders", "Key": {} }}"#, key(spread(turn)))
    });
}

#[divan::bench(sample_count = 50, sample_size = 200)]
fn update(bencher: Bencher<'_, '_>) {
    let mut turn = 0;
    measure(bencher, ITEM_COUNT, "UpdateItem", move || {
        turn += 1;
        format!(
            r#"{{ "TableName": "Orders", "Key": {}, "UpdateExpression": "SET Amount = Amount + :more",
                "ConditionExpression": "attribute_exists(OrderId)",
                "ExpressionAttributeValues": {{ ":more": {{ "N": "1.50" }} }} }}"#,
            key(spread(turn))
        )
    });
}

/// Reads an item collection of 25 items through the local index.
#[divan::bench(sample_count = 50, sample_size = 20)]
fn query_page(bencher: Bencher<'_, '_>) {
    let mut turn = 0;
    measure(bencher, ITEM_COUNT, "Query", move || {
        turn += 1;
        format!(
            r#"{{ "TableName": "Orders", "IndexName": "ByDate",
                "KeyConditionExpression": "CustomerId = :customer AND PlacedAt > :day",
                "ExpressionAttributeValues":
                    {{ ":customer": {{ "S": "{}" }}, ":day": {{ "S": "2026-01" }} }} }}"#,
            customer(spread(turn))
        )
    });
}

/// Reads a hundred items, of which a filter keeps some.
#[divan::bench(sample_count = 50, sample_size = 20)]
fn scan_page(bencher: Bencher<'_, '_>) {
    let mut turn = 0;
    measure(bencher, ITEM_COUNT, "Scan", move || {
        turn += 1;
        format!(
            r#"{{ "TableName": "Orders", "Limit": 100, "FilterExpression": "Amount > :least",
                "ExpressionAttributeValues": {{ ":least": {{ "N": "100" }} }},
                "ExclusiveStartKey": {} }}"#,
            key(spread(turn))
        )
    });
}

/// Times one operation on a table that holds so many items.
fn measure(
    bencher: Bencher<'_, '_>,
    item_count: usize,
    operation: &str,
    request: impl FnMut() -> String,
) {
    let database = RefCell::new(load(item_count));
    let request = RefCell::new(request);
    bencher
        .counter(ItemsCount::new(1_u32))
        .with_inputs(|| request.borrow_mut()())
        .bench_local_values(|request| {
            let mut database = database.borrow_mut();
            call(&mut database, operation, &request)
        });
}

fn load(item_count: usize) -> Database {
    let mut database = Database::new(Config::default());
    call(&mut database, "CreateTable", CREATE_TABLE);
    for number in 0..item_count {
        call(&mut database, "PutItem", &put(number, 0));
    }
    database
}

fn call(database: &mut Database, operation: &str, request: &str) -> String {
    let reply = api::call(database, operation, request).expect("the requests here are legal");
    database.advance_to(Timestamp(database.now().0 + 1));
    reply
}

/// A request that puts an item of about 300 bytes. One in five is in the sparse index; the version changes which.
fn put(number: usize, version: usize) -> String {
    let day = (number + version) % 28 + 1;
    let open = match (number + version) % 5 {
        0 => format!(r#""OpenSince": {{ "S": "2026-05-{day:02}" }}, "#),
        _ => String::new(),
    };
    format!(
        r#"{{ "TableName": "Orders", "Item": {{ "CustomerId": {{ "S": "{}" }}, "OrderId": {{ "S": "{}" }},
            "PlacedAt": {{ "S": "2026-05-{day:02}T10:00:00Z" }}, "Amount": {{ "N": "{}.25" }}, {open}
            "Channel": {{ "S": "web" }}, "Gift": {{ "BOOL": false }}, "Note": {{ "S": "{}" }} }} }}"#,
        customer(number),
        order(number),
        number % 400,
        "Please ring twice. ".repeat(9),
    )
}

fn key(number: usize) -> String {
    format!(
        r#"{{ "CustomerId": {{ "S": "{}" }}, "OrderId": {{ "S": "{}" }} }}"#,
        customer(number),
        order(number)
    )
}

fn customer(number: usize) -> String {
    format!("C-{:07}", number / COLLECTION_COUNT)
}

fn order(number: usize) -> String {
    format!("O-{number:08}")
}

/// Visits every item of a table once, never two neighbours in a row.
fn spread(turn: usize) -> usize {
    turn * 7_919 % ITEM_COUNT
}
