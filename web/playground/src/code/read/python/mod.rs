//! Python.

pub(super) mod boto3;
mod collection;
mod expression;
mod statement;

use crate::code::fault::CodeError;
use crate::code::read::parser::Parser;
use crate::code::read::program::Statement;
use crate::code::read::token::Language;

/// The statements of a program.
pub(super) fn program(text: &str) -> Result<Vec<Statement>, CodeError> {
    let mut parser = Parser::new(text, Language::Python)?;
    let mut statements = Vec::new();
    parser.indent = parser.column();
    while parser.peek(0).is_some() {
        parser.py_line(&mut statements)?;
    }
    Ok(statements)
}
