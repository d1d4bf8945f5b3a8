//! DynamoDB's words for what can be wrong with an expression.
//!
//! A text here is the core of DynamoDB's message in the wording of autumn 2026;
//! the envelope, such as `1 validation error detected: `, is the business of the operation.

use std::fmt;

use crate::expression::error::{
    ExpressionError, ExpressionErrorKind, KeyConditionError, OperandError, UpdateError,
    UpdateErrorKind,
};
use crate::model::attribute_value::{AttributeValue, ValueKind};
use crate::model::base64;
use crate::model::document_path::DocumentPath;

impl fmt::Display for ExpressionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ExpressionErrorKind as Kind;
        let Self { parameter, kind, .. } = self;
        if kind.is_introduced() {
            write!(formatter, "Invalid {parameter}: ")?;
        }
        match kind {
            Kind::Empty => write!(formatter, "The expression can not be empty;"),
            Kind::TooLong { size } => write!(
                formatter,
                "Expression size has exceeded the maximum allowed size; expression size: {size}"
            ),
            Kind::Syntax { token, near } => {
                let token = token.as_deref().unwrap_or("<EOF>");
                write!(formatter, "Syntax error; token: \"{token}\", near: \"{near}\"")
            }
            Kind::TooManyOperators { count } => write!(
                formatter,
                "The expression contains too many operators; operator count: {count}"
            ),
            Kind::TooManyLevels { count } => write!(
                formatter,
                "The document path has too many nesting levels; nesting levels: {count}"
            ),
            Kind::PositionTooLarge { position } => write!(
                formatter,
                "List index is not within the allowable range; index: [{position}]"
            ),
            Kind::RedundantParentheses => {
                write!(formatter, "The expression has redundant parentheses;")
            }
            Kind::UnknownFunction { function } => {
                write!(formatter, "Invalid function name; function: {function}")
            }
            Kind::MisusedFunction { function } => write!(
                formatter,
                "The function is not allowed to be used this way in an expression; function: {function}"
            ),
            Kind::ReservedWord { word } => {
                write!(formatter, "Attribute name is a reserved keyword; reserved keyword: {word}")
            }
            Kind::ClauseRepeated { clause } => write!(
                formatter,
                "The \"{clause}\" section can only be used once in an update expression;"
            ),
            Kind::UndefinedName { name } => write!(
                formatter,
                "An expression attribute name used in the document path is not defined; attribute name: {name}"
            ),
            Kind::UndefinedValue { value } => write!(
                formatter,
                "An expression attribute value used in expression is not defined; attribute value: {value}"
            ),
            Kind::Operand(error) => write!(formatter, "{error}"),
            Kind::PathsOverlap { one, two } => write!(
                formatter,
                "Two document paths overlap with each other; {}",
                rewrite(one, two)
            ),
            Kind::PathsConflict { one, two } => write!(
                formatter,
                "Two document paths conflict with each other; {}",
                rewrite(one, two)
            ),
            Kind::InvalidPlaceholder { key } => {
                write!(formatter, "{parameter} contains invalid key: Syntax error; key: \"{key}\"")
            }
            Kind::Unused { keys } => {
                let keys = keys.join(", ");
                write!(
                    formatter,
                    "Value provided in {parameter} unused in expressions: keys: {{{keys}}}"
                )
            }
            Kind::KeyCondition(error) => write!(formatter, "{error}"),
        }
    }
}

impl fmt::Display for OperandError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        const WRONG_TYPE: &str = "Incorrect operand type for operator or function";
        match self {
            Self::Count { operator, count } => write!(
                formatter,
                "Incorrect number of operands for operator or function; operator or function: {operator}, number of operands: {count}"
            ),
            Self::NotDistinct { operator, path } => write!(
                formatter,
                "The first operand must be distinct from the remaining operands for this operator or function; operator: {operator}, first operand: {path}",
                path = path.listed()
            ),
            Self::WrongType { operator, kind } => {
                let kind = kind.map_or(ANY_KIND, ValueKind::tag);
                write!(
                    formatter,
                    "{WRONG_TYPE}; operator or function: {operator}, operand type: {kind}"
                )
            }
            Self::UnknownTypeName { name } => write!(
                formatter,
                "Invalid attribute type name found; type: {name}, valid types: {{B,NULL,SS,BOOL,L,BS,N,NS,S,M}}"
            ),
            Self::PathRequired { function } => write!(
                formatter,
                "Operator or function requires a document path; operator or function: {function}"
            ),
            Self::BoundsOfTwoTypes { low, high } => write!(
                formatter,
                "The BETWEEN operator requires same data type for lower and upper bounds; {}",
                bounds(low, high)
            ),
            Self::BoundsReversed { low, high } => write!(
                formatter,
                "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; {}",
                bounds(low, high)
            ),
            Self::WrongTypeForClause { clause, kind } => {
                let kind = long_name(*kind);
                write!(formatter, "{WRONG_TYPE}; operator: {clause}, operand type: {kind}")
            }
        }
    }
}

