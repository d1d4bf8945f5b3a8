//! Programs that read the streams of a sandbox.

use engine::api::program::read;
use engine::database::program::Program;
use engine::receipt::Taken;

use crate::view::message::{Argument, Message};
use crate::view::value::Text;

/// A program that ran because of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramRun {
    pub program: Text,
    /// The records of the batches on which it ran to its end: those of the operation, and those that were given with them.
    pub record_count: u64,
    /// How often it failed.
    pub failure_count: u64,
    /// What its requests took.
    pub taken: Taken,
}

/// Reads a program. Fails with what is wrong with it.
pub(crate) fn read_program(definition: &str) -> Result<Program, Message> {
    read(definition).map_err(|error| {
        let error = Argument::English(error.to_string().into());
        Message::plain("program.wrong").with("error", error)
    })
}
