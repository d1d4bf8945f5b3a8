//! A request as PartiQL statements with the same effect and the same units.
//!
//! Not every request has them. PutItem replaces an item and INSERT does not; UpdateItem creates an item and UPDATE does
//! not; DELETE succeeds where a condition of DeleteItem fails on a missing item. Which attribute orders a Query, and
//! whether a filter turns a Scan into a Query, depends on the table. So each statement is planned before it is shown, and a
//! request without a statement gets the reason. A request that DynamoDB rejects has none: it could have a statement that runs.
//!
//! What a statement cannot say, such as `ConsistentRead` and `Limit`, is a member of its request, and written as a comment.

mod action;
mod batch;
mod expression;
mod reason;
mod statement;
mod update;
mod value;

use engine::api;
use engine::api::error::ApiError;
use engine::database::Database;
use engine::operation::{Access, Operation};

use crate::code::literal::Literal;
use crate::code::write::json::dynamodb_json;
use crate::code::write::partiql::action::Action;
use crate::code::write::partiql::reason::Reason;
use crate::view::message::Message;

/// The statements of a request, or why it has none.
pub(in crate::code) fn text(
    operation: Operation,
    request: &Literal,
    database: &Database,
) -> Result<String, Message> {
    write(operation, request, database).map_err(Message::from)
}

fn write(operation: Operation, request: &Literal, database: &Database) -> Result<String, Reason> {
    check(operation, request, database)?;
    let action = || Action::of(request, database);
    let statement = match operation {
        Operation::GetItem => action()?.get_item(),
        Operation::Query => action()?.query(),
        Operation::Scan => action()?.scan(),
        Operation::PutItem => action()?.put_item(),
        Operation::UpdateItem => action()?.update_item(),
        Operation::DeleteItem => action()?.delete_item(),
        Operation::BatchGetItem => return batch::gets(request, database),
        Operation::BatchWriteItem => return batch::deletes(request, database),
        Operation::TransactGetItems => return batch::transaction_of_gets(request, database),
        Operation::TransactWriteItems => return batch::transaction_of_writes(request, database),
        _ if operation.access() == Access::RunStatements => return Err(Reason::IsPartiql),
        _ => return Err(Reason::NoStatement { operation: operation.name() }),
    };
    Ok(statement?.to_string())
}

/// Checks that DynamoDB does not reject a request whatever the items are.
fn check(operation: Operation, request: &Literal, database: &Database) -> Result<(), Reason> {
    let reply = api::preview(database, operation.name(), &dynamodb_json(request)).reply;
    let is_invalid = matches!(reply, Err(ApiError::Validation { .. } | ApiError::Serialization(_)));
    match reply {
        Err(error) if is_invalid => Err(Reason::Invalid { error: error.to_string() }),
        Ok(_) | Err(_) => Ok(()),
    }
}
