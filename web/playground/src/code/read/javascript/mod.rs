//! JavaScript and TypeScript.

mod class;
mod expression;
pub(super) mod option;
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

#[cfg(test)]
mod tests {
    use crate::code::read::parser::Parser;
    use crate::code::read::token::Language;

    #[test]
    fn what_is_within_a_pattern_is_read_once() {
        let steps = |depth: usize| {
            let (open, close) = ("for (const { a = () => {", "} } of b) {}");
            let text = open.repeat(depth) + &close.repeat(depth);
            let mut parser = Parser::new(&text, Language::JavaScript).expect("it has tokens");
            parser.js_statement(&mut Vec::new()).expect("it is a statement");
            parser.step_count
        };
        assert_eq!(steps(6) - steps(5), steps(5) - steps(4));
    }
}
