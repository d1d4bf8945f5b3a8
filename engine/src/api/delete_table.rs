//! DeleteTable: removes a table with its items and indexes.

use crate::api::create_table::CONTROL_TABLE_NAME;
use crate::api::describe_table::{description_in, find_table};
use crate::api::error::{Envelope, InUse, Refused};
use crate::api::shape::Fields;
use crate::api::validation_error::ValidationError;
use crate::api::{Operation, Prepared};
use crate::database::{Change, Database, Wording};
use crate::table::lifecycle::{IndexStatus, TableStatus};

pub(crate) static OPERATION: Operation = Operation {
    name: "DeleteTable",
    wording: Wording::Classic,
    envelope: Envelope::Bare,
    members: &[CONTROL_TABLE_NAME],
    prepare,
};

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Refused> {
    let table = find_table(fields, database)?;
    let in_flux = table.indexes.iter().any(|index| index.status != IndexStatus::Active);
    let name = table.schema.name.clone();
    match table.status {
        TableStatus::Creating => return Err(InUse::TableBeingCreated { table: name }.into()),
        TableStatus::Updating => return Err(InUse::TableBeingUpdated { table: name }.into()),
        TableStatus::Active if in_flux => return Err(InUse::IndexesInFlux.into()),
        TableStatus::Active | TableStatus::Deleting => {}
    }
    if table.schema.deletion_protection {
        return Err(ValidationError::DeletionProtected.into());
    }
    let reply = description_in("TableDescription", table, TableStatus::Deleting, database);
    Ok(Prepared::changing(reply, Change::DeleteTable(table.schema.name.clone())))
}
