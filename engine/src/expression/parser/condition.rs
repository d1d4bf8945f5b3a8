//! The productions of conditions.

use crate::expression::ast::{Between, Comparator, Comparison, Condition, In, Operand};
use crate::expression::error::ExpressionErrorKind;
use crate::expression::function::Role;
use crate::expression::parser::cursor::{Parsed, Parser};
use crate::expression::token::Span;

/// A condition, or an operand that becomes part of one: only the token after it decides.
enum Term<'text> {
    Operand(Operand<'text>),
    Condition(Condition<'text>),
}

impl<'text> Parser<'text> {
    /// `condition = disjunction`
    pub(super) fn condition(&mut self) -> Parsed<Condition<'text>> {
        let term = self.disjunction()?;
        self.condition_of(term)
    }

    /// `disjunction = conjunction { "OR" conjunction }`
    fn disjunction(&mut self) -> Parsed<Term<'text>> {
        let first = self.conjunction()?;
        if !self.at_keyword("OR") {
            return Ok(first);
        }
        let keyword = self.peek();
        let parts = self.joined(first, "OR", Self::conjunction)?;
        Ok(Term::Condition(Condition::Or(parts, keyword.span)))
    }

    /// `conjunction = negation { "AND" negation }`
    fn conjunction(&mut self) -> Parsed<Term<'text>> {
        let first = self.negation()?;
        if !self.at_keyword("AND") {
            return Ok(first);
        }
        let parts = self.joined(first, "AND", Self::negation)?;
        Ok(Term::Condition(Condition::And(parts)))
    }

    /// `negation = { "NOT" } comparison`
    fn negation(&mut self) -> Parsed<Term<'text>> {
        let mut keywords = Vec::new();
        while self.at_keyword("NOT") {
            keywords.push(self.take_operator().span);
        }
        let term = self.comparison()?;
        if keywords.is_empty() {
            return Ok(term);
        }
        let condition = self.condition_of(term)?;
        let negate = |condition, span| Condition::Not(Box::new(condition), span);
        Ok(Term::Condition(keywords.into_iter().rev().fold(condition, negate)))
    }

    /// `comparison = primary [ comparator value | "BETWEEN" value "AND" value | "IN" "(" list ")" ]`
    fn comparison(&mut self) -> Parsed<Term<'text>> {
        let left = match self.primary()? {
            Term::Operand(left) => left,
            condition @ Term::Condition(_) => return Ok(condition),
        };
        let condition = if let Some(comparator) = Comparator::from_symbol(self.peek().text) {
            self.comparator(left, comparator)?
        } else if self.at_keyword("BETWEEN") {
            self.between(left)?
        } else if self.at_keyword("IN") {
            self.in_list(left)?
        } else {
            return Ok(Term::Operand(left));
        };
        Ok(Term::Condition(condition))
    }

    fn comparator(
        &mut self,
        left: Operand<'text>,
        comparator: Comparator,
    ) -> Parsed<Condition<'text>> {
        self.note_misuse(left.bare(), Role::OperandFunction);
        let comparator_span = self.take_operator().span;
        let right = self.value()?;
        let comparison = Comparison { left, comparator, comparator_span, right };
        Ok(Condition::Comparison(Box::new(comparison)))
    }

    fn between(&mut self, value: Operand<'text>) -> Parsed<Condition<'text>> {
        self.note_misuse(value.bare(), Role::OperandFunction);
        let keyword_span = self.take_operator().span;
        let low = self.value()?;
        if !self.at_keyword("AND") {
            return self.syntax_error();
        }
        self.advance();
        let high = self.value()?;
        Ok(Condition::Between(Box::new(Between { value, keyword_span, low, high })))
    }

    fn in_list(&mut self, value: Operand<'text>) -> Parsed<Condition<'text>> {
        self.note_misuse(value.bare(), Role::OperandFunction);
        let keyword_span = self.take_operator().span;
        let open = self.open()?;
        let candidates = self.list(Self::value)?;
        let span = value.span().to(self.close(open)?);
        Ok(Condition::In(Box::new(In { value, keyword_span, candidates, span })))
    }

    /// `primary = "(" disjunction ")" | plain`
    fn primary(&mut self) -> Parsed<Term<'text>> {
        if !self.at("(") {
            return self.plain().map(Term::Operand);
        }
        let open = self.open()?;
        let term = self.disjunction()?;
        let span = self.close(open)?;
        Ok(self.parenthesized(term, span))
    }

    fn parenthesized(&mut self, term: Term<'text>, span: Span) -> Term<'text> {
        match term {
            Term::Operand(operand) => Term::Operand(self.parenthesized_operand(operand, span)),
            Term::Condition(condition) => {
                if matches!(condition, Condition::Parentheses(..)) {
                    self.note(span, ExpressionErrorKind::RedundantParentheses);
                }
                Term::Condition(Condition::Parentheses(Box::new(condition), span))
            }
        }
    }

    /// Conditions with a keyword between them. The first has been parsed.
    fn joined(
        &mut self,
        first: Term<'text>,
        keyword: &str,
        part: fn(&mut Self) -> Parsed<Term<'text>>,
    ) -> Parsed<Vec<Condition<'text>>> {
        let mut parts = vec![self.condition_of(first)?];
        while self.at_keyword(keyword) {
            self.take_operator();
            let term = part(self)?;
            parts.push(self.condition_of(term)?);
        }
        Ok(parts)
    }

    /// The term as a condition: a path or a value alone is none, and the token behind it is the fault.
    fn condition_of(&mut self, term: Term<'text>) -> Parsed<Condition<'text>> {
        match term {
            Term::Condition(condition) => Ok(condition),
            Term::Operand(Operand::Parentheses(operand, span)) => {
                let condition = self.condition_of(Term::Operand(*operand))?;
                Ok(Condition::Parentheses(Box::new(condition), span))
            }
            Term::Operand(operand) => {
                self.note_misuse(&operand, Role::ConditionFunction);
                match operand {
                    Operand::Call(call) => Ok(Condition::Call(call)),
                    _ => self.syntax_error(),
                }
            }
        }
    }
}
