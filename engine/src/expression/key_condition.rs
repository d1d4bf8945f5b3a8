//! Key condition expressions.

use crate::expression::binding::Bindings;
use crate::expression::error::ExpressionError;
use crate::model::attribute_value::AttributeValue;
use crate::model::key::KeySchema;

/// A key condition that is not yet tied to the key of a table or index.
#[derive(Debug, Clone)]
pub struct KeyConditionExpression {}

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

impl KeyConditionExpression {
    /// Parses and binds a KeyConditionExpression.
    pub fn parse(_text: &str, _bindings: &mut Bindings) -> Result<Self, ExpressionError> {
        todo!()
    }

    /// Ties the condition to a key: checks its structure first, then names and types against the schema.
    pub fn resolve(&self, _schema: &KeySchema) -> Result<KeyCondition, ExpressionError> {
        todo!()
    }
}
