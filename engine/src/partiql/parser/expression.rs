//! The productions of conditions, operands and paths.

use std::borrow::Cow;

use crate::expression::token::Span;
use crate::partiql::ast::{
    Between, Call, Comparator, Comparison, Expression, In, Literal, Path, PathElement, Sign, Sum,
    TypeTest,
};
use crate::partiql::error::{PartiqlErrorKind, SyntaxFault};
use crate::partiql::limit::{OPERATORS_MAX, POSITION_MAX};
use crate::partiql::parser::cursor::{Parsed, Parser};
use crate::partiql::token::TokenKind;

/// Keywords that are operators or begin clauses, and so never the name of a function.
const NO_FUNCTIONS: [&str; 12] = [
    "AND", "BETWEEN", "FROM", "IN", "IS", "NOT", "OR", "ORDER", "REMOVE", "SELECT", "SET", "WHERE",
];

/// Words that are operators between two operands.
const OPERATOR_WORDS: [&str; 6] = ["AND", "BETWEEN", "IN", "IS", "LIKE", "OR"];

/// Types with names of two words.
const TYPES_OF_TWO_WORDS: [(&str, &str); 2] = [("CHARACTER", "VARYING"), ("DOUBLE", "PRECISION")];

impl<'text> Parser<'text> {
    /// `or = and { "OR" and }`
    pub(super) fn or(&mut self) -> Parsed<Expression<'text>> {
        let first = self.and()?;
        let first_or = self.span();
        if !self.at_word("OR") {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.take_operator_word("OR") {
            self.require_right_side()?;
            parts.push(self.and()?);
        }
        Ok(Expression::Or(parts, first_or))
    }

    /// `and = not { "AND" not }`
    fn and(&mut self) -> Parsed<Expression<'text>> {
        let first = self.not()?;
        if !self.at_word("AND") {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.take_operator_word("AND") {
            self.require_right_side()?;
            parts.push(self.not()?);
        }
        Ok(Expression::And(parts))
    }

