//! The parser's place in the tokens of a statement.

use crate::expression::token::Span;
use crate::partiql::ast::Name;
use crate::partiql::error::{PartiqlError, PartiqlErrorKind, SyntaxFault};
use crate::partiql::keyword::is_keyword;
use crate::partiql::limit::NESTING_MAX;
use crate::partiql::token::{Token, TokenKind, scan};

/// The parser of one statement.
pub(super) struct Parser<'text> {
    pub(super) text: &'text str,
    tokens: Vec<Token<'text>>,
    /// The token to be taken next.
    place: usize,
    /// Brackets around the next token.
    nesting: usize,
    pub(super) operator_count: usize,
    pub(super) parameter_count: usize,
}

/// What a production makes of its tokens. The error is in a box because a result is in every frame of a deep recursion.
pub(crate) type Parsed<T> = Result<T, Box<PartiqlError>>;

impl<'text> Parser<'text> {
    pub(super) fn new(text: &'text str) -> Parsed<Self> {
        let tokens = scan(text)?;
        Ok(Self { text, tokens, place: 0, nesting: 0, operator_count: 0, parameter_count: 0 })
    }

    pub(super) fn peek(&self) -> &Token<'text> {
        &self.tokens[self.place]
    }

    /// The token after the next; after the end, the end itself.
    pub(super) fn peek_second(&self) -> &Token<'text> {
        &self.tokens[(self.place + 1).min(self.tokens.len() - 1)]
    }

    pub(super) fn span(&self) -> Span {
        self.peek().span
    }

    /// The place of the token before the next.
    pub(super) fn previous_span(&self) -> Span {
        self.tokens[self.place.saturating_sub(1)].span
    }

    /// Moves past the next token, but never past the end.
    pub(super) fn advance(&mut self) {
        self.place = (self.place + 1).min(self.tokens.len() - 1);
    }

    pub(super) fn at_end(&self) -> bool {
        self.peek().kind == TokenKind::End
    }

    pub(super) fn at(&self, symbol: &str) -> bool {
        self.peek().kind == TokenKind::Symbol(symbol)
    }

    pub(super) fn at_word(&self, keyword: &str) -> bool {
        matches!(self.peek().kind, TokenKind::Word(word) if word.eq_ignore_ascii_case(keyword))
    }

    /// Takes the next token if it is this symbol.
    pub(super) fn take(&mut self, symbol: &str) -> bool {
        let is_next = self.at(symbol);
        if is_next {
            self.advance();
        }
        is_next
    }

    /// Takes the next token if it is this keyword.
    pub(super) fn take_word(&mut self, keyword: &str) -> bool {
        let is_next = self.at_word(keyword);
        if is_next {
            self.advance();
        }
        is_next
    }

    /// Takes the next token if it is this keyword, and counts it as an operator.
    pub(super) fn take_operator_word(&mut self, keyword: &str) -> bool {
        let is_next = self.take_word(keyword);
        self.operator_count += usize::from(is_next);
        is_next
    }

    pub(super) fn expect(&mut self, symbol: &str) -> Parsed<Span> {
        let span = self.span();
        if self.take(symbol) { Ok(span) } else { self.unexpected() }
    }

    pub(super) fn expect_word(&mut self, keyword: &str) -> Parsed<Span> {
        let span = self.span();
        if self.take_word(keyword) { Ok(span) } else { self.unexpected() }
    }

    /// Takes an opening bracket.
    pub(super) fn open(&mut self, bracket: &str) -> Parsed<Span> {
        let span = self.expect(bracket)?;
        self.nesting += 1;
        match self.nesting > NESTING_MAX {
            true => self.syntax_error(span, SyntaxFault::TooDeep),
            false => Ok(span),
        }
    }

    /// Takes a closing bracket and returns the place of both and what is between them.
    pub(super) fn close(&mut self, open: Span, bracket: &str) -> Parsed<Span> {
        let close = self.expect(bracket)?;
        self.nesting -= 1;
        Ok(open.to(close))
    }

    /// `list = part { "," part }`
    pub(super) fn list<T>(&mut self, part: fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut parts = vec![part(self)?];
        while self.take(",") {
            parts.push(part(self)?);
        }
        Ok(parts)
    }

    /// A name that is no keyword, or one in quotation marks.
    pub(super) fn name(&mut self) -> Parsed<Name<'text>> {
        let span = self.span();
        let text = match &self.peek().kind {
            TokenKind::Word(word) if !is_keyword(word) => (*word).into(),
            TokenKind::Quoted(name) if name.is_empty() => {
                return self.error(span, PartiqlErrorKind::EmptyPathComponent);
            }
            TokenKind::Quoted(name) => name.clone(),
            TokenKind::Word(_)
            | TokenKind::Text(_)
            | TokenKind::Number(_)
            | TokenKind::Symbol(_)
            | TokenKind::End => return self.unexpected(),
        };
        self.advance();
        Ok(Name { text, span })
    }

    /// Whether the next token is a name.
    pub(super) fn at_name(&self) -> bool {
        match self.peek().kind {
            TokenKind::Word(_) => !self.at_keyword(),
            TokenKind::Quoted(_) => true,
            TokenKind::Text(_) | TokenKind::Number(_) | TokenKind::Symbol(_) | TokenKind::End => {
                false
            }
        }
    }

    /// A name after a dot.
    pub(super) fn dot_name(&mut self) -> Parsed<Name<'text>> {
        match self.at_name() {
            true => self.name(),
            false => self.syntax_error(self.span(), SyntaxFault::DotComponent),
        }
    }

    /// Whether the next token is any keyword.
    pub(super) fn at_keyword(&self) -> bool {
        matches!(self.peek().kind, TokenKind::Word(word) if is_keyword(word))
    }

    pub(super) fn error<T>(&self, span: Span, kind: PartiqlErrorKind) -> Parsed<T> {
        Err(Box::new(PartiqlError::new(self.text, span, kind)))
    }

    pub(super) fn syntax_error<T>(&self, span: Span, fault: SyntaxFault) -> Parsed<T> {
        self.error(span, PartiqlErrorKind::Syntax(fault))
    }

    /// The next token is not allowed here.
    pub(super) fn unexpected<T>(&self) -> Parsed<T> {
        let fault = match &self.peek().kind {
            TokenKind::Word(word) if is_keyword(word) => SyntaxFault::Keyword,
            TokenKind::Symbol(symbol) if is_operator(symbol) => SyntaxFault::Operator,
            TokenKind::Word(_)
            | TokenKind::Quoted(_)
            | TokenKind::Text(_)
            | TokenKind::Number(_)
            | TokenKind::Symbol(_)
            | TokenKind::End => SyntaxFault::Term,
        };
        self.syntax_error(self.span(), fault)
    }
}

fn is_operator(symbol: &str) -> bool {
    ["=", "<>", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "|"].contains(&symbol)
}
