//! The productions of literals.

use std::borrow::Cow;

use crate::partiql::ast::{Expression, Literal};
use crate::partiql::error::{PartiqlErrorKind, SyntaxFault};
use crate::partiql::parser::cursor::{Parsed, Parser};
use crate::partiql::token::TokenKind;

impl<'text> Parser<'text> {
    /// A literal, if one begins here.
    pub(super) fn literal(&mut self) -> Parsed<Option<Literal<'text>>> {
        let literal = match &self.peek().kind {
            TokenKind::Text(text) => Literal::Text(text.clone()),
            TokenKind::Number(digits) => Literal::Number { is_negative: false, digits },
            TokenKind::Symbol("+" | "-") => return self.signed_number().map(Some),
            TokenKind::Symbol("[") => return self.list_literal().map(Some),
            TokenKind::Symbol("<<") => return self.bag_literal().map(Some),
            TokenKind::Symbol("{") => return self.map_literal().map(Some),
            TokenKind::Word(word) => match keyword_literal(word) {
                Some(literal) => literal,
                None => return Ok(None),
            },
            TokenKind::Quoted(_) | TokenKind::Symbol(_) | TokenKind::End => return Ok(None),
        };
        self.advance();
        Ok(Some(literal))
    }

    /// `number = { "+" | "-" } digits`
    fn signed_number(&mut self) -> Parsed<Literal<'text>> {
        let span = self.span();
        let mut is_negative = false;
        loop {
            match self.peek().kind {
                TokenKind::Symbol("+") => {}
                TokenKind::Symbol("-") => is_negative = !is_negative,
                TokenKind::Number(digits) => {
                    self.advance();
                    return Ok(Literal::Number { is_negative, digits });
                }
                TokenKind::End => return self.syntax_error(span, SyntaxFault::Term),
                // Model: the service rejects a sign before a path or a parameter in words that are not known.
                TokenKind::Symbol(_)
                | TokenKind::Word(_)
                | TokenKind::Quoted(_)
                | TokenKind::Text(_) => return self.syntax_error(span, SyntaxFault::Operator),
            }
            self.advance();
        }
    }

    /// `list = "[" [ primary { "," primary } ] "]"`
    fn list_literal(&mut self) -> Parsed<Literal<'text>> {
        let open = self.open("[")?;
        let elements = self.elements("]")?;
        self.close(open, "]")?;
        Ok(Literal::List(elements))
    }

    /// `bag = "<<" [ primary { "," primary } ] ">>"`
    fn bag_literal(&mut self) -> Parsed<Literal<'text>> {
        let open = self.open("<<")?;
        let members = self.elements(">>")?;
        self.close(open, ">>")?;
        Ok(Literal::Bag(members))
    }

    fn elements(&mut self, close: &str) -> Parsed<Vec<Expression<'text>>> {
        if self.at(close) { Ok(Vec::new()) } else { self.list(Self::primary) }
    }

    /// `map = "{" [ member { "," member } ] "}"`
    fn map_literal(&mut self) -> Parsed<Literal<'text>> {
        let open = self.open("{")?;
        let members = if self.at("}") { Vec::new() } else { self.list(Self::member)? };
        self.close(open, "}")?;
        Ok(Literal::Map(members))
    }

    /// `member = string ":" primary`
    ///
    /// Model: a name that is not in single quotation marks is rejected; what the service does is not known.
    fn member(&mut self) -> Parsed<(Cow<'text, str>, Expression<'text>)> {
        let span = self.span();
        let TokenKind::Text(name) = self.peek().kind.clone() else { return self.unexpected() };
        if name.is_empty() {
            return self.error(span, PartiqlErrorKind::EmptyPathComponent);
        }
        self.advance();
        self.expect(":")?;
        Ok((name, self.primary()?))
    }
}

fn keyword_literal<'text>(word: &str) -> Option<Literal<'text>> {
    let is = |keyword: &str| word.eq_ignore_ascii_case(keyword);
    if is("true") {
        Some(Literal::Bool(true))
    } else if is("false") {
        Some(Literal::Bool(false))
    } else if is("null") {
        Some(Literal::Null)
    } else if is("missing") {
        Some(Literal::Missing)
    } else {
        None
    }
}
