//! The requests whose time is measured: natively by `benches/engine.rs`, in a browser by `web/examples/bench.rs`.
//!
//! A shop's orders of about 300 bytes in a table with a local and a sparse global index. Every request is a text
//! and goes through `api::call`, as on the page. Each advances virtual time by a millisecond, so that
//! changes of the global index arrive while others are scheduled.

use std::fmt;

use engine::api;
use engine::clock::Timestamp;
use engine::database::{Config, Database};

/// Items with the same partition key, which a query returns as one page.
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

/// A kind of request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Call {
    /// Puts an item that is not there yet.
    PutNew,
    /// Puts an item in place of another, with another date and in or out of the global index.
    PutAgain,
    /// Reads an item.
    Get,
    /// Adds to a number, on a condition.
    Update,
    /// Reads an item collection through the local index.
    QueryPage,
    /// Reads a hundred items, of which a filter keeps some.
    ScanPage,
}

impl Call {
    pub(crate) const ALL: [Self; 6] =
        [Self::PutNew, Self::PutAgain, Self::Get, Self::Update, Self::QueryPage, Self::ScanPage];

    pub(crate) fn operation(self) -> &'static str {
        match self {
            Self::PutNew | Self::PutAgain => "PutItem",
            Self::Get => "GetItem",
            Self::Update => "UpdateItem",
            Self::QueryPage => "Query",
            Self::ScanPage => "Scan",
        }
    }

    /// The request of a turn, counted from 0, on a table that was loaded with `item_count` items.
    pub(crate) fn request(self, turn: usize, item_count: usize) -> String {
        let number = spread(turn, item_count);
        match self {
            Self::PutNew => put(item_count + turn, 0),
            Self::PutAgain => put(number, 1 + turn / item_count),
            Self::Get => format!(r#"{{ "TableName": "Orders", "Key": {} }}"#, key(number)),
            Self::Update => format!(
                r#"{{ "TableName": "Orders", "Key": {}, "UpdateExpression": "SET Amount = Amount + :more",
                    "ConditionExpression": "attribute_exists(OrderId)",
                    "ExpressionAttributeValues": {{ ":more": {{ "N": "1.50" }} }} }}"#,
                key(number)
            ),
            Self::QueryPage => format!(
                r#"{{ "TableName": "Orders", "IndexName": "ByDate",
                    "KeyConditionExpression": "CustomerId = :customer AND PlacedAt > :day",
                    "ExpressionAttributeValues":
                        {{ ":customer": {{ "S": "{}" }}, ":day": {{ "S": "2026-01" }} }} }}"#,
                customer(number)
            ),
            Self::ScanPage => format!(
                r#"{{ "TableName": "Orders", "Limit": 100, "FilterExpression": "Amount > :least",
                    "ExpressionAttributeValues": {{ ":least": {{ "N": "100" }} }},
                    "ExclusiveStartKey": {} }}"#,
                key(number)
            ),
        }
    }
}

impl fmt::Display for Call {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::PutNew => "put_new",
            Self::PutAgain => "put_again",
            Self::Get => "get",
            Self::Update => "update",
            Self::QueryPage => "query_page",
            Self::ScanPage => "scan_page",
        })
    }
}

/// A table of `item_count` items.
pub(crate) fn load(item_count: usize) -> Database {
    let mut database = Database::new(Config::default());
    send(&mut database, "CreateTable", CREATE_TABLE);
    for number in 0..item_count {
        send(&mut database, "PutItem", &put(number, 0));
    }
    database
}

/// Sends a request and returns the reply.
pub(crate) fn send(database: &mut Database, operation: &str, request: &str) -> String {
    let reply = api::call(database, operation, request).expect("the requests are valid");
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
fn spread(turn: usize, item_count: usize) -> usize {
    turn * 7_919 % item_count
}
