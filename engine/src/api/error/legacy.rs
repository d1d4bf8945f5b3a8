//! What can be wrong with parameters of the time before expressions, in DynamoDB's words.

use std::fmt;

use crate::api::value::words::INVALID;
use crate::expression::error::Parameter;
use crate::expression::legacy::{ArgumentError, ComparisonOperator};
use crate::model::name::AttributeName;

/// What is wrong with a legacy parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "a member is named after what it holds")]
pub enum LegacyError {
    /// Expressions beside legacy parameters.
    Mixed {
        /// The legacy parameters.
        legacy: Vec<&'static str>,
        expressions: Vec<Parameter>,
    },
    /// The values do not suit the operator or action.
    Argument(ArgumentError),
    /// `ConditionalOperator` without conditions.
    NothingToJoin,
    /// `ConditionalOperator` with one condition.
    OneToJoin,
    /// `ConditionalOperator` is neither `AND` nor `OR`.
    UnknownConditionalOperator,
    /// The `Action` of an update is none.
    UnknownAction,
    /// The `ComparisonOperator` of an expectation is none.
    UnknownComparison,
    /// A name occurs twice in `AttributesToGet`.
    DuplicateName { name: String },
    /// `Value` beside `AttributeValueList`.
    ValueAndList { attribute: AttributeName },
    /// `Exists` beside `ComparisonOperator`.
    ExistsAndOperator { attribute: AttributeName },
    /// `ComparisonOperator` without a value.
    OperatorAlone { attribute: AttributeName, operator: ComparisonOperator },
    /// `AttributeValueList` without `ComparisonOperator`.
    ListAlone { attribute: AttributeName },
    /// `Value` of an attribute that should not exist.
    ValueOfNothing { attribute: AttributeName },
    /// No `Value` of an attribute that should exist.
    ExistsWithoutValue {
        attribute: AttributeName,
        /// What `Exists` says.
        exists: Option<bool>,
    },
}

impl From<ArgumentError> for LegacyError {
    fn from(error: ArgumentError) -> Self {
        Self::Argument(error)
    }
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count { operator } => write!(
                out,
                "{INVALID} Invalid number of argument(s) for the {} ComparisonOperator",
                operator.name()
            ),
            Self::Kind { operator, kind } => write!(
                out,
                "{INVALID} ComparisonOperator {} is not valid for {kind} AttributeValue type",
                operator.name()
            ),
            Self::SeveralKinds => write!(
                out,
                "{INVALID} AttributeValues inside AttributeValueList must be of same type"
            ),
            Self::BoundsReversed => write!(
                out,
                "The BETWEEN condition was provided a range where the lower bound is greater than the upper bound"
            ),
            Self::NoValue => write!(
                out,
                "{INVALID} Only DELETE action is allowed when no attribute value is specified"
            ),
            Self::DeleteOfKind { kind } => write!(
                out,
                "{INVALID} DELETE action with value is not supported for the type {kind}"
            ),
            Self::AddOfKind { kind } => {
                write!(out, "{INVALID} ADD action is not supported for the type {kind}")
            }
        }
    }
}

impl fmt::Display for LegacyError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mixed { legacy, expressions } => {
                let expressions: Vec<&str> = expressions.iter().map(|it| it.name()).collect();
                write!(
                    formatter,
                    "Can not use both expression and non-expression parameters in the same \
                     request: Non-expression parameters: {{{}}} Expression parameters: {{{}}}",
                    legacy.join(", "),
                    expressions.join(", ")
                )
            }
            Self::Argument(error) => error.fmt(formatter),
            Self::NothingToJoin => {
                formatter.write_str("ConditionalOperator cannot be used without Filter or Expected")
            }
            Self::OneToJoin => formatter.write_str(
                "ConditionalOperator can only be used when Filter or Expected has two or more \
                 elements",
            ),
            // So worded by the service.
            Self::UnknownAction => formatter
                .write_str("Member must satisfy enum value set: [ADD, DELETE, PUT]' for Action"),
            Self::UnknownComparison => write!(formatter, "{INVALID} Invalid comparison operator"),
            // So worded by the service, for AND and OR.
            Self::UnknownConditionalOperator => formatter.write_str(
                "Failed to satisfy constraint: Member must satisfy enum value set: [ALL, OR]",
            ),
            Self::DuplicateName { name } => {
                write!(formatter, "{INVALID} Duplicate value in attribute name: {name}")
            }
            Self::ValueAndList { attribute } => write!(
                formatter,
                "{INVALID} Value and AttributeValueList cannot be used together for Attribute: \
                 {attribute}"
            ),
            Self::ExistsAndOperator { attribute } => write!(
                formatter,
                "{INVALID} Exists and ComparisonOperator cannot be used together for Attribute: \
                 {attribute}"
            ),
            Self::OperatorAlone { attribute, operator } => write!(
                formatter,
                "{INVALID} Value or AttributeValueList must be used with ComparisonOperator: {} \
                 for Attribute: {attribute}",
                operator.name()
            ),
            Self::ListAlone { attribute } => write!(
                formatter,
                "{INVALID} AttributeValueList can only be used with a ComparisonOperator for \
                 Attribute: {attribute}"
            ),
            Self::ValueOfNothing { attribute } => write!(
                formatter,
                "{INVALID} Value cannot be used when Exists is false for Attribute: {attribute}"
            ),
            Self::ExistsWithoutValue { attribute, exists } => {
                let exists = exists.map_or("null", |exists| if exists { "true" } else { "false" });
                write!(
                    formatter,
                    "{INVALID} Value must be provided when Exists is {exists} for Attribute: \
                     {attribute}"
                )
            }
        }
    }
}
