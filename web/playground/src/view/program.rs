//! Programs that read the stream of a table.

use crate::view::message::Message;
use crate::view::value::{SqlUse, Text, Units};

/// The programs of a table, and what can be begun with.
#[derive(Debug, Clone, PartialEq)]
pub struct ProgramsView {
    pub table: Text,
    /// Whether the table has a stream.
    pub has_stream: bool,
    /// Whether the table stands for one of an SQL database, whose stored procedures are programs.
    pub is_sql: bool,
    /// Whether the records of an earlier stream of the table can still be read.
    pub has_earlier: bool,
    pub programs: Vec<ProgramView>,
    /// What a program could be: a key of its name in the catalogue, and its JSON.
    pub proposals: Vec<(&'static str, Text)>,
}

/// A program, and what it did.
#[derive(Debug, Clone, PartialEq)]
pub struct ProgramView {
    pub name: Text,
    /// The table whose stream it reads.
    pub table: Text,
    /// Its JSON.
    pub definition: Text,
    pub state: ProgramState,
    /// Records that wait for it.
    pub waiting_count: u64,
    /// Whether the next of them failed, and the others wait behind it.
    pub is_blocked: bool,
    /// How often it ran to its end, and on how many records.
    pub run_count: u64,
    pub record_count: u64,
    /// How often it failed.
    pub failure_count: u64,
    /// Records that it will never read.
    pub lost_count: u64,
    /// What its requests took.
    pub read: Units,
    pub written: Units,
    pub sql: SqlUse,
    /// What would go wrong if it ran, unless it has failed.
    pub warning: Option<Message>,
    /// What it failed with when it ran last.
    pub failure: Option<Text>,
}

/// Whether a program runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProgramState {
    /// It is given the records of the stream.
    Attached,
    /// The table has no stream.
    NoStream,
    /// The table is not there.
    NoTable,
    /// It was stopped, because programs followed from each other too often.
    Stopped,
}
