//! The parser's place in the tokens, and the faults that it has noted.

use crate::expression::error::{ExpressionError, ExpressionErrorKind, Parameter};
use crate::expression::limit::{NESTING_MAX, OPERATORS_MAX};
use crate::expression::token::{Span, Token, TokenKind, scan};

/// The parser of one expression.
pub(super) struct Parser<'text> {
    text: &'text str,
    pub(super) parameter: Parameter,
    tokens: Vec<Token<'text>>,
    /// The token to be taken next.
    position: usize,
    /// Parentheses around the next token, those of functions included.
    nesting: usize,
    /// Functions around the next token.
    call_nesting: usize,
    operator_count: usize,
    faults: Vec<ExpressionError>,
}

/// The text cannot be read to its end; the reason is among the faults.
pub(super) struct Stop;

/// What a production makes of its tokens. It is kept small, as it is in every frame of a deep recursion.
pub(super) type Parsed<T> = Result<T, Stop>;

impl<'text> Parser<'text> {
    pub(super) fn new(text: &'text str, parameter: Parameter) -> Self {
        Self {
            text,
            parameter,
            tokens: scan(text),
            position: 0,
            nesting: 0,
            call_nesting: 0,
            operator_count: 0,
            faults: Vec::new(),
        }
    }

    /// What the whole text is, and its tokens; or the fault that DynamoDB reports first.
    pub(super) fn parse<T>(
        mut self,
        production: fn(&mut Self) -> Parsed<T>,
    ) -> Result<(T, Vec<Token<'text>>), ExpressionError> {
        let tree = production(&mut self).and_then(|tree| self.end().map(|_| tree));
        let parameter = self.parameter;
        let first = self.faults.into_iter().min_by_key(|fault| rank(&fault.kind, parameter));
        match (first, tree) {
            (Some(fault), _) => Err(fault),
            (None, Ok(tree)) => Ok((tree, self.tokens)),
            (None, Err(Stop)) => unreachable!("whatever stops the parser notes why"),
        }
    }

