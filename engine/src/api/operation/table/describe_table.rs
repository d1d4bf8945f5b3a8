//! DescribeTable: the definition of a table and its state.

use crate::api::error::Rejected;
use crate::api::operation::definition::Definition;
use crate::api::operation::prepared::Prepared;
use crate::api::operation::table::description::description_in;
use crate::api::operation::table::find::find_table;
use crate::api::operation::table::members::CONTROL_TABLE_NAME;
use crate::api::request::fields::Fields;
use crate::database::Database;
use crate::operation::Operation;

pub(crate) static DEFINITION: Definition = Definition { members: &[CONTROL_TABLE_NAME], prepare };

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    let table = find_table(fields, Operation::DescribeTable, database)?;
    Ok(Prepared::answer(description_in("Table", table, table.status, database)))
}
