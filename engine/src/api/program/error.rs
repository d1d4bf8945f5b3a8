//! What can be wrong with a program, in words.

use std::error::Error;
use std::fmt;

use crate::api::shape::{ShapeFault, not_json};

/// Why a program was not attached.
#[derive(Debug)]
pub enum ProgramError {
    /// It is no JSON.
    Json(serde_json::Error),
    /// It lacks a member, or has one that is not known or of another type.
    Shape {
        /// Of what: the program, or a part of it.
        part: &'static str,
        /// What is wrong with it.
        fault: ShapeFault,
    },
    /// Its JSON is too long.
    TooLong {
        /// Bytes that it may have.
        max: usize,
    },
    /// A text or a list is too short or too long.
    Length {
        /// Which.
        member: &'static str,
        /// The least that it has.
        min: u64,
        /// The most.
        max: u64,
        /// Of what.
        unit: &'static str,
    },
    /// A number is too small or too large.
    OutOfRange {
        /// Whose.
        member: &'static str,
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// There is no such table.
    UnknownTable {
        /// Its name.
        table: String,
    },
    /// The table has no stream.
    NoStream {
        /// Its name.
        table: String,
    },
    /// A request names an operation that programs do not send.
    UnknownOperation {
        /// Its name.
        operation: String,
    },
    /// Something between braces is not a placeholder.
    UnknownPlaceholder {
        /// What is between the braces.
        text: String,
    },
    /// An element that is repeated has another one.
    RepeatedTwice,
    /// A batch may have more records than requests can be sent for.
    TooManyRequests {
        /// Requests that are sent for a batch.
        max: usize,
    },
    /// A brace is not closed.
    OpenBrace,
    /// A filter has something that no filter has.
    UnknownFilter {
        /// Where, as JSON.
        text: String,
    },
}

impl From<serde_json::Error> for ProgramError {
    fn from(error: serde_json::Error) -> Self {
        Self::Json(error)
    }
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => f.write_str(&not_json(error)),
            Self::Shape { part, fault } => write!(f, "{part}: {fault}"),
            Self::Length { member, min, max, unit } => {
                write!(f, "{member} has from {min} to {max} {unit}")
            }
            Self::TooLong { max } => write!(f, "a program has at most {max} bytes"),
            Self::OutOfRange { member, min, max } => write!(f, "{member} is from {min} to {max}"),
            Self::UnknownTable { table } => write!(f, "there is no table {table}"),
            Self::NoStream { table } => write!(f, "{table} has no stream"),
            Self::UnknownOperation { operation } => {
                write!(f, "a program does not send {operation}")
            }
            Self::UnknownPlaceholder { text } => {
                write!(f, "{{{text}}} is not a placeholder; {{{{ is a brace")
            }
            Self::RepeatedTwice => f.write_str("{each} is not within another {each}"),
            Self::TooManyRequests { max } => write!(
                f,
                "BatchSize times the requests that are sent for each record is at most {max}"
            ),
            Self::OpenBrace => f.write_str("a placeholder lacks its closing brace; {{ is a brace"),
            Self::UnknownFilter { text } => write!(f, "a filter cannot have {text}"),
        }
    }
}

impl Error for ProgramError {}
