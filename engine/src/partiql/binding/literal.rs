//! Literals as values.

use std::collections::BTreeSet;
use std::fmt;

use crate::expression::token::Span;
use crate::model::attribute_value::{AttributeValue, NESTING_LEVELS_MAX};
use crate::model::item::AttributeMap;
use crate::model::name::AttributeName;
use crate::model::number::Number;
use crate::partiql::ast::{Expression, Literal};
use crate::partiql::binding::binder::{Binder, Bound};
use crate::partiql::error::PartiqlErrorKind;

/// Where a literal is in the value of an attribute, or in another operand, as errors write it: `root.a[0]`.
pub(super) struct LiteralPath<'path> {
    parent: Option<&'path Self>,
    step: Step<'path>,
    level: usize,
}

enum Step<'path> {
    Root,
    Name(&'path str),
    Position(usize),
}

impl<'path> LiteralPath<'path> {
    /// A literal that is in no other.
    pub(super) const ROOT: Self = Self { parent: None, step: Step::Root, level: 1 };

    fn child(&'path self, step: Step<'path>) -> Self {
        Self { parent: Some(self), step, level: self.level + 1 }
    }
}

impl fmt::Display for LiteralPath<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(parent) = self.parent {
            write!(formatter, "{parent}")?;
        }
        match self.step {
            Step::Root => formatter.write_str("root"),
            Step::Name(name) => write!(formatter, ".{name}"),
            Step::Position(position) => write!(formatter, "[{position}]"),
        }
    }
}

impl Binder<'_> {
    /// The value of an expression that must be a literal.
    pub(super) fn value(
        &self,
        tree: &Expression<'_>,
        path: &LiteralPath<'_>,
    ) -> Bound<AttributeValue> {
        match tree.bare() {
            Expression::Literal(literal, span) => self.literal(literal, *span, path),
            other => {
                let (element, span) = match other {
                    Expression::Call(call) => {
                        (call.function.to_ascii_lowercase(), call.function_span)
                    }
                    other => (element_name(other).to_owned(), other.span()),
                };
                let path = path.to_string();
                self.fault(span, PartiqlErrorKind::UnsupportedElement { element, path })
            }
        }
    }

    pub(super) fn literal(
        &self,
        literal: &Literal<'_>,
        span: Span,
        path: &LiteralPath<'_>,
    ) -> Bound<AttributeValue> {
        // A literal has one level less than a value that is stored.
        if path.level >= NESTING_LEVELS_MAX {
            return self.fault(span, PartiqlErrorKind::TooDeep { path: path.to_string() });
        }
        match literal {
            Literal::Text(text) => Ok(AttributeValue::S(text.clone().into_owned())),
            Literal::Number { is_negative, digits } => {
                self.number(*is_negative, digits, span, path).map(AttributeValue::N)
            }
            Literal::Bool(value) => Ok(AttributeValue::Bool(*value)),
            Literal::Null => Ok(AttributeValue::Null),
            Literal::Missing => self.fault(span, PartiqlErrorKind::ComparedWithMissing),
            Literal::Bag(members) => self.bag(members, span, path),
            Literal::List(elements) => {
                let mut values = Vec::with_capacity(elements.len());
                for (position, element) in elements.iter().enumerate() {
                    values.push(self.value(element, &path.child(Step::Position(position)))?);
                }
                Ok(AttributeValue::L(values))
            }
            Literal::Map(members) => {
                let mut attributes = Vec::with_capacity(members.len());
                for (name, value) in members {
                    let value = self.value(value, &path.child(Step::Name(name)))?;
                    attributes.push((AttributeName::from(&**name), value));
                }
                Ok(AttributeValue::M(AttributeMap::from(attributes)))
            }
        }
    }

    fn number(
        &self,
        is_negative: bool,
        digits: &str,
        span: Span,
        path: &LiteralPath<'_>,
    ) -> Bound<Number> {
        // `1.` is a number in a statement, but not in JSON.
        let number = Number::parse(digits).or_else(|error| match digits.strip_suffix('.') {
            Some(digits) => Number::parse(digits),
            None => Err(error),
        });
        match number {
            Ok(number) if is_negative => Ok(number.negate()),
            Ok(number) => Ok(number),
            Err(error) => {
                let (error, path) = (error.as_older(), path.to_string());
                self.fault(span, PartiqlErrorKind::Number { error, path })
            }
        }
    }

    fn bag(
        &self,
        members: &[Expression<'_>],
        span: Span,
        path: &LiteralPath<'_>,
    ) -> Bound<AttributeValue> {
        match members.first().map(Expression::bare) {
            None => self.fault(span, PartiqlErrorKind::EmptyBag),
            Some(Expression::Literal(Literal::Number { .. }, _)) => {
                self.number_set(members, span, path)
            }
            Some(_) => self.string_set(members, span),
        }
    }

    fn string_set(&self, members: &[Expression<'_>], span: Span) -> Bound<AttributeValue> {
        let mut texts = Vec::with_capacity(members.len());
        for member in members {
            let Expression::Literal(Literal::Text(text), _) = member.bare() else {
                let kind = PartiqlErrorKind::BagMember { is_after_number: false };
                return self.fault(member.span(), kind);
            };
            texts.push(text.clone().into_owned());
        }
        let set: BTreeSet<String> = texts.iter().cloned().collect();
        match set.len() < texts.len() {
            true => self.fault(span, PartiqlErrorKind::DuplicateStrings { members: texts }),
            false => Ok(AttributeValue::Ss(set)),
        }
    }

    fn number_set(
        &self,
        members: &[Expression<'_>],
        span: Span,
        path: &LiteralPath<'_>,
    ) -> Bound<AttributeValue> {
        let (mut numbers, mut texts) = (BTreeSet::new(), Vec::with_capacity(members.len()));
        for member in members {
            let Expression::Literal(Literal::Number { is_negative, digits }, span) = member.bare()
            else {
                let kind = PartiqlErrorKind::BagMember { is_after_number: true };
                return self.fault(member.span(), kind);
            };
            numbers.insert(self.number(*is_negative, digits, *span, path)?);
            texts.push(format!("{}{digits}", if *is_negative { "-" } else { "" }));
        }
        if numbers.len() < texts.len() {
            let (members, path) = (texts, path.to_string());
            return self.fault(span, PartiqlErrorKind::DuplicateNumbers { members, path });
        }
        Ok(AttributeValue::Ns(numbers))
    }
}

/// What the service calls an expression that is no literal and no call.
///
/// Model: known of parameters only.
fn element_name(tree: &Expression<'_>) -> &'static str {
    match tree {
        Expression::Parameter(..) => "Parameter",
        Expression::Path(_) => "Path",
        Expression::Call(_) => "Call",
        Expression::Or(..)
        | Expression::And(_)
        | Expression::Not(..)
        | Expression::Comparison(_)
        | Expression::Between(_)
        | Expression::In(_)
        | Expression::Is(_)
        | Expression::Sum(_) => "NAry",
        Expression::Literal(..) | Expression::Parentheses(..) => "Literal",
    }
}