    fn end(&mut self) -> Parsed<Token<'text>> {
        if self.operator_count > OPERATORS_MAX {
            let whole = Span::new(0, self.text.len());
            let count = self.operator_count;
            self.note(whole, ExpressionErrorKind::TooManyOperators { count });
        }
        self.expect_kind(TokenKind::End)
    }

    pub(super) fn peek(&self) -> Token<'text> {
        self.tokens[self.position]
    }

    /// The token before the next.
    pub(super) fn previous(&self) -> Token<'text> {
        self.tokens[self.position.saturating_sub(1)]
    }

    /// The token after the next; after the end, the end itself.
    pub(super) fn peek_second(&self) -> Token<'text> {
        self.tokens[(self.position + 1).min(self.tokens.len() - 1)]
    }

    /// Takes the next token. The end can be taken any number of times.
    pub(super) fn advance(&mut self) -> Token<'text> {
        let token = self.peek();
        self.position = (self.position + 1).min(self.tokens.len() - 1);
        token
    }

    /// Takes the next token and counts it as an operator.
    pub(super) fn take_operator(&mut self) -> Token<'text> {
        self.operator_count += 1;
        self.advance()
    }

    pub(super) fn at(&self, symbol: &str) -> bool {
        self.peek().text == symbol
    }

    pub(super) fn at_keyword(&self, keyword: &str) -> bool {
        self.peek().text.eq_ignore_ascii_case(keyword)
    }

    /// Whether the next token is a keyword of this kind of expression, and so no name.
    pub(super) fn at_any_keyword(&self) -> bool {
        let keywords: &[&str] = match self.parameter {
            Parameter::UpdateExpression => &["SET", "REMOVE", "ADD", "DELETE"],
            Parameter::ProjectionExpression => &[],
            _ => &["AND", "OR", "NOT", "BETWEEN", "IN"],
        };
        keywords.iter().any(|keyword| self.at_keyword(keyword))
    }

    pub(super) fn expect(&mut self, symbol: &str) -> Parsed<Token<'text>> {
        if self.at(symbol) { Ok(self.advance()) } else { self.syntax_error() }
    }

    pub(super) fn expect_kind(&mut self, kind: TokenKind) -> Parsed<Token<'text>> {
        if self.peek().kind == kind { Ok(self.advance()) } else { self.syntax_error() }
    }

    /// `list = part { "," part }`
    pub(super) fn list<T>(&mut self, part: fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut parts = vec![part(self)?];
        while self.at(",") {
            self.advance();
            parts.push(part(self)?);
        }
        Ok(parts)
    }

    /// Takes an opening parenthesis and returns its place.
    pub(super) fn open(&mut self) -> Parsed<Span> {
        let open = self.expect("(")?;
        self.nesting += 1;
        if self.nesting > NESTING_MAX { self.too_deep(open.span) } else { Ok(open.span) }
    }

    /// Gives up a text before it takes too much of the stack, with the fault that it must have.
    fn too_deep<T>(&mut self, open: Span) -> Parsed<T> {
        let count = |symbol| self.tokens.iter().filter(|token| token.text == symbol).count();
        if count("(") > count(")") {
            self.position = self.tokens.len() - 1;
            return self.syntax_error();
        }
        self.note(open, ExpressionErrorKind::RedundantParentheses);
        Err(Stop)
    }

    /// Takes a closing parenthesis and returns the place of both and what is between them.
    pub(super) fn close(&mut self, open: Span) -> Parsed<Span> {
        let close = self.expect(")")?;
        self.nesting -= 1;
        Ok(open.to(close.span))
    }

    /// Takes the name of a function and an opening parenthesis. A function within a function is no operator.
    pub(super) fn open_call(&mut self) -> Parsed<(Token<'text>, Span)> {
        self.operator_count += usize::from(self.call_nesting == 0);
        self.call_nesting += 1;
        Ok((self.advance(), self.open()?))
    }

    /// Takes the closing parenthesis of a function.
    pub(super) fn close_call(&mut self, open: Span) -> Parsed<Span> {
        self.call_nesting -= 1;
        self.close(open)
    }

    /// Remembers a fault of a text that can still be read.
    pub(super) fn note(&mut self, span: Span, kind: ExpressionErrorKind) {
        let fault = ExpressionError { parameter: self.parameter, kind, span: Some(span.range()) };
        self.faults.push(fault);
    }

    /// The next token is not allowed here.
    pub(super) fn syntax_error<T>(&mut self) -> Parsed<T> {
        let token = self.peek();
        let near = match self.tokens.as_slice() {
            // A text without tokens is repeated as it is.
            [_] => self.text,
            _ => self.text[self.previous().span.to(self.peek_second().span).range()].trim_end(),
        };
        let kind = ExpressionErrorKind::Syntax {
            token: (token.kind != TokenKind::End).then(|| token.text.to_owned()),
            near: near.to_owned(),
        };
        self.note(token.span, kind);
        Err(Stop)
    }
}

/// The place of a fault in the order in which DynamoDB reports them.
///
/// Source: dynalite's tests on AWS, in which updates look for reserved words first.
fn rank(kind: &ExpressionErrorKind, parameter: Parameter) -> u8 {
    match kind {
        ExpressionErrorKind::Syntax { .. } => 0,
        ExpressionErrorKind::TooManyOperators { .. } => 2,
        ExpressionErrorKind::RedundantParentheses => 3,
        ExpressionErrorKind::ReservedWord { .. } if parameter == Parameter::UpdateExpression => 4,
        ExpressionErrorKind::UnknownFunction { .. }
        | ExpressionErrorKind::FunctionOfOtherExpression { .. } => 5,
        ExpressionErrorKind::MisusedFunction { .. } => 6,
        ExpressionErrorKind::ReservedWord { .. } => 7,
        ExpressionErrorKind::ClauseRepeated { .. } => 8,
        _ => 1,
    }
}
