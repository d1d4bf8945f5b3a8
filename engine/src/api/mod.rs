//! Operations in DynamoDB's JSON: decode, check, prepare, commit, answer.
//!
//! Each operation is a file with one `DEFINITION`. Preparing takes the database by shared reference
//! and makes everything: the reply, the receipt and the change. Committing the change cannot fail,
//! so [`preview`] is [`execute`] without the commit.

pub mod access;
mod arn;
mod decided;
pub mod error;
pub mod limit;
pub mod operation;
pub mod program;
pub mod protocol;
mod reply;
pub mod request;
mod shape;
pub mod snapshot;
pub mod typed;
pub mod value;

pub use crate::api::arn::{
    REGION_SETS, REGIONS, TABLE_ARN_PREFIX, region, replica_arn, set_owner, table_arn,
};
pub use crate::api::decided::{Decided, Outcome};
pub use crate::api::reply::ReplyJson;
pub use crate::api::request::unknown_member::ignore_unknown_members;

use std::collections::BTreeMap;

use crate::api::access::Caller;
use crate::api::error::code::ErrorCode;
use crate::api::error::{ApiError, Rejected};
use crate::api::operation::partiql::{batch_execute_statement, execute_statement};
use crate::api::operation::prepared::Prepared;
use crate::api::request::fields::Fields;
use crate::database::{Change, Database};
use crate::json::text::{Json, JsonText};
use crate::operation::Operation;
use crate::partiql::plan::Plan;
use crate::receipt::Receipt;
use crate::throughput::admission::Charges;
use crate::throughput::decision::Decision;

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
    decide(database, operation, request).apply(database).reply.map(|reply| reply.to_text())
}

/// Runs an operation as [`call`] does, and says what it cost.
pub fn execute(database: &mut Database, operation: &str, request: &str) -> Outcome {
    decide(database, operation, request).apply(database).into_tree()
}

/// Decides what becomes of a request, without doing it.
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
/// let decided = engine::api::decide(&database, "CreateTable", table);
/// let decision = decided.decision().expect("it changes the database");
/// let mut other = database.clone();
/// decided.apply(&mut database).reply?;
/// engine::api::repeat(&mut other, "CreateTable", table, &decision)?;
/// assert!(other.table("Orders").is_some());
/// # Ok::<(), engine::api::error::ApiError>(())
/// ```
pub fn decide(database: &Database, operation: &str, request: &str) -> Decided {
    decide_as(None, database, operation, request)
}

/// Decides what becomes of a request that a caller sends; of one of the owner, who may do all, if there is no caller.
///
/// A request is denied if its syntax is right and the policies do not allow all that it does, before tables, conditions and
/// throughput are looked at. It costs nothing. Of a batch of statements only those that are denied fail.
pub fn decide_as(
    caller: Option<&Caller>,
    database: &Database,
    operation: &str,
    request: &str,
) -> Decided {
    let rulings = caller.map(|it| it.rule(database, operation, request)).unwrap_or_default();
    let denied = caller.map(|it| it.denied_statements(&rulings)).unwrap_or_default();
    let whole = rulings.iter().filter(|ruling| ruling.statement.is_none());
    let denial = caller.and_then(|caller| whole.into_iter().find_map(|it| caller.denial(it)));
    let prepared = match denial {
        Some(denial) => Err(fault_of_syntax(database, operation, request).unwrap_or(denial)),
        None => prepare(database, operation, request, &denied),
    };
    match prepared {
        Ok((outcome, charges, change)) => {
            Decided { outcome, charges, change: Some(change), rulings }
        }
        Err(error) => {
            let charges = charges_of_rejection(&error);
            let outcome = Outcome { reply: Err(*error), receipt: None };
            Decided { outcome, charges, change: None, rulings }
        }
    }
}

/// What is wrong with a request whatever tables there are.
fn fault_of_syntax(database: &Database, operation: &str, request: &str) -> Option<Rejected> {
    let empty = Database::new(*database.config());
    let fault = prepare(&empty, operation, request, &BTreeMap::new()).err()?;
    match fault.code() {
        ErrorCode::Serialization | ErrorCode::UnknownOperation | ErrorCode::Validation => {
            Some(fault)
        }
        _ => None,
    }
}

/// Does a request again as it was decided: parts that were throttled are not done now, and parts that were served are
/// not throttled now.
///
/// Fails if a request that was accepted is rejected, which means that the database is not as it was.
pub fn repeat(
    database: &mut Database,
    operation: &str,
    request: &str,
    decision: &Decision,
) -> Result<(), ApiError> {
    if decision.is_rejected {
        let decided = decide(database, operation, request);
        if decided.outcome.reply.is_err() {
            decided.apply(database);
        }
        return Ok(());
    }
    let decided = database.as_decided(decision, |database| decide(database, operation, request));
    decided.apply(database).reply.map(drop)
}

