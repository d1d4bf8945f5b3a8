//! Recursive descent: from text to syntax tree, a method for each production.
//!
//! A syntax error ends the parse. Faults of a well-formed text are noted on the way; if there are any, the one
//! that DynamoDB reports first is the result.

mod condition;
mod cursor;
mod operand;
mod update;

use crate::expression::ast::{Condition, Projection, Update};
use crate::expression::error::Parameter;
use crate::expression::parser::cursor::{Parsed, Parser};

/// Parses a condition, a filter or a key condition.
pub(crate) fn parse_condition(text: &str, parameter: Parameter) -> Parsed<Condition<'_>> {
    let mut parser = Parser::new(text, parameter)?;
    let condition = parser.condition()?;
    parser.finish(condition)
}

/// Parses an update.
pub(crate) fn parse_update(text: &str) -> Parsed<Update<'_>> {
    let mut parser = Parser::new(text, Parameter::UpdateExpression)?;
    let update = parser.update()?;
    parser.finish(update)
}

/// Parses a projection.
pub(crate) fn parse_projection(text: &str) -> Parsed<Projection<'_>> {
    let mut parser = Parser::new(text, Parameter::ProjectionExpression)?;
    let paths = parser.list(Parser::path)?;
    parser.finish(Projection(paths))
}
