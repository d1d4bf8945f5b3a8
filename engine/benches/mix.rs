//! What is timed: natively by `benches/engine.rs`, in Chromium by `web/examples/bench.rs`.
//!
//! A shop's orders, a hundred to a customer, of 300 bytes each. A local index holds all of them by their total;
//! a sparse global one holds the tenth of them that is open. Time passes with every call, so that changes reach
//! the global index at the pace at which they are made.

use std::fmt;

use engine::api;
use engine::clock::Timestamp;
use engine::database::{Config, Database};

/// Orders of one customer.
const COLLECTION_SIZE: u32 = 100;

/// Requests of a kind that are written down before the clock runs; then they begin again.
const REQUEST_COUNT: u32 = 8_192;

/// Brings an order to 300 bytes, and to 323 while it is open.
const NOTE_SIZE: usize = 254;

const TABLE: &str = r#"{
    "TableName": "Orders",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [
        { "AttributeName": "CustomerId", "AttributeType": "S" },
        { "AttributeName": "OrderId", "AttributeType": "S" },
        { "AttributeName": "Total", "AttributeType": "N" },
        { "AttributeName": "OrderOpenDate", "AttributeType": "S" }
    ],
    "KeySchema": [
        { "AttributeName": "CustomerId", "KeyType": "HASH" },
        { "AttributeName": "OrderId", "KeyType": "RANGE" }
    ],
    "LocalSecondaryIndexes": [{
        "IndexName": "ByTotal",
        "KeySchema": [
            { "AttributeName": "CustomerId", "KeyType": "HASH" },
            { "AttributeName": "Total", "KeyType": "RANGE" }
        ],
        "Projection": { "ProjectionType": "KEYS_ONLY" }
    }],
    "GlobalSecondaryIndexes": [{
        "IndexName": "OpenOrders",
        "KeySchema": [
            { "AttributeName": "CustomerId", "KeyType": "HASH" },
            { "AttributeName": "OrderOpenDate", "KeyType": "RANGE" }
        ],
        "Projection": { "ProjectionType": "INCLUDE", "NonKeyAttributes": ["Total"] }
    }]
}"#;

/// A kind of request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Call {
    /// Replaces an order: its entry in the local index moves, and a fifth of them enter or leave the global one.
    Put,
    /// Reads an order.
    Get,
    /// Adds to an order's total by expression: again its entry moves.
    Update,
    /// The 25 newest orders of a customer.
    QueryPage,
    /// A page of a scan as large as pages get: 1 MB.
    ScanPage,
}

impl Call {
    pub(crate) const ALL: [Self; 5] =
        [Self::Put, Self::Get, Self::Update, Self::QueryPage, Self::ScanPage];

    fn operation(self) -> &'static str {
        match self {
            Self::Put => "PutItem",
            Self::Get => "GetItem",
            Self::Update => "UpdateItem",
            Self::QueryPage => "Query",
            Self::ScanPage => "Scan",
        }
    }

    fn request(self, position: u32, item_count: u32) -> String {
        // The second half of the requests changes what the first half wrote: none of them finds its work done.
        let half = REQUEST_COUNT / 2;
        let order = scattered(position % half, item_count);
        match self {
            Self::Put => put(order, position / half),
            Self::Get => format!(r#"{{"TableName":"Orders","Key":{}}}"#, key(order)),
            Self::Update => format!(
                r#"{{"TableName":"Orders","Key":{},"UpdateExpression":"SET Total = Total + :more","ExpressionAttributeValues":{{":more":{{"N":"1"}}}}}}"#,
                key(order)
            ),
            Self::QueryPage => format!(
                r#"{{"TableName":"Orders","KeyConditionExpression":"CustomerId = :customer","ExpressionAttributeValues":{{":customer":{{"S":"{}"}}}},"ScanIndexForward":false,"Limit":25}}"#,
                customer(order)
            ),
            Self::ScanPage => {
                format!(r#"{{"TableName":"Orders","ExclusiveStartKey":{}}}"#, key(order))
            }
        }
    }
}

impl fmt::Display for Call {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(self.operation())
    }
}

/// A table of so many orders, with all changes arrived.
pub(crate) fn orders(item_count: u32) -> Database {
    let mut database = Database::new(Config::default());
    send(&mut database, "CreateTable", TABLE);
    for order in 0..item_count {
        send(&mut database, "PutItem", &put(order, 0));
    }
    while let Some(due) = database.next_due() {
        database.advance_to(due);
    }
    database.drain_events();
    database
}

/// Requests of one kind, without end.
pub(crate) struct Stream {
    operation: &'static str,
    requests: Vec<String>,
    next: usize,
}

impl Stream {
    pub(crate) fn new(call: Call, item_count: u32) -> Self {
        let requests = (0..REQUEST_COUNT).map(|position| call.request(position, item_count));
        Self { operation: call.operation(), requests: requests.collect(), next: 0 }
    }

    /// Sends the next request and returns the size of its reply.
    pub(crate) fn send(&mut self, database: &mut Database) -> usize {
        let request = &self.requests[self.next];
        self.next = (self.next + 1) % self.requests.len();
        send(database, self.operation, request)
    }
}

fn send(database: &mut Database, operation: &str, request: &str) -> usize {
    let reply = api::call(database, operation, request);
    let reply = reply.expect("every request of the mix is one that DynamoDB takes");
    database.advance_to(Timestamp(database.now().0 + 1));
    database.drain_events();
    reply.len()
}

/// Visits all orders in an order that no cache foresees: a prime that does not divide the count steps over them.
fn scattered(position: u32, item_count: u32) -> u32 {
    let step = u64::from(position) * 7_919;
    u32::try_from(step % u64::from(item_count)).expect("it is below the count")
}

fn put(order: u32, version: u32) -> String {
    let open_date = if order % 10 == version {
        format!(r#","OrderOpenDate":{{"S":"2026-11-{:02}"}}"#, order % 28 + 1)
    } else {
        String::new()
    };
    format!(
        r#"{{"TableName":"Orders","Item":{{"CustomerId":{{"S":"{}"}},"OrderId":{{"S":"{}"}},"Total":{{"N":"{}"}},"Note":{{"S":"{:NOTE_SIZE$}"}}{open_date}}}}}"#,
        customer(order),
        order_id(order),
        10_000 + order % 60_000 + version,
        "as ordered"
    )
}

fn key(order: u32) -> String {
    format!(
        r#"{{"CustomerId":{{"S":"{}"}},"OrderId":{{"S":"{}"}}}}"#,
        customer(order),
        order_id(order)
    )
}

fn customer(order: u32) -> String {
    format!("c-{:05}", order / COLLECTION_SIZE)
}

fn order_id(order: u32) -> String {
    format!("o-{order:07}")
}