/// Returns what a request of ExecuteStatement would do: the operation, the table or index, the conditions, and why.
/// Nothing is read, and nothing changes. EXISTS has a plan although it is for transactions only.
///
/// ```
/// use engine::database::{Config, Database};
/// use engine::partiql::plan::{Plan, ReadAccess};
///
/// let mut database = Database::new(Config::default());
/// let table = r#"{
///     "TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
///     "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
///     "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }]
/// }"#;
/// engine::api::call(&mut database, "CreateTable", table)?;
/// let request = r#"{ "Statement": "SELECT * FROM Orders WHERE total > 5" }"#;
/// let Plan::Read(plan) = engine::api::partiql_plan(&database, request)? else { panic!("it reads") };
/// assert!(matches!(plan.access, ReadAccess::Scan { .. }));
/// # Ok::<(), engine::api::error::ApiError>(())
/// ```
pub fn partiql_plan(database: &Database, request: &str) -> Result<Plan, ApiError> {
    let definition = Operation::ExecuteStatement.definition();
    let checks = Operation::ExecuteStatement.checks(database.config().wording);
    let text = JsonText::parse(request).map_err(|error| *Rejected::from(error))?;
    let plan = definition.check(&text, checks).and_then(|fields| {
        let taken = execute_statement::take_plan(fields, database);
        taken.map_err(|error| definition.rejection(fields, error, checks))
    });
    plan.map_err(|error| *error)
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
/// assert!(engine::api::put_older_item(&mut database, put).reply.is_ok());
/// assert_eq!(database.table("Orders").unwrap().index("ByDay").unwrap().entries.count(), 0);
/// # Ok::<(), engine::api::error::ApiError>(())
/// ```
pub fn put_older_item(database: &mut Database, request: &str) -> Outcome {
    // A request that names no table is rejected by PutItem itself.
    let table = named_table(request).unwrap_or_default();
    database.during_backfill(&table, |database| execute(database, "PutItem", request))
}

/// The table that a request names, by its name or its ARN.
fn named_table(request: &str) -> Option<String> {
    let text = JsonText::parse(request).ok()?;
    match text.root() {
        Json::Object(members) => {
            Some(arn::table_name(Fields::new(members).text("TableName")?).to_owned())
        }
        _ => None,
    }
}

/// A request that was throttled is counted. No other rejected request changes anything.
fn charges_of_rejection(error: &ApiError) -> Charges {
    match error {
        ApiError::Throttled { table, throttled } => {
            Charges::of_throttled(table.clone(), throttled.clone())
        }
        _ => Charges::default(),
    }
}

/// Returns what an operation would answer and cost. Nothing changes.
pub fn preview(database: &Database, operation: &str, request: &str) -> Outcome {
    decide(database, operation, request).outcome.into_tree()
}

fn prepare(
    database: &Database,
    operation: &str,
    request: &str,
    denied: &BTreeMap<usize, ApiError>,
) -> Result<(Outcome<ReplyJson>, Charges, Change), Rejected> {
    let operation = Operation::from_name(operation).ok_or(ApiError::UnknownOperation)?;
    let definition = operation.definition();
    let text = JsonText::parse(request)?;
    let checks = operation.checks(database.config().wording);
    let fields = definition.check(&text, checks)?;
    let prepared = match operation {
        Operation::BatchExecuteStatement => {
            batch_execute_statement::prepare_except(fields, database, denied)
        }
        _ => (definition.prepare)(fields, database),
    };
    let prepared = prepared.map_err(|error| definition.rejection(fields, error, checks))?;
    let Prepared { reply, arms, staleness, change, charges } = prepared;
    let is_paid = reply.is_ok() || !arms.is_empty();
    let wait_ms = database.wait_ms(&arms);
    let receipt = Receipt { operation, at: database.now(), arms, staleness, wait_ms };
    Ok((Outcome { reply, receipt: is_paid.then_some(receipt) }, charges, change))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::Config;

    const TABLE: &str = r#"{
        "TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [
            { "AttributeName": "id", "AttributeType": "S" }, { "AttributeName": "day", "AttributeType": "S" }
        ],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
        "GlobalSecondaryIndexes": [{
            "IndexName": "ByDay", "Projection": { "ProjectionType": "KEYS_ONLY" },
            "KeySchema": [{ "AttributeName": "day", "KeyType": "HASH" }]
        }]
    }"#;

    #[test]
    fn an_older_item_is_put_into_the_table_that_its_request_names() {
        let mut database = Database::new(Config::default());
        call(&mut database, "CreateTable", TABLE).expect("the table is accepted");
        for name in ["Orders", arn::table_arn("Orders").as_str()] {
            let item = r#"{ "id": { "S": "o-1" }, "day": { "N": "7" } }"#;
            let put = format!(r#"{{ "TableName": "{name}", "Item": {item} }}"#);
            assert!(execute(&mut database, "PutItem", &put).reply.is_err());
            assert!(put_older_item(&mut database, &put).reply.is_ok());
        }
    }

    #[test]
    fn an_older_item_without_a_table_is_rejected_as_by_put_item() {
        let mut database = Database::new(Config::default());
        for put in ["", "[]", "{}", r#"{ "TableName": 7 }"#, r#"{ "TableName": "Orders" }"#] {
            let expected = execute(&mut database, "PutItem", put);
            assert_eq!(put_older_item(&mut database, put), expected, "{put}");
        }
    }
}
