//! Key condition expressions.
//!
//! They are conditions of which little is allowed: an equality for each attribute of the partition key, and conditions
//! on the first attributes of the sort key, all but the last of them equalities.

use crate::expression::ast::Comparator;
use crate::expression::binding::Bindings;
use crate::expression::condition::Node;
use crate::expression::error::{
    ExpressionError, ExpressionErrorKind, KeyConditionError, Parameter,
};
use crate::expression::function::BEGINS_WITH;
use crate::expression::predicate::{Operand, Predicate, PredicateKind};
use crate::expression::token::Span;
use crate::model::attribute_value::AttributeValue;
use crate::model::document_path::DocumentPath;
use crate::model::key::{KeyAttribute, KeySchema};
use crate::model::name::AttributeName;

/// A key condition that is not yet tied to the key of a table or index.
#[derive(Debug, Clone)]
pub struct KeyConditionExpression(Node);

/// What a Query asks of the key of a table or index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyCondition {
    /// The values of the partition key, in the order of the schema.
    pub partition: Vec<AttributeValue>,
    /// The values of the leading sort key attributes, all but the last that the condition mentions:
    /// empty for tables and for every key with one sort attribute.
    pub sort: Vec<AttributeValue>,
    /// The condition on the last sort key attribute mentioned, the one at position `sort.len()`.
    pub last: Option<SortCondition>,
}

/// A condition on one sort key attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants are the operators")]
pub enum SortCondition {
    Equal(AttributeValue),
    Less(AttributeValue),
    LessOrEqual(AttributeValue),
    Greater(AttributeValue),
    GreaterOrEqual(AttributeValue),
    Between(AttributeValue, AttributeValue),
    BeginsWith(AttributeValue),
}

/// A condition on an attribute that may be part of a key.
struct Term<'node> {
    name: &'node AttributeName,
    condition: SortCondition,
    span: Span,
}

impl KeyConditionExpression {
    /// Reads the text of a `KeyConditionExpression`, puts in names and values, and checks the operands.
    ///
    /// Fails as a condition does.
    pub fn parse(text: &str, bindings: &mut Bindings) -> Result<Self, ExpressionError> {
        Node::parse(text, Parameter::KeyConditionExpression, bindings).map(Self)
    }

    /// Ties the condition to the key of a table or index.
    ///
    /// Fails with [`ExpressionErrorKind::KeyCondition`]: looks first at what no key can be asked, then for the attributes
    /// of this key, then at the types of the values.
    pub fn resolve(&self, schema: &KeySchema) -> Result<KeyCondition, ExpressionError> {
        let mut terms = Vec::new();
        collect_terms(&self.0, &mut terms)?;
        if terms.len() > schema.len().max(2) {
            return Err(error(None, KeyConditionError::TooManyConditions));
        }
        let partition: Vec<_> =
            schema.partition.iter().map_while(|it| take(&mut terms, it)).collect();
        if let Some(missing) = schema.partition.get(partition.len()) {
            return Err(missing_attribute(missing));
        }
        let mut sort: Vec<_> = schema.sort.iter().map_while(|it| take(&mut terms, it)).collect();
        if let Some(other) = terms.first() {
            let is_later = schema.sort.iter().any(|attribute| attribute.name == *other.name);
            return Err(match schema.sort.get(sort.len()) {
                Some(missing) if is_later => missing_attribute(missing),
                _ => error(Some(other.span), KeyConditionError::NotSupported),
            });
        }
        let last = sort.pop();
        Ok(KeyCondition {
            partition: partition.into_iter().map(equality).collect::<Result<_, _>>()?,
            sort: sort.into_iter().map(equality).collect::<Result<_, _>>()?,
            last: last.map(checked).transpose()?,
        })
    }
}

impl SortCondition {
    /// The values of the condition.
    fn values(&self) -> impl Iterator<Item = &AttributeValue> {
        let (first, second) = match self {
            Self::Equal(value)
            | Self::Less(value)
            | Self::LessOrEqual(value)
            | Self::Greater(value)
            | Self::GreaterOrEqual(value)
            | Self::BeginsWith(value) => (value, None),
            Self::Between(low, high) => (low, Some(high)),
        };
        [first].into_iter().chain(second)
    }
}

fn collect_terms<'node>(
    node: &'node Node,
    terms: &mut Vec<Term<'node>>,
) -> Result<(), ExpressionError> {
    match node {
        Node::All(parts) => parts.iter().try_for_each(|part| collect_terms(part, terms)),
        Node::Any(_, span) => Err(error(Some(*span), invalid("OR"))),
        Node::Not(_, span) => Err(error(Some(*span), invalid("NOT"))),
        Node::Predicate(predicate) => {
            let term = term_of(predicate)?;
            if terms.iter().any(|other| other.name == term.name) {
                return Err(error(Some(term.span), KeyConditionError::SeveralConditionsPerKey));
            }
            terms.push(term);
            Ok(())
        }
    }
}

fn term_of(predicate: &Predicate) -> Result<Term<'_>, ExpressionError> {
    let span = predicate.span;
    let (path, condition) = condition_of(&predicate.kind).map_err(|kind| match kind {
        KeyConditionError::InvalidOperator { .. } => error(Some(predicate.operator_span), kind),
        _ => error(Some(span), kind),
    })?;
    if !path.is_top_level() {
        return Err(error(Some(span), KeyConditionError::NestedAttribute));
    }
    Ok(Term { name: path.top_level(), condition, span })
}

