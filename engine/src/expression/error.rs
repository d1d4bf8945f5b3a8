//! What can be wrong with an expression. DynamoDB's messages are in `api/error/expression.rs`.

use std::fmt;
use std::ops::Range;

use crate::expression::clause::Clause;
use crate::model::attribute_value::{AttributeValue, ValueKind};
use crate::model::document_path::{DocumentPath, PathClash};
use crate::model::number::NumberError;

/// The field of a request that holds an expression, or what an expression refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the variants are the fields' names on the wire")]
pub enum Parameter {
    ConditionExpression,
    FilterExpression,
    ProjectionExpression,
    KeyConditionExpression,
    UpdateExpression,
    ExpressionAttributeNames,
    ExpressionAttributeValues,
}

/// A fault in an expression. Its words are those of DynamoDB's `ValidationException`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpressionError {
    /// The field with the fault.
    pub parameter: Parameter,
    /// What the fault is.
    pub kind: ExpressionErrorKind,
    /// Where in the text of the field, in bytes; `None` if the fault has no single position.
    pub span: Option<Range<usize>>,
}

/// What can be wrong with an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "a member is named after what it holds")]
pub enum ExpressionErrorKind {
    /// The text is empty.
    Empty,
    /// The text is longer than an expression may be.
    TooLong {
        /// Its length in bytes, if the message says it.
        size: Option<usize>,
    },
    /// The grammar does not allow a token here.
    Syntax {
        /// The token, or none if the text ends too early.
        token: Option<String>,
        /// The text from the token before to the token after.
        near: String,
    },
    /// There are more operators and functions than an expression may have.
    TooManyOperators {
        /// How many there are.
        count: usize,
    },
    /// A path has more elements than a path may have.
    TooManyLevels {
        /// How many it has.
        count: usize,
    },
    /// A list position is too large.
    PositionTooLarge {
        /// The position as it was written.
        position: String,
    },
    /// Parentheses directly within parentheses.
    RedundantParentheses,
    /// No function has this name in this kind of expression.
    UnknownFunction {
        /// The name.
        function: String,
    },
    /// The function is one of another kind of expression: of updates in a condition, or of conditions in an update.
    FunctionOfOtherExpression {
        /// Its name.
        function: &'static str,
    },
    /// The function is not allowed here.
    MisusedFunction {
        /// Its name.
        function: &'static str,
    },
    /// A reserved word is used as the name of an attribute.
    ReservedWord {
        /// The word as it was written.
        word: String,
    },
    /// An update has a clause twice.
    ClauseRepeated { clause: Clause },
    /// A `#name` is not among the names of the request.
    UndefinedName {
        /// The placeholder.
        name: String,
    },
    /// A `:value` is not among the values of the request.
    UndefinedValue {
        /// The placeholder.
        value: String,
    },
    /// The operands of an operator or function are not what it takes.
    Operand(OperandError),
    /// One expression cannot have both paths.
    PathsClash {
        /// Why they cannot.
        clash: PathClash,
        /// The path that is first in the text.
        one: DocumentPath,
        /// The other.
        two: DocumentPath,
    },
    /// A key of the names or values is not a placeholder.
    InvalidPlaceholder { key: String },
    /// A placeholder is too long.
    PlaceholderTooLong {
        /// Its length in bytes.
        size: usize,
    },
    /// The placeholders with their names and values are too large.
    SubstitutionTooLarge {
        /// Their size in bytes.
        size: u64,
    },
    /// No expression uses some of the names or values.
    Unused {
        /// Their placeholders, in order.
        keys: Vec<String>,
    },
    /// The condition is not one that keys can be asked with.
    KeyCondition(KeyConditionError),
}

