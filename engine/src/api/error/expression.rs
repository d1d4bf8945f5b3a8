//! DynamoDB's words for what can be wrong with an expression.
//!
//! A text here is the core of DynamoDB's message in the wording of autumn 2026;
//! the prefix, such as `1 validation error detected: `, is added by the operation.

use std::fmt;

use crate::expression::error::{
    ExpressionError, ExpressionErrorKind, KeyConditionError, OperandError, Parameter, UpdateError,
    UpdateErrorKind,
};
use crate::model::attribute_value::{AttributeValue, ValueKind};
use crate::model::base64;
use crate::model::document_path::PathClash;

/// The type of an operand of unknown type, as errors write it.
const ANY_KIND: &str = "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}";

impl fmt::Display for ExpressionError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ExpressionErrorKind as Kind;
        let Self { parameter, kind, .. } = self;
        if kind.is_introduced() {
            write!(out, "Invalid {parameter}: ")?;
        }
        match kind {
            Kind::Empty => write!(out, "The expression can not be empty;"),
            Kind::TooLong { size } => {
                write!(out, "Expression size has exceeded the maximum allowed size;")?;
                size.map_or(Ok(()), |size| write!(out, " expression size: {size}"))
            }
            Kind::Syntax { token, near } => {
                let token = token.as_deref().unwrap_or("<EOF>");
                write!(out, "Syntax error; token: \"{token}\", near: \"{near}\"")
            }
            Kind::TooManyOperators { count } => {
                write!(out, "The expression contains too many operators; operator count: {count}")
            }
            Kind::TooManyLevels { count } => write!(
                out,
                "The document path has too many nesting levels; nesting levels: {count}"
            ),
            Kind::PositionTooLarge { position } => {
                write!(out, "List index is not within the allowable range; index: [{position}]")
            }
            Kind::RedundantParentheses => {
                write!(out, "The expression has redundant parentheses;")
            }
            Kind::UnknownFunction { function } => {
                write!(out, "Invalid function name; function: {function}")
            }
            Kind::FunctionOfOtherExpression { function } => {
                let expression = match parameter {
                    Parameter::UpdateExpression => "an update",
                    // Model: the words for a filter are those for a condition.
                    _ => "a condition",
                };
                write!(
                    out,
                    "The function is not allowed in {expression} expression; function: {function}"
                )
            }
            Kind::MisusedFunction { function } => write!(
                out,
                "The function is not allowed to be used this way in an expression; function: {function}"
            ),
            Kind::ReservedWord { word } => {
                write!(out, "Attribute name is a reserved keyword; reserved keyword: {word}")
            }
            Kind::ClauseRepeated { clause } => write!(
                out,
                "The \"{clause}\" section can only be used once in an update expression;"
            ),
            Kind::UndefinedName { name } => write!(
                out,
                "An expression attribute name used in the document path is not defined; attribute name: {name}"
            ),
            Kind::UndefinedValue { value } => write!(
                out,
                "An expression attribute value used in expression is not defined; attribute value: {value}"
            ),
            Kind::Operand(error) => write!(out, "{error}"),
            Kind::PathsClash { clash, one, two } => {
                let clash = verb(*clash);
                let (one, two) = (one.as_list(), two.as_list());
                write!(
                    out,
                    "Two document paths {clash} with each other; must remove or rewrite one of these paths; path one: {one}, path two: {two}"
                )
            }
            Kind::InvalidPlaceholder { key } => {
                write!(out, "{parameter} contains invalid key: Syntax error; key: \"{key}\"")
            }
            Kind::PlaceholderTooLong { size } => {
                write!(
                    out,
                    "{parameter} contains invalid key: The expression attribute map contains a key that is too long;"
                )?;
                match parameter {
                    Parameter::ExpressionAttributeValues => Ok(()),
                    _ => write!(out, " size of key: {size}"),
                }
            }
            // Model: the limit is documented, the words of its error are not.
            Kind::SubstitutionTooLarge { size } => write!(
                out,
                "{parameter}: Size of substitution variables has exceeded the maximum allowed size; size: {size}"
            ),
            Kind::Unused { keys } => {
                let keys = keys.join(", ");
                write!(out, "Value provided in {parameter} unused in expressions: keys: {{{keys}}}")
            }
            Kind::KeyCondition(error) => write!(out, "{error}"),
        }
    }
}

impl fmt::Display for OperandError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        const WRONG_TYPE: &str = "Incorrect operand type for operator or function";
        match self {
            Self::Count { operator, count } => write!(
                out,
                "Incorrect number of operands for operator or function; operator or function: {operator}, number of operands: {count}"
            ),
            Self::NotDistinct { operator, path } => write!(
                out,
                "The first operand must be distinct from the remaining operands for this operator or function; operator: {operator}, first operand: {path}",
                path = path.as_list()
            ),
            Self::WrongType { operator, kind } => {
                let kind = kind.map_or(ANY_KIND, ValueKind::tag);
                write!(out, "{WRONG_TYPE}; operator or function: {operator}, operand type: {kind}")
            }
            Self::UnknownTypeName { name } => write!(
                out,
                "Invalid attribute type name found; type: {name}, valid types: {{B,NULL,SS,BOOL,L,BS,N,NS,S,M}}"
            ),
            Self::PathRequired { function } => write!(
                out,
                "Operator or function requires a document path; operator or function: {function}"
            ),
            Self::BoundsOfTwoTypes { low, high } => write!(
                out,
                "The BETWEEN operator requires same data type for lower and upper bounds; {}",
                bounds(low, high)
            ),
            Self::BoundsReversed { low, high } => write!(
                out,
                "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; {}",
                bounds(low, high)
            ),
            Self::WrongTypeForClause { clause, kind } => {
                let kind = long_name(*kind);
                write!(
                    out,
                    "{WRONG_TYPE}; operator: {clause}, operand type: {kind}, typeSet: ALLOWED_FOR_ADD_OPERAND"
                )
            }
        }
    }
}

