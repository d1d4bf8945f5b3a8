//! How long PartiQL statements take beside the operations that do the same: `cargo xtask bench`.
//!
//! Each pair is timed in turn, on two databases with the same items, so that other work on the machine slows both down.
//! The table has no index: the time of a write is then shortest, and the statement's share of it largest.

#![expect(clippy::disallowed_types, reason = "a bench measures time")]

use std::io::{self, Write};
use std::time::Instant;

use engine::api::{self, snapshot};
use engine::database::{Config, Database};

/// Items in the table.
const ITEM_COUNT: usize = 20_000;

/// How often each half of a pair is timed; the medians are printed.
const ROUND_COUNT: usize = 101;

/// Calls that are timed together.
const CALL_COUNT: usize = 100;

const CREATE_TABLE: &str = r#"{
    "TableName": "Orders",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [
        { "AttributeName": "CustomerId", "AttributeType": "S" },
        { "AttributeName": "OrderId", "AttributeType": "S" }
    ],
    "KeySchema": [
        { "AttributeName": "CustomerId", "KeyType": "HASH" },
        { "AttributeName": "OrderId", "KeyType": "RANGE" }
    ]
}"#;

/// A statement and the operation that does the same to an item, which has a number.
struct Pair {
    name: &'static str,
    statement: fn(usize) -> String,
    operation: &'static str,
    request: fn(usize) -> String,
}

