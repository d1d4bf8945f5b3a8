//! JavaScript and TypeScript.

mod class;
mod expression;
mod primary;
pub(super) mod sdk;
mod statement;
mod types;

use crate::code::fault::CodeError;
use crate::code::read::parser::Parser;
use crate::code::read::program::Statement;
use crate::code::read::token::Language;

/// The statements of a program.
pub(super) fn program(text: &str) -> Result<Vec<Statement>, CodeError> {
    let mut parser = Parser::new(text, Language::JavaScript)?;
    let mut statements = Vec::new();
    while parser.peek(0).is_some() {
        parser.js_statement(&mut statements)?;
    }
    Ok(statements)
}
