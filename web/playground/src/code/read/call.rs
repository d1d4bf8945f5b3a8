//! A call as a program or script writes it.

use engine::operation::Operation;

use crate::code::literal::Literal;

/// Calls of a text that are read at most.
pub(super) const CALL_COUNT_MAX: usize = 100;

/// How a call writes attribute values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueForm {
    /// As DynamoDB JSON.
    Typed,
    /// As the language has them.
    Native,
    /// In one of both ways, which only the values tell.
    Either,
}

/// A call as it is written.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Call {
    pub operation: Operation,
    pub request: Literal,
    pub form: ValueForm,
    pub unknown: Vec<String>,
    /// The first byte of the call.
    pub offset: usize,
}

/// The string in place of a value that is not known.
pub(super) fn unknown_text(source: &str) -> String {
    format!("‹{source}›")
}