const PAIRS: [Pair; 6] = [
    Pair {
        name: "SELECT of one item, with parameters",
        statement: |number| {
            with_key("SELECT * FROM Orders WHERE CustomerId = ? AND OrderId = ?", number)
        },
        operation: "GetItem",
        request: |number| format!(r#"{{"TableName":"Orders","Key":{}}}"#, key(number)),
    },
    Pair {
        name: "SELECT of one item, with literals",
        statement: |number| {
            let [customer, order] = key_values(number);
            let select = "SELECT * FROM Orders WHERE";
            format!(
                r#"{{"Statement":"{select} CustomerId = '{customer}' AND OrderId = '{order}'"}}"#
            )
        },
        operation: "GetItem",
        request: |number| format!(r#"{{"TableName":"Orders","Key":{}}}"#, key(number)),
    },
    Pair {
        name: "INSERT",
        statement: |number| {
            let [customer, order] = key_values(ITEM_COUNT + number);
            let item = format!(
                "'CustomerId': '{customer}', 'OrderId': '{order}', 'Channel': 'web', 'Amount': 12.25, 'Note': '{}'",
                note()
            );
            format!(r#"{{"Statement":"INSERT INTO Orders VALUE {{{item}}}"}}"#)
        },
        operation: "PutItem",
        request: |number| put(ITEM_COUNT + number),
    },
    Pair {
        name: "UPDATE",
        statement: |number| {
            let update = "UPDATE Orders SET Amount = Amount + 1.50";
            with_key(&format!("{update} WHERE CustomerId = ? AND OrderId = ?"), number)
        },
        operation: "UpdateItem",
        request: |number| {
            format!(
                r#"{{"TableName":"Orders","Key":{},"UpdateExpression":"SET Amount = Amount + :more",
                    "ExpressionAttributeValues":{{":more":{{"N":"1.50"}}}}}}"#,
                key(number)
            )
        },
    },
    Pair {
        name: "DELETE of an item",
        statement: |number| {
            with_key("DELETE FROM Orders WHERE CustomerId = ? AND OrderId = ?", number)
        },
        operation: "DeleteItem",
        request: |number| format!(r#"{{"TableName":"Orders","Key":{}}}"#, key(number)),
    },
    Pair {
        name: "DELETE of no item",
        statement: |number| {
            let delete = "DELETE FROM Orders WHERE CustomerId = ? AND OrderId = ?";
            with_key(delete, ITEM_COUNT + number)
        },
        operation: "DeleteItem",
        request: |number| format!(r#"{{"TableName":"Orders","Key":{}}}"#, key(ITEM_COUNT + number)),
    },
];

fn main() {
    let table = load();
    let mut text =
        "| statement | µs | operation | µs | times |\n|---|---|---|---|---|\n".to_owned();
    for pair in &PAIRS {
        text.push_str(&measure(pair, &table));
    }
    io::stdout().write_all(text.as_bytes()).expect("the table can be printed");
}

/// Times both calls of a pair, and returns the row of the table.
fn measure(pair: &Pair, table: &Database) -> String {
    let (mut by_statement, mut by_operation) = (table.clone(), table.clone());
    let (mut statement_ns, mut operation_ns, mut percents) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..ROUND_COUNT {
        let numbers = round * CALL_COUNT..(round + 1) * CALL_COUNT;
        let statements: Vec<String> = numbers.clone().map(|it| (pair.statement)(it)).collect();
        let requests: Vec<String> = numbers.map(|it| (pair.request)(it)).collect();
        let send_statements = |database| time(database, "ExecuteStatement", &statements);
        let send_requests = |database| time(database, pair.operation, &requests);
        // Each half is first in half of the rounds.
        let (statement, operation) = if round % 2 == 0 {
            let statement = send_statements(&mut by_statement);
            (statement, send_requests(&mut by_operation))
        } else {
            let operation = send_requests(&mut by_operation);
            (send_statements(&mut by_statement), operation)
        };
        statement_ns.push(statement);
        operation_ns.push(operation);
        percents.push(100 * statement / operation);
    }
    let same = snapshot::save(&by_statement) == snapshot::save(&by_operation);
    assert!(same, "{}: the statement does not do the same", pair.name);
    let micros = |nanoseconds| hundredths(median(nanoseconds) / 10);
    let (name, operation, times) = (pair.name, pair.operation, hundredths(median(percents)));
    let (by_statement, by_operation) = (micros(statement_ns), micros(operation_ns));
    format!("| {name} | {by_statement} | {operation} | {by_operation} | {times} |\n")
}

/// Nanoseconds that a call takes, on average of all that are made.
fn time(database: &mut Database, operation: &str, requests: &[String]) -> u128 {
    let start = Instant::now();
    for request in requests {
        let reply = api::call(database, operation, request).expect("the requests are valid");
        std::hint::black_box(reply);
    }
    start.elapsed().as_nanos() / CALL_COUNT as u128
}

fn median(mut numbers: Vec<u128>) -> u128 {
    numbers.sort_unstable();
    numbers[numbers.len() / 2]
}

/// A number of hundredths with two digits after the point.
fn hundredths(number: u128) -> String {
    format!("{}.{:02}", number / 100, number % 100)
}

fn load() -> Database {
    let mut database = Database::new(Config::default());
    api::call(&mut database, "CreateTable", CREATE_TABLE).expect("the table is accepted");
    for number in 0..ITEM_COUNT {
        api::call(&mut database, "PutItem", &put(number)).expect("the item is accepted");
    }
    database.drain_events();
    database
}

/// A request that puts an item of about 250 bytes.
fn put(number: usize) -> String {
    let [customer, order] = key_values(number);
    format!(
        r#"{{"TableName":"Orders","Item":{{"CustomerId":{{"S":"{customer}"}},"OrderId":{{"S":"{order}"}},
            "Channel":{{"S":"web"}},"Amount":{{"N":"12.25"}},"Note":{{"S":"{}"}}}}}}"#,
        note()
    )
}

/// A request with a statement that has the values of a key as its parameters.
fn with_key(statement: &str, number: usize) -> String {
    let [customer, order] = key_values(number);
    format!(
        r#"{{"Statement":"{statement}","Parameters":[{{"S":"{customer}"}},{{"S":"{order}"}}]}}"#
    )
}

fn key(number: usize) -> String {
    let [customer, order] = key_values(number);
    format!(r#"{{"CustomerId":{{"S":"{customer}"}},"OrderId":{{"S":"{order}"}}}}"#)
}

fn key_values(number: usize) -> [String; 2] {
    [format!("C-{:07}", number / 25), format!("O-{number:08}")]
}

fn note() -> String {
    "Please ring twice. ".repeat(9)
}
