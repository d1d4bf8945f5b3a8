//! What can be wrong with an expression, and DynamoDB's words for it.

use std::fmt;
use std::ops::Range;

/// The field of a request that holds an expression, or what an expression refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the variants are the fields' names on the wire")]
pub enum Parameter {
    ConditionExpression,
    FilterExpression,
    ProjectionExpression,
    KeyConditionExpression,
    UpdateExpression,
    ExpressionAttributeNames,
    ExpressionAttributeValues,
}

/// A fault in an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpressionError {
    /// The field with the fault.
    pub parameter: Parameter,
    /// Where in the text of the field, in bytes; none if the fault is in no one place.
    pub span: Option<Range<usize>>,
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, _formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        todo!()
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{self:?}")
    }
}
