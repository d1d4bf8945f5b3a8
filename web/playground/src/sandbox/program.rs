//! Programs that read the streams of a sandbox.

use std::ops::Range;

use engine::api::program::read;
use engine::capacity::units::CapacityUnits;
use engine::database::Database;
use engine::database::program::Program;
use engine::table::stream::StreamId;

use crate::view::message::{Argument, Message};
use crate::view::value::Text;

/// A program that ran because of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramRun {
    pub program: Text,
    /// The records of its batches: those of the operation, and those that were given with them.
    pub record_count: u64,
    /// How often it failed.
    pub failure_count: u64,
    /// What its requests cost.
    pub read: CapacityUnits,
    pub written: CapacityUnits,
}

/// Records that an operation made in a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    pub stream: StreamId,
    pub numbers: Range<u64>,
}

/// Reads a program. Fails with what is wrong with it.
pub(crate) fn read_program(definition: &str) -> Result<Program, Message> {
    read(definition).map_err(|error| {
        let error = Argument::English(error.to_string().into());
        Message::plain("program.wrong").with("error", error)
    })
}

/// The number of the next record of each stream, if there are programs.
pub(crate) fn next_records(database: &Database) -> Vec<(StreamId, u64)> {
    match database.programs().next() {
        None => Vec::new(),
        Some(_) => database.streams().map(|it| (it.id.clone(), it.next_number())).collect(),
    }
}

/// The records that were made since there were `before`.
pub(crate) fn records_since(before: Vec<(StreamId, u64)>, database: &Database) -> Vec<Made> {
    let made = before.into_iter().filter_map(|(stream, from)| {
        let grown = database.streams().find(|it| it.id == stream)?;
        let numbers = from..grown.next_number();
        (!numbers.is_empty()).then_some(Made { stream, numbers })
    });
    made.collect()
}
