//! Why a text is no database.

use std::fmt;

use crate::api::error::ApiError;

/// Why a text is no database.
#[derive(Debug, PartialEq, Eq)]
pub enum SnapshotError {
    /// It is not JSON; a file that was cut off is not.
    NotJson {
        /// Line of the first fault, from one.
        line: usize,
        /// Column in that line, from one.
        column: usize,
    },
    /// It is JSON, but says of no version of ours that it is a database.
    NotADatabase,
    /// A later version of this program wrote it.
    Newer {
        /// Its version.
        version: u64,
    },
    /// A part is missing, or is not what it should be.
    Damaged {
        /// The name of the part.
        part: &'static str,
    },
    /// A table could not have been created so.
    Table {
        /// The name of the table.
        table: String,
        /// What CreateTable says.
        error: Box<ApiError>,
    },
}

impl SnapshotError {
    pub(super) fn damaged(part: &'static str) -> Self {
        Self::Damaged { part }
    }
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson { line, column } => {
                write!(formatter, "it is not JSON from line {line}, column {column} on")
            }
            Self::NotADatabase => formatter.write_str("it is JSON, but no database"),
            Self::Newer { version } => {
                write!(formatter, "a later version wrote it, with format {version}")
            }
            Self::Damaged { part } => write!(formatter, "its part `{part}` is damaged"),
            Self::Table { table, error } => {
                write!(formatter, "its table {table} cannot be: {error}")
            }
        }
    }
}

impl std::error::Error for SnapshotError {}
