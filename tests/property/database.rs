//! A database with one table, and calls that must be accepted.

use engine::api::{self, Outcome};
use engine::database::{Config, Database};
use serde_json::{Value, json};
use support::item::Attributes;
use support::table::create_request;

/// A database with one table, in the notation of specs.
pub(crate) fn table(text: &str) -> Database {
    let mut database = Database::new(Config::default());
    let request = create_request(text);
    call(&mut database, "CreateTable", &request);
    database
}

/// Puts an item that must be accepted.
pub(crate) fn put(database: &mut Database, item: &Attributes) -> Outcome {
    let outcome = api::execute(
        database,
        "PutItem",
        &json!({ "TableName": "Things", "Item": item }).to_string(),
    );
    assert!(outcome.reply.is_ok(), "{item:?}: {outcome:?}");
    outcome
}

/// Makes a call that must be accepted.
pub(crate) fn call(database: &mut Database, operation: &str, request: &Value) -> Value {
    let outcome = api::execute(database, operation, &request.to_string());
    outcome.reply.unwrap_or_else(|error| panic!("{operation} {request} is rejected: {error}"))
}
