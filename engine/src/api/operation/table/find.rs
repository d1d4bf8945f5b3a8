//! The table that an operation on tables names.

use crate::api::error::{ApiError, InUse, Rejected};
use crate::api::request::fields::Fields;
use crate::api::request::members::{self, check_account};
use crate::database::Database;
use crate::operation::Operation;
use crate::table::Table;
use crate::table::status::TableStatus;

/// Checks that a table has been created and is not being deleted.
pub(crate) fn check_alive(table: &Table) -> Result<(), InUse> {
    let name = table.schema.name.clone();
    match table.status {
        TableStatus::Active | TableStatus::Updating => Ok(()),
        TableStatus::Creating => Err(InUse::TableBeingCreated { table: name }),
        TableStatus::Deleting => Err(InUse::TableBeingDeleted { table: name }),
    }
}

/// The table that an operation on tables names.
pub(crate) fn find_table<'d>(
    fields: Fields<'_>,
    operation: Operation,
    database: &'d Database,
) -> Result<&'d Table, Rejected> {
    check_account(fields.required_text("TableName"), operation.name())?;
    let name = members::table_name(fields);
    database.table(name).ok_or_else(|| ApiError::TableNotFound { table: name.to_owned() }.into())
}