    /// `not = { "NOT" } test`
    fn not(&mut self) -> Parsed<Expression<'text>> {
        let mut spans: Vec<Span> = Vec::new();
        while self.at_word("NOT") {
            spans.push(self.span());
            self.take_operator_word("NOT");
        }
        let mut condition = self.test()?;
        // A statement with more is rejected for the number of its operators.
        for span in spans.into_iter().rev().take(OPERATORS_MAX + 1) {
            condition = Expression::Not(Box::new(condition), span);
        }
        Ok(condition)
    }

    /// `test = sum [ comparator sum | [ "NOT" ] "BETWEEN" … | [ "NOT" ] "IN" … | "IS" [ "NOT" ] type ]`
    fn test(&mut self) -> Parsed<Expression<'text>> {
        let value = self.sum()?;
        let operator_span = self.span();
        if let Some(comparator) = self.comparator() {
            self.operator_count += 1;
            self.require_right_side()?;
            let right = self.sum()?;
            let comparison = Comparison { left: value, comparator, operator_span, right };
            return Ok(Expression::Comparison(Box::new(comparison)));
        }
        if self.take_operator_word("IS") {
            return self.is(value, operator_span);
        }
        let is_negated = self.is_before_negated_operator() && self.take_operator_word("NOT");
        let operator_span = self.span();
        if self.take_operator_word("BETWEEN") {
            self.require_right_side()?;
            let low = self.sum()?;
            self.expect_word("AND")?;
            self.require_right_side()?;
            let high = self.sum()?;
            let between = Between { value, is_negated, operator_span, low, high };
            return Ok(Expression::Between(Box::new(between)));
        }
        if self.take_operator_word("IN") {
            self.require_right_side()?;
            let (candidates, span) = self.candidates()?;
            let list = In { value, is_negated, operator_span, candidates, span };
            return Ok(Expression::In(Box::new(list)));
        }
        Ok(value)
    }

    fn is_before_negated_operator(&self) -> bool {
        let is_operator =
            |word: &str| word.eq_ignore_ascii_case("IN") || word.eq_ignore_ascii_case("BETWEEN");
        self.at_word("NOT")
            && matches!(self.peek_second().kind, TokenKind::Word(word) if is_operator(word))
    }

    fn comparator(&mut self) -> Option<Comparator> {
        let TokenKind::Symbol(symbol) = self.peek().kind else { return None };
        let comparator = match symbol {
            "!=" => Comparator::NotEqual,
            symbol => Comparator::from_symbol(symbol)?,
        };
        self.advance();
        Some(comparator)
    }

    fn is(&mut self, value: Expression<'text>, operator_span: Span) -> Parsed<Expression<'text>> {
        let is_negated = self.take_operator_word("NOT");
        let type_span = self.span();
        let TokenKind::Word(word) = self.peek().kind else {
            return self.syntax_error(type_span, SyntaxFault::ExpectedTypeName);
        };
        self.advance();
        let is_first = |(first, _): &&(&str, &str)| first.eq_ignore_ascii_case(word);
        let second = TYPES_OF_TWO_WORDS.iter().find(is_first).map(|(_, second)| *second);
        let type_name = match second.filter(|second| self.take_word(second)) {
            Some(second) => Cow::Owned(format!("{} {second}", word.to_ascii_uppercase())),
            None => Cow::Borrowed(word),
        };
        let type_span = type_span.to(self.previous_span());
        let is = TypeTest { value, is_negated, operator_span, type_name, type_span };
        Ok(Expression::Is(Box::new(is)))
    }

    /// `candidates = "[" sum { "," sum } "]" | "(" sum { "," sum } ")"`
    fn candidates(&mut self) -> Parsed<(Vec<Expression<'text>>, Span)> {
        let (open, close) = if self.at("[") { ("[", "]") } else { ("(", ")") };
        let start = self.open(open)?;
        let candidates = self.list(Self::sum)?;
        let span = self.close(start, close)?;
        Ok((candidates, span))
    }

    /// `sum = primary { ( "+" | "-" ) primary }`
    pub(super) fn sum(&mut self) -> Parsed<Expression<'text>> {
        let first = self.primary()?;
        let mut rest = Vec::new();
        loop {
            let sign = match self.peek().kind {
                TokenKind::Symbol("+") => Sign::Plus,
                TokenKind::Symbol("-") => Sign::Minus,
                _ => break,
            };
            self.advance();
            self.require_right_side()?;
            rest.push((sign, self.primary()?));
        }
        // Model: the service documents no limit of terms; this one bounds the depth of the sum.
        if rest.len() > OPERATORS_MAX {
            self.operator_count += rest.len();
            rest.truncate(OPERATORS_MAX);
        }
        match rest.is_empty() {
            true => Ok(first),
            false => Ok(Expression::Sum(Box::new(Sum { first, rest }))),
        }
    }

    /// `primary = "(" or ")" | "?" | call | literal | path`
    pub(super) fn primary(&mut self) -> Parsed<Expression<'text>> {
        let span = self.span();
        if self.at("(") {
            let open = self.open("(")?;
            let inner = self.or()?;
            let span = self.close(open, ")")?;
            return Ok(Expression::Parentheses(Box::new(inner), span));
        }
        if self.take("?") {
            self.parameter_count += 1;
            return Ok(Expression::Parameter(self.parameter_count - 1, span));
        }
        if let Some(literal) = self.literal()? {
            return Ok(Expression::Literal(literal, span.to(self.previous_span())));
        }
        if let Some(function) = self.function() {
            return self.call(function);
        }
        self.reject_operator_word()?;
        self.path().map(Expression::Path)
    }

    /// The function of a call that begins here.
    pub(super) fn function(&self) -> Option<&'text str> {
        let TokenKind::Word(word) = self.peek().kind else { return None };
        let is_call = self.peek_second().kind == TokenKind::Symbol("(")
            && !NO_FUNCTIONS.iter().any(|other| other.eq_ignore_ascii_case(word));
        is_call.then_some(word)
    }

    /// Fails at a word that is an operator, where a value must begin.
    pub(super) fn reject_operator_word(&self) -> Parsed<()> {
        match OPERATOR_WORDS.iter().any(|word| self.at_word(word)) {
            true => self.syntax_error(self.span(), SyntaxFault::Operator),
            false => Ok(()),
        }
    }

    /// `call = word "(" [ or { "," or } ] ")"`
    pub(super) fn call(&mut self, function: &'text str) -> Parsed<Expression<'text>> {
        self.operator_count += 1;
        let function_span = self.span();
        self.advance();
        let open = self.open("(")?;
        let is_count = self.at("*");
        let operands = match self.at(")") || is_count {
            true => {
                self.take("*");
                Vec::new()
            }
            false => self.list(Self::or)?,
        };
        let span = function_span.to(self.close(open, ")")?);
        Ok(Expression::Call(Call { function, function_span, operands, span }))
    }

    /// `path = name { "." name | "[" integer "]" }`
    pub(super) fn path(&mut self) -> Parsed<Path<'text>> {
        let top_level = self.name()?;
        let start = top_level.span;
        let mut nested = Vec::new();
        loop {
            if self.take(".") {
                nested.push(PathElement::Name(self.dot_name()?));
            } else if self.take("[") {
                nested.push(self.list_position()?);
            } else {
                break;
            }
        }
        Ok(Path { top_level, nested, span: start.to(self.previous_span()) })
    }

    fn list_position(&mut self) -> Parsed<PathElement<'text>> {
        let span = self.span();
        let number = match self.literal()? {
            Some(Literal::Number { is_negative, digits }) => {
                format!("{}{digits}", if is_negative { "-" } else { "" })
            }
            Some(_) => return self.syntax_error(span, SyntaxFault::Term),
            None => return self.unexpected(),
        };
        let span = span.to(self.previous_span());
        self.expect("]")?;
        match number.parse() {
            Ok(position) if position <= POSITION_MAX => Ok(PathElement::Position(position)),
            Ok(_) | Err(_) => self.error(span, PartiqlErrorKind::ListIndex { index: number }),
        }
    }

    /// An operator needs an operand after it.
    pub(super) fn require_right_side(&self) -> Parsed<()> {
        let is_missing = match &self.peek().kind {
            TokenKind::End | TokenKind::Symbol(")" | "]" | "}" | "," | ";" | ">>") => true,
            TokenKind::Symbol(_)
            | TokenKind::Word(_)
            | TokenKind::Quoted(_)
            | TokenKind::Text(_)
            | TokenKind::Number(_) => false,
        };
        match is_missing {
            true => self.syntax_error(self.previous_span(), SyntaxFault::MissingRightSide),
            false => Ok(()),
        }
    }
}
