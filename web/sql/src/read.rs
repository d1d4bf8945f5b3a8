//! What a statement reads.

use playground::view::value::{Text, Units};

/// What a statement read of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    pub table: Text,
    /// Rows that were looked at. Each is counted once.
    pub row_count: u64,
    /// The rows of the table.
    pub of: u64,
    pub way: Way,
    /// What DynamoDB would charge for these items, eventually consistent.
    pub units: Units,
}

/// How the rows of a table were found, from the narrowest to the widest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// No row was asked for.
    None,
    /// Each by its key, as `GetItem` does.
    Key,
    /// By the first part of a key, as `Query` does.
    Partition,
    /// One after the other, as `Scan` does.
    Whole,
}