/// What can be wrong with operands, as far as it is known before any item is seen.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "a member is named after what it holds")]
pub enum OperandError {
    /// A function has too few or too many operands, or `IN` too many.
    Count {
        /// The operator or function.
        operator: &'static str,
        /// How many operands it has.
        count: usize,
    },
    /// A path is compared with itself.
    NotDistinct {
        /// The operator or function.
        operator: &'static str,
        path: DocumentPath,
    },
    /// An operand that is known before any item is seen has the wrong type.
    WrongType {
        /// The operator or function.
        operator: &'static str,
        /// The type; none if a value is needed and the operand is a path.
        kind: Option<ValueKind>,
    },
    /// The second operand of `attribute_type` names no type.
    UnknownTypeName { name: String },
    /// An operand must be a path and is something else.
    PathRequired { function: &'static str },
    /// The bounds of `BETWEEN` are of two types.
    BoundsOfTwoTypes {
        /// The lower bound: S, N or B.
        low: AttributeValue,
        /// The upper bound: S, N or B.
        high: AttributeValue,
    },
    /// The lower bound of `BETWEEN` is above the upper.
    BoundsReversed {
        /// The lower bound: S, N or B.
        low: AttributeValue,
        /// The upper bound: S, N or B.
        high: AttributeValue,
    },
    /// `ADD` or `DELETE` with a value of a type that it does not take.
    WrongTypeForClause {
        clause: Clause,
        /// The type of the value.
        kind: ValueKind,
    },
}

/// What a condition may not say of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyConditionError {
    /// An operator or function that keys cannot be asked with.
    InvalidOperator {
        /// The operator or function.
        operator: &'static str,
    },
    /// The operand of a condition is itself a function.
    NestedOperation,
    /// A path leads into an attribute.
    NestedAttribute,
    /// A condition compares two attributes.
    SeveralAttributes,
    /// A condition mentions no attribute.
    NoAttribute,
    /// `BETWEEN` or `begins_with` with a value before the attribute.
    AttributeNotFirst {
        /// `BETWEEN` or `begins_with`.
        operator: &'static str,
    },
    /// Two conditions on one attribute.
    SeveralConditionsPerKey,
    /// More conditions than any key of this shape can have, or none at all.
    TooManyConditions,
    /// More conditions than the key has attributes.
    MoreThanKeys {
        /// The conditions.
        count: usize,
        /// The attributes of the key.
        key_count: usize,
    },
    /// No condition on an attribute of the key that needs one.
    MissingAttribute {
        /// The attribute.
        name: String,
    },
    /// Attributes of a partition key of several attributes that have no equality.
    PartitionWithoutEquality {
        /// The attributes.
        names: Vec<String>,
    },
    /// Attributes of the sort key that have no equality, before one that has a condition.
    SortWithoutEquality {
        /// The attributes.
        names: Vec<String>,
        /// The last attribute that has a condition.
        last: String,
    },
    /// An attribute that is not in the key, or an operator that its place in the key does not allow.
    NotSupported,
    /// A comparison of `KeyConditions` that keys cannot be asked with.
    NotIndexable,
    /// A value of another type than the key attribute.
    TypeMismatch,
    /// A value that no key can have: an empty string or binary.
    EmptyValue {
        /// The attribute.
        name: String,
        /// S or B.
        kind: ValueKind,
    },
}

/// What keeps an update from being applied to an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpdateError {
    /// What the fault is.
    pub kind: UpdateErrorKind,
    /// The span of the action that fails, in bytes of the text; `None` if there is no text.
    pub span: Option<Range<usize>>,
}

/// What can keep an action of an update from being done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UpdateErrorKind {
    /// The path leads through a value that is missing or is no map or list as the path says.
    InvalidPath,
    /// An operand is a path to a value that is missing.
    MissingOperand,
    /// A stored value has a type that the action does not take.
    OperandType,
    /// The same for an action of `AttributeUpdates`.
    AttributeType,
    /// A sum is no number that can be stored.
    Number(NumberError),
}

impl From<OperandError> for ExpressionErrorKind {
    fn from(error: OperandError) -> Self {
        Self::Operand(error)
    }
}

impl Parameter {
    /// The name of the field on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ConditionExpression => "ConditionExpression",
            Self::FilterExpression => "FilterExpression",
            Self::ProjectionExpression => "ProjectionExpression",
            Self::KeyConditionExpression => "KeyConditionExpression",
            Self::UpdateExpression => "UpdateExpression",
            Self::ExpressionAttributeNames => "ExpressionAttributeNames",
            Self::ExpressionAttributeValues => "ExpressionAttributeValues",
        }
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