impl fmt::Display for KeyConditionError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        const INVALID: &str = "Invalid condition in KeyConditionExpression";
        match self {
            Self::InvalidOperator { operator } => {
                write!(out, "Invalid operator used in KeyConditionExpression: {operator}")
            }
            Self::NestedOperation => {
                write!(out, "KeyConditionExpressions cannot contain nested operations")
            }
            Self::NestedAttribute => {
                write!(out, "KeyConditionExpressions cannot have conditions on nested attributes")
            }
            Self::SeveralAttributes => {
                write!(out, "{INVALID}: Multiple attribute names used in one condition")
            }
            Self::NoAttribute => write!(out, "{INVALID}: No key attribute specified"),
            Self::AttributeNotFirst { operator } => write!(
                out,
                "{INVALID}: {operator} operator must have the key attribute as its first operand"
            ),
            Self::SeveralConditionsPerKey => write!(
                out,
                "Invalid KeyConditionExpression: KeyConditionExpressions must only contain one condition per key"
            ),
            Self::MoreThanKeys { count, key_count } => write!(
                out,
                "The number of query conditions ({count}) exceeds the number of key attributes defined in the schema ({key_count})"
            ),
            Self::TooManyConditions => write!(out, "Conditions can be of length 1 or 2 only"),
            Self::MissingAttribute { name } => {
                write!(out, "Query condition missed key schema element: {name}")
            }
            // Model: only the beginning is known, and how several names are separated is not.
            Self::PartitionWithoutEquality { names } => write!(
                out,
                "HASH key attributes {} must have equality conditions specified in the query",
                names.join(", ")
            ),
            Self::SortWithoutEquality { names, last } => write!(
                out,
                "RANGE key attributes {} must have equality conditions specified in the query because a condition is present on key attribute {last}",
                names.join(", ")
            ),
            Self::NotSupported => write!(out, "Query key condition not supported"),
            Self::NotIndexable => {
                write!(out, "Attempted conditional constraint is not an indexable operation")
            }
            Self::TypeMismatch => write!(
                out,
                "One or more parameter values were invalid: Condition parameter type does not match schema type"
            ),
            Self::EmptyValue { name, kind } => {
                let kind = if *kind == ValueKind::B { "binary" } else { "string" };
                write!(
                    out,
                    "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty {kind} value. Key: {name}"
                )
            }
        }
    }
}

impl fmt::Display for UpdateError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            UpdateErrorKind::InvalidPath => write!(
                out,
                "The document path provided in the update expression is invalid for update"
            ),
            UpdateErrorKind::MissingOperand => write!(
                out,
                "The provided expression refers to an attribute that does not exist in the item"
            ),
            UpdateErrorKind::OperandType => {
                write!(out, "An operand in the update expression has an incorrect data type")
            }
            UpdateErrorKind::AttributeType => write!(out, "Type mismatch for attribute to update"),
            UpdateErrorKind::Number(error) => write!(out, "{error}"),
        }
    }
}

impl ExpressionErrorKind {
    /// Whether DynamoDB says first which expression is invalid.
    fn is_introduced(&self) -> bool {
        !matches!(
            self,
            Self::InvalidPlaceholder { .. }
                | Self::PlaceholderTooLong { .. }
                | Self::SubstitutionTooLarge { .. }
                | Self::Unused { .. }
                | Self::KeyCondition(_)
        )
    }
}

/// What two paths do that clash.
const fn verb(clash: PathClash) -> &'static str {
    match clash {
        PathClash::Overlap => "overlap",
        PathClash::Conflict => "conflict",
    }
}

/// The words that both faults of the bounds of `BETWEEN` end with.
fn bounds(low: &AttributeValue, high: &AttributeValue) -> String {
    let (low, high) = (literal(low), literal(high));
    format!(
        "lower bound operand: AttributeValue: {{{low}}}, upper bound operand: AttributeValue: {{{high}}}"
    )
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
            unreachable!("a value without an order is rejected as a bound before")
        }
    }
}

/// The name that errors about `ADD` and `DELETE` have for a type.
const fn long_name(kind: ValueKind) -> &'static str {
    match kind {
        ValueKind::S => "STRING",
        ValueKind::N => "NUMBER",
        ValueKind::B => "Binary",
        ValueKind::Bool => "BOOL",
        ValueKind::Null => "NULL",
        ValueKind::Ss => "STRING_SET",
        ValueKind::Ns => "NUMBER_SET",
        ValueKind::Bs => "BINARY_SET",
        ValueKind::L => "LIST",
        ValueKind::M => "MAP",
    }
}