fn condition_of(
    predicate: &PredicateKind,
) -> Result<(&DocumentPath, SortCondition), KeyConditionError> {
    match predicate {
        PredicateKind::Comparison { left, comparator, right } => match (left, right) {
            (Operand::Path(path), Operand::Value(value)) => {
                Ok((path, sort_condition(*comparator, value)?))
            }
            (Operand::Value(value), Operand::Path(path)) => {
                Ok((path, sort_condition(comparator.flipped(), value)?))
            }
            _ if *comparator == Comparator::NotEqual => Err(invalid(comparator.symbol())),
            _ => Err(fault_of([left, right])),
        },
        PredicateKind::Between { value, low, high } => match (value, low, high) {
            (Operand::Path(path), Operand::Value(low), Operand::Value(high)) => {
                Ok((path, SortCondition::Between(low.clone(), high.clone())))
            }
            (Operand::Path(_), _, _) => Err(fault_of([value, low, high])),
            _ => Err(KeyConditionError::AttributeNotFirst { operator: "BETWEEN" }),
        },
        PredicateKind::In { .. } => Err(invalid("IN")),
        PredicateKind::Function { name, first, second, .. } => match (first, second) {
            (_, _) if *name != BEGINS_WITH => Err(invalid(name)),
            (Operand::Path(path), Some(Operand::Value(value))) => {
                Ok((path, SortCondition::BeginsWith(value.clone())))
            }
            (Operand::Path(_), second) => Err(fault_of([first].into_iter().chain(second))),
            _ => Err(KeyConditionError::AttributeNotFirst { operator: BEGINS_WITH }),
        },
    }
}

/// The condition that an attribute stands in this relation to a value.
fn sort_condition(
    comparator: Comparator,
    value: &AttributeValue,
) -> Result<SortCondition, KeyConditionError> {
    let value = value.clone();
    match comparator {
        Comparator::Equal => Ok(SortCondition::Equal(value)),
        Comparator::NotEqual => Err(invalid(comparator.symbol())),
        Comparator::Less => Ok(SortCondition::Less(value)),
        Comparator::LessOrEqual => Ok(SortCondition::LessOrEqual(value)),
        Comparator::Greater => Ok(SortCondition::Greater(value)),
        Comparator::GreaterOrEqual => Ok(SortCondition::GreaterOrEqual(value)),
    }
}

/// Why these are not one attribute and values.
fn fault_of<'node>(operands: impl IntoIterator<Item = &'node Operand>) -> KeyConditionError {
    let mut path_count = 0;
    for operand in operands {
        match operand {
            Operand::Path(_) => path_count += 1,
            Operand::Measure(..) => return KeyConditionError::NestedOperation,
            Operand::Value(_) => {}
        }
    }
    match path_count {
        0 => KeyConditionError::NoAttribute,
        _ => KeyConditionError::SeveralAttributes,
    }
}

/// The term about an attribute, taken out of the others.
fn take<'schema, 'node>(
    terms: &mut Vec<Term<'node>>,
    attribute: &'schema KeyAttribute,
) -> Option<(&'schema KeyAttribute, Term<'node>)> {
    let position = terms.iter().position(|term| *term.name == attribute.name)?;
    Some((attribute, terms.remove(position)))
}

/// The value that an attribute of the key must have.
fn equality(matched: (&KeyAttribute, Term<'_>)) -> Result<AttributeValue, ExpressionError> {
    let span = matched.1.span;
    match checked(matched)? {
        SortCondition::Equal(value) => Ok(value),
        _ => Err(error(Some(span), KeyConditionError::NotSupported)),
    }
}

/// The condition on an attribute of the key, if its values can be values of that attribute.
fn checked((attribute, term): (&KeyAttribute, Term<'_>)) -> Result<SortCondition, ExpressionError> {
    let kind = attribute.kind.value_kind();
    if term.condition.values().any(|value| value.kind() != kind) {
        return Err(error(Some(term.span), KeyConditionError::TypeMismatch));
    }
    if term.condition.values().any(is_empty) {
        let name = attribute.name.as_str().to_owned();
        return Err(error(Some(term.span), KeyConditionError::EmptyValue { name, kind }));
    }
    Ok(term.condition)
}

fn is_empty(value: &AttributeValue) -> bool {
    match value {
        AttributeValue::S(text) => text.is_empty(),
        AttributeValue::B(bytes) => bytes.is_empty(),
        _ => false,
    }
}

fn missing_attribute(attribute: &KeyAttribute) -> ExpressionError {
    let name = attribute.name.as_str().to_owned();
    error(None, KeyConditionError::MissingAttribute { name })
}

fn invalid(operator: &'static str) -> KeyConditionError {
    KeyConditionError::InvalidOperator { operator }
}

fn error(span: Option<Span>, kind: KeyConditionError) -> ExpressionError {
    let kind = ExpressionErrorKind::KeyCondition(kind);
    ExpressionError {
        parameter: Parameter::KeyConditionExpression,
        kind,
        span: span.map(Span::range),
    }
}
