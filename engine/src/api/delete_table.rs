//! DeleteTable: removes a table with its items and indexes.

use serde_json::json;

use crate::api::create_table::CONTROL_TABLE_NAME;
use crate::api::describe_table::{Status, describe, find_table};
use crate::api::error::{ApiError, Envelope, ValidationError};
use crate::api::shape::{Fields, Wording};
use crate::api::{Operation, Prepared};
use crate::database::{Change, Database};

pub(crate) static OPERATION: Operation = Operation {
    name: "DeleteTable",
    wording: Wording::Classic,
    envelope: Envelope::Bare,
    members: &[CONTROL_TABLE_NAME],
    prepare,
};

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, ApiError> {
    let table = find_table(fields, database)?;
    if table.schema.deletion_protection {
        return Err(ValidationError::DeletionProtected.into());
    }
    let description = describe(table, Status::Deleting);
    Ok(Prepared {
        reply: Ok(json!({ "TableDescription": description })),
        arms: Vec::new(),
        staleness: None,
        change: Change::DeleteTable(table.schema.name.clone()),
    })
}