impl fmt::Display for KeyConditionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        const INVALID: &str = "Invalid condition in KeyConditionExpression";
        match self {
            Self::InvalidOperator { operator } => {
                write!(formatter, "Invalid operator used in KeyConditionExpression: {operator}")
            }
            Self::NestedOperation => {
                write!(formatter, "KeyConditionExpressions cannot contain nested operations")
            }
            Self::NestedAttribute => write!(
                formatter,
                "KeyConditionExpressions cannot have conditions on nested attributes"
            ),
            Self::SeveralAttributes => {
                write!(formatter, "{INVALID}: Multiple attribute names used in one condition")
            }
            Self::NoAttribute => write!(formatter, "{INVALID}: No key attribute specified"),
            Self::AttributeNotFirst { operator } => write!(
                formatter,
                "{INVALID}: {operator} operator must have the key attribute as its first operand"
            ),
            Self::SeveralConditionsPerKey => {
                write!(formatter, "KeyConditionExpressions must only contain one condition per key")
            }
            Self::TooManyConditions => write!(formatter, "Conditions can be of length 1 or 2 only"),
            Self::MissingAttribute { name } => {
                write!(formatter, "Query condition missed key schema element: {name}")
            }
            Self::NotSupported => write!(formatter, "Query key condition not supported"),
            Self::TypeMismatch => write!(
                formatter,
                "One or more parameter values were invalid: Condition parameter type does not match schema type"
            ),
            Self::EmptyValue { name, kind } => {
                let kind = if *kind == ValueKind::B { "binary" } else { "string" };
                write!(
                    formatter,
                    "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty {kind} value. Key: {name}"
                )
            }
        }
    }
}

impl fmt::Display for UpdateError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            UpdateErrorKind::InvalidPath => write!(
                formatter,
                "The document path provided in the update expression is invalid for update"
            ),
            UpdateErrorKind::MissingOperand => write!(
                formatter,
                "The provided expression refers to an attribute that does not exist in the item"
            ),
            UpdateErrorKind::OperandType => {
                write!(formatter, "An operand in the update expression has an incorrect data type")
            }
            UpdateErrorKind::Number(error) => write!(formatter, "{error}"),
        }
    }
}

impl ExpressionErrorKind {
    /// Whether DynamoDB says first which expression is invalid.
    fn is_introduced(&self) -> bool {
        !matches!(
            self,
            Self::InvalidPlaceholder { .. } | Self::Unused { .. } | Self::KeyCondition(_)
        )
    }
}

/// Stands in an error for the type of an operand whose type no one knows.
const ANY_KIND: &str = "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}";

/// The words that both faults of the bounds of `BETWEEN` end with.
fn bounds(low: &AttributeValue, high: &AttributeValue) -> String {
    let (low, high) = (literal(low), literal(high));
    format!(
        "lower bound operand: AttributeValue: {{{low}}}, upper bound operand: AttributeValue: {{{high}}}"
    )
}

/// The words that both faults of two paths end with.
fn rewrite(one: &DocumentPath, two: &DocumentPath) -> String {
    let (one, two) = (one.listed(), two.listed());
    format!("must remove or rewrite one of these paths; path one: {one}, path two: {two}")
}

/// A bound as DynamoDB's errors show it.
fn literal(value: &AttributeValue) -> String {
    match value {
        AttributeValue::S(text) => format!("S:{text}"),
        AttributeValue::N(number) => format!("N:{number}"),
        AttributeValue::B(bytes) => format!("B:{}", base64::encode(bytes)),
        AttributeValue::Bool(_)
        | AttributeValue::Null
        | AttributeValue::Ss(_)
        | AttributeValue::Ns(_)
        | AttributeValue::Bs(_)
        | AttributeValue::L(_)
        | AttributeValue::M(_) => {
            unreachable!("a value without an order is refused as a bound before")
        }
    }
}

/// The name that errors about `ADD` and `DELETE` have for a type.
const fn long_name(kind: ValueKind) -> &'static str {
    match kind {
        ValueKind::S => "STRING",
        ValueKind::N => "NUMBER",
        ValueKind::B => "BINARY",
        ValueKind::Bool => "BOOLEAN",
        ValueKind::Null => "NULL",
        ValueKind::Ss => "STRING_SET",
        ValueKind::Ns => "NUMBER_SET",
        ValueKind::Bs => "BINARY_SET",
        ValueKind::L => "LIST",
        ValueKind::M => "MAP",
    }
}
