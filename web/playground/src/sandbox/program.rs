//! Programs that read the streams of a sandbox.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use engine::api::program::read;
use engine::capacity::units::CapacityUnits;
use engine::database::Database;
use engine::database::program::Program;
use engine::model::name::TableName;

use crate::view::message::{Argument, Message};
use crate::view::value::Text;

/// A program that ran because of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ProgramRun {
    pub program: Text,
    /// The records of the batch: those of the operation, and those that were given with them.
    pub record_count: u64,
    /// What its requests cost.
    pub read: CapacityUnits,
    pub written: CapacityUnits,
}

/// Reads a program. Fails with what is wrong with it.
pub(crate) fn read_program(definition: &str) -> Result<Program, Message> {
    read(definition).map_err(|error| {
        let error = Argument::English(error.to_string().into());
        Message::plain("program.wrong").with("error", error)
    })
}

/// The number of the next record of each table whose stream a program reads.
pub(crate) fn next_records(database: &Database) -> BTreeMap<TableName, u64> {
    let tables: BTreeSet<&TableName> = database.programs().map(|it| &it.program.table).collect();
    let next = tables.into_iter().filter_map(|name| {
        let id = database.table(name.as_str())?.open_stream()?;
        let stream = database.streams().find(|stream| stream.id == *id)?;
        Some((name.clone(), stream.next_number()))
    });
    next.collect()
}

/// The records that were made since there were `before`.
pub(crate) fn records_since(
    before: BTreeMap<TableName, u64>,
    database: &Database,
) -> Vec<(TableName, Range<u64>)> {
    let after = next_records(database);
    let made = before.into_iter().filter_map(|(table, from)| {
        let until = *after.get(&table)?;
        (until > from).then_some((table, from..until))
    });
    made.collect()
}
