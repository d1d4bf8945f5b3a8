//! Operations in DynamoDB's JSON: decode, check, prepare, commit, answer.
//!
//! Each operation is a file with one `DEFINITION`. Preparing takes the database by shared reference
//! and makes everything: the reply, the receipt and the change. Committing the change cannot fail,
//! so [`preview`] is [`execute`] without the commit.

mod arn;
pub mod error;
pub mod limit;
pub mod operation;
pub mod protocol;
mod reply;
mod request;
pub mod snapshot;
pub mod typed;
pub mod value;

use serde_json::Value;

use crate::api::error::{ApiError, Refused};
use crate::api::operation::prepared::Prepared;
use crate::database::{Change, Database};
use crate::json::text::JsonText;
use crate::operation::Operation;
use crate::receipt::Receipt;
use crate::throughput::admission::Charges;

/// What an operation answers, and what it cost.
#[derive(Debug, PartialEq)]
pub struct Outcome {
    /// The reply in DynamoDB's JSON, or the refusal.
    pub reply: Result<Value, ApiError>,
    /// What was paid. A refused request has none; a failed condition is paid and has one.
    pub receipt: Option<Receipt>,
}

/// Runs an operation on a request in DynamoDB's JSON and answers in DynamoDB's JSON.
///
/// ```
/// use engine::database::{Config, Database};
///
/// let mut database = Database::new(Config::default());
/// let table = r#"{
///     "TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
///     "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
///     "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }]
/// }"#;
/// engine::api::call(&mut database, "CreateTable", table)?;
/// let put = r#"{ "TableName": "Orders", "Item": { "id": { "S": "o-1" } }, "ReturnConsumedCapacity": "TOTAL" }"#;
/// let reply = engine::api::call(&mut database, "PutItem", put)?;
/// assert_eq!(reply, r#"{"ConsumedCapacity":{"CapacityUnits":1.0,"TableName":"Orders"}}"#);
/// # Ok::<(), engine::api::error::ApiError>(())
/// ```
pub fn call(database: &mut Database, operation: &str, request: &str) -> Result<String, ApiError> {
    execute(database, operation, request).reply.map(|reply| reply.to_string())
}

/// Runs an operation as [`call`] does, and says what it cost.
pub fn execute(database: &mut Database, operation: &str, request: &str) -> Outcome {
    match prepare(database, operation, request) {
        Err(error) => {
            settle_refusal(database, &error);
            Outcome { reply: Err(*error), receipt: None }
        }
        Ok((outcome, charges, change)) => {
            database.consume(&charges);
            database.commit(change);
            outcome
        }
    }
}

/// Runs PutItem for an item that may have been in its table before the global indexes: an index whose key does not fit
/// the item leaves it out, as backfill does.
///
/// ```
/// use engine::database::{Config, Database};
///
/// let mut database = Database::new(Config::default());
/// let table = r#"{
///     "TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
///     "AttributeDefinitions": [
///         { "AttributeName": "id", "AttributeType": "S" }, { "AttributeName": "day", "AttributeType": "S" }
///     ],
///     "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
///     "GlobalSecondaryIndexes": [{
///         "IndexName": "ByDay", "Projection": { "ProjectionType": "KEYS_ONLY" },
///         "KeySchema": [{ "AttributeName": "day", "KeyType": "HASH" }]
///     }]
/// }"#;
/// engine::api::call(&mut database, "CreateTable", table)?;
/// let put = r#"{ "TableName": "Orders", "Item": { "id": { "S": "o-1" }, "day": { "N": "7" } } }"#;
/// assert!(engine::api::execute(&mut database, "PutItem", put).reply.is_err());
/// assert!(engine::api::put_older_item(&mut database, "Orders", put).reply.is_ok());
/// assert_eq!(database.table("Orders").unwrap().index("ByDay").unwrap().entries.count(), 0);
/// # Ok::<(), engine::api::error::ApiError>(())
/// ```
pub fn put_older_item(database: &mut Database, table: &str, request: &str) -> Outcome {
    database.during_backfill(table, |database| execute(database, "PutItem", request))
}

/// Counts a refusal for want of throughput. No other leaves a trace.
fn settle_refusal(database: &mut Database, error: &ApiError) {
    if let ApiError::Throttled { table, throttled } = error {
        database.consume(&Charges::of_throttled(table.clone(), throttled.clone()));
    }
}

/// Says what an operation would answer and cost. Nothing changes.
pub fn preview(database: &Database, operation: &str, request: &str) -> Outcome {
    match prepare(database, operation, request) {
        Err(error) => Outcome { reply: Err(*error), receipt: None },
        Ok((outcome, _, _)) => outcome,
    }
}

fn prepare(
    database: &Database,
    operation: &str,
    request: &str,
) -> Result<(Outcome, Charges, Change), Refused> {
    let operation = Operation::from_name(operation).ok_or(ApiError::UnknownOperation)?;
    let definition = operation.definition();
    let text = JsonText::parse(request)?;
    let wording = database.config().wording;
    let fields = definition.check(&text, wording)?;
    let prepared = (definition.prepare)(fields, database);
    let prepared = prepared.map_err(|error| definition.refusal(fields, error, wording))?;
    let Prepared { reply, arms, staleness, change, charges } = prepared;
    let is_paid = reply.is_ok() || !arms.is_empty();
    let receipt = Receipt { operation, at: database.now(), arms, staleness };
    Ok((Outcome { reply, receipt: is_paid.then_some(receipt) }, charges, change))
}
