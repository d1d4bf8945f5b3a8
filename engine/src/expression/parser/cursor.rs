//! The parser's place in the tokens, and the faults that it has noted.

use crate::expression::error::{ExpressionError, ExpressionErrorKind, Parameter};
use crate::expression::limit::{EXPRESSION_SIZE_MAX, NESTING_MAX, OPERATORS_MAX};
use crate::expression::token::{Span, Token, TokenKind, scan};

pub(super) type Parsed<T> = Result<T, ExpressionError>;

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

impl<'text> Parser<'text> {
    /// Fails if the text is empty or too long.
    pub(super) fn new(text: &'text str, parameter: Parameter) -> Parsed<Self> {
        let fault = match text.len() {
            0 => Some(ExpressionErrorKind::Empty),
            size if size > EXPRESSION_SIZE_MAX => Some(ExpressionErrorKind::TooLong { size }),
            _ => None,
        };
        match fault {
            Some(kind) => Err(ExpressionError { parameter, kind, span: None }),
            None => Ok(Self {
                text,
                parameter,
                tokens: scan(text),
                position: 0,
                nesting: 0,
                call_nesting: 0,
                operator_count: 0,
                faults: Vec::new(),
            }),
        }
    }

    /// The result, if the text ends here and nothing was noted.
    pub(super) fn finish<T>(mut self, tree: T) -> Parsed<T> {
        if self.peek().kind != TokenKind::End {
            return Err(self.syntax_error());
        }
        if self.operator_count > OPERATORS_MAX {
            let whole = Span { start: 0, end: self.text.len() };
            let count = self.operator_count;
            self.note(whole, ExpressionErrorKind::TooManyOperators { count });
        }
        let parameter = self.parameter;
        let first = self.faults.into_iter().min_by_key(|fault| rank(&fault.kind, parameter));
        first.map_or(Ok(tree), Err)
    }

    pub(super) fn peek(&self) -> Token<'text> {
        self.tokens[self.position]
    }

    /// The token before the next.
    pub(super) fn previous(&self) -> Token<'text> {
        self.tokens[self.position.saturating_sub(1)]
    }

    /// The token after the next; the end stands for what is behind it.
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
        if self.at(symbol) { Ok(self.advance()) } else { Err(self.syntax_error()) }
    }

    pub(super) fn expect_kind(&mut self, kind: TokenKind) -> Parsed<Token<'text>> {
        if self.peek().kind == kind { Ok(self.advance()) } else { Err(self.syntax_error()) }
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

    /// What stands in the parentheses of a function. Functions within do not count as operators.
    pub(super) fn function_parentheses<T>(
        &mut self,
        inner: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<(T, Span)> {
        self.operator_count += usize::from(self.call_nesting == 0);
        self.call_nesting += 1;
        let result = self.parentheses(inner)?;
        self.call_nesting -= 1;
        Ok(result)
    }

    /// What stands in parentheses, and the place of both with it.
    pub(super) fn parentheses<T>(
        &mut self,
        inner: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<(T, Span)> {
        let open = self.expect("(")?;
        self.nesting += 1;
        if self.nesting > NESTING_MAX {
            return Err(self.error(open.span, ExpressionErrorKind::RedundantParentheses));
        }
        let inner = inner(self)?;
        self.nesting -= 1;
        let close = self.expect(")")?;
        Ok((inner, open.span.to(close.span)))
    }
}

impl Parser<'_> {
    fn error(&self, span: Span, kind: ExpressionErrorKind) -> ExpressionError {
        ExpressionError { parameter: self.parameter, kind, span: Some(span.range()) }
    }

    pub(super) fn note(&mut self, span: Span, kind: ExpressionErrorKind) {
        let error = self.error(span, kind);
        self.faults.push(error);
    }

    /// The next token stands where it cannot.
    pub(super) fn syntax_error(&self) -> ExpressionError {
        let token = self.peek();
        let near = self.text[self.previous().span.to(self.peek_second().span).range()].trim_end();
        let kind = ExpressionErrorKind::Syntax {
            token: (token.kind != TokenKind::End).then(|| token.text.to_owned()),
            near: near.to_owned(),
        };
        self.error(token.span, kind)
    }
}

/// The place of a fault in the order in which DynamoDB reports those of a well-formed text.
///
/// Source: dynalite's tests on AWS, in which updates look for reserved words first.
fn rank(kind: &ExpressionErrorKind, parameter: Parameter) -> u8 {
    match kind {
        ExpressionErrorKind::TooManyOperators { .. } => 1,
        ExpressionErrorKind::RedundantParentheses => 2,
        ExpressionErrorKind::ReservedWord { .. } if parameter == Parameter::UpdateExpression => 3,
        ExpressionErrorKind::UnknownFunction { .. } => 4,
        ExpressionErrorKind::MisusedFunction { .. } => 5,
        ExpressionErrorKind::ReservedWord { .. } => 6,
        ExpressionErrorKind::ClauseRepeated { .. } => 7,
        _ => 0,
    }
}
