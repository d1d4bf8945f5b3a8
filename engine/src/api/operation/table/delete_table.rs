//! DeleteTable: removes a table with its items and indexes.

use crate::api::error::validation::ValidationError;
use crate::api::error::{InUse, Rejected};
use crate::api::operation::definition::Definition;
use crate::api::operation::prepared::Prepared;
use crate::api::operation::table::description::deleted_description;
use crate::api::operation::table::find::find_table;
use crate::api::operation::table::members::CONTROL_TABLE_NAME;
use crate::api::operation::table::replica::check_deletable;
use crate::api::request::fields::Fields;
use crate::database::{Change, Database};
use crate::operation::Operation;
use crate::table::status::{IndexStatus, TableStatus};

pub(crate) static DEFINITION: Definition = Definition { members: &[CONTROL_TABLE_NAME], prepare };

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    let table = find_table(fields, Operation::DeleteTable, database)?;
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
    check_deletable(&name, database)?;
    let reply = deleted_description(table, database);
    Ok(Prepared::changing(reply, Change::DeleteTable(table.schema.name.clone())))
}
