//! Where expressions end, and how those that are not read are skipped.

use crate::code::fault::{CodeError, CodeFault, Expected};
use crate::code::read::reader::Reader;
use crate::code::read::token::{Language, Token};

/// Tokens of unknown expressions in all: what is unknown can be within something else that is.
const SKIPPED_COUNT_MAX: usize = 1_000_000;

/// Words that continue an expression.
const OPERATORS: [&str; 10] =
    ["and", "as", "else", "for", "if", "in", "instanceof", "is", "not", "or"];

impl Reader<'_> {
    /// Whether no operator continues the expression before the next token.
    pub(super) fn is_end(&self) -> bool {
        matches!(self.peek(0), None | Some(Token::Symbol(',' | ')' | ']' | '}' | ';')))
    }

    /// Whether the next token is a value and not an operator.
    pub(super) fn is_operand(&self) -> bool {
        match self.peek(0) {
            Some(Token::Word(word)) => !OPERATORS.contains(word),
            Some(Token::Number(_) | Token::Text(_) | Token::Bytes(_)) => true,
            Some(Token::Template | Token::OpenText | Token::Symbol(_)) | None => false,
        }
    }

    /// Whether the next token begins a line, and is none that continues an expression.
    pub(super) fn is_line_end(&self) -> bool {
        let Some(next) = self.tokens.get(self.at) else { return true };
        let before = self.tokens.get(self.at.wrapping_sub(1)).map_or(0, |before| before.end);
        let is_new_line = self.text.get(before..next.start).is_some_and(|gap| gap.contains('\n'));
        let continues = self.language == Language::JavaScript
            && matches!(
                next.token,
                Token::Symbol('.' | '(' | '[' | '+' | '-' | '*' | '/' | '?' | '&' | '|')
            );
        is_new_line && !continues
    }

    /// Skips `as const` and other types of TypeScript.
    pub(super) fn skip_type(&mut self) {
        let is_type = matches!(self.peek(0), Some(Token::Word("as" | "satisfies")));
        if self.language == Language::JavaScript && is_type {
            while matches!(self.peek(0), Some(Token::Word(_) | Token::Symbol('.'))) {
                self.at += 1;
            }
        }
    }

    /// Skips an expression to its end: at least one token.
    pub(super) fn skip_expression(&mut self) -> Result<(), CodeError> {
        while !self.is_end() {
            self.skip_token()?;
        }
        Ok(())
    }

    /// Skips a token, with all that is between brackets.
    pub(super) fn skip_token(&mut self) -> Result<(), CodeError> {
        let start = self.at;
        let mut depth = 0_usize;
        loop {
            match self.peek(0) {
                Some(Token::Symbol('(' | '[' | '{')) => depth += 1,
                Some(Token::Symbol(')' | ']' | '}')) => depth = depth.saturating_sub(1),
                Some(Token::OpenText) => return Err(self.error(CodeFault::OpenText)),
                Some(_) => {}
                None => {
                    self.at = start;
                    return Err(self.error(CodeFault::Expected(Expected::ClosingBracket)));
                }
            }
            self.at += 1;
            self.skipped_count += 1;
            if self.skipped_count > SKIPPED_COUNT_MAX {
                return Err(self.error(CodeFault::TooDeep));
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }
}
