//! What a ValidationException is about, and the words for it.

use std::fmt;

use crate::api::error::batch::{BatchError, TransactionError};
use crate::api::error::legacy::LegacyError;
use crate::api::error::read::{ReadError, StartKeyError};
use crate::api::error::rejection::{write_rejection, write_write_error};
use crate::api::error::schema::SchemaError;
use crate::api::error::unknown_member::UnknownMember;
use crate::api::error::update_table::UpdateTableError;
use crate::api::error::violation::Violations;
use crate::api::value::error::ValueError;
use crate::database::Wording;
use crate::expression::error::{ExpressionError, ExpressionErrorKind, Parameter};
use crate::partiql::error::PartiqlError;
use crate::table::write::accept::Rejection;
use crate::table::write::plan::WriteError;

/// What a ValidationException is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ValidationError {
    /// Members break constraints that need no table to check.
    Violations(Violations),
    /// `TableName` or another member is missing, in the words of the newer check.
    MissingParameter {
        /// The member.
        name: &'static str,
    },
    /// The request, or a structure in it, has a member that the operation does not have.
    UnknownMember(UnknownMember),
    /// A legacy parameter, or one that cannot be used together with legacy parameters.
    Legacy(LegacyError),
    /// An attribute value in the request is not legal.
    Value(ValueError),
    /// A value or name among the placeholders is not legal.
    ExpressionValue {
        /// `ExpressionAttributeValues` or `ExpressionAttributeNames`.
        parameter: Parameter,
        /// What is wrong with it.
        error: ValueError,
        /// Its placeholder.
        placeholder: String,
    },
    /// An expression, or what it refers to.
    Expression(ExpressionError),
    /// `ExpressionAttributeNames` or `ExpressionAttributeValues` without any expression.
    PlaceholdersWithoutExpression {
        /// The one or the other.
        parameter: Parameter,
        /// The expressions that could use values.
        absent: Vec<Parameter>,
        /// Whether the message lists them.
        wording: Wording,
    },
    /// `ExpressionAttributeNames` or `ExpressionAttributeValues` is an empty map.
    NoPlaceholders(Parameter),
    /// `ReturnValues` is one that only UpdateItem knows.
    ReturnValues,
    /// The key or item does not fit the table.
    Rejected(Rejection),
    /// The update cannot be made.
    Write(WriteError),
    /// The definition of a table or index is not legal.
    Schema(SchemaError),
    /// The table is protected against deletion.
    DeletionProtected,
    /// A table of which there are replicas in other Regions.
    SourceOfReplicas,
    /// A read asks for something that it cannot have.
    Read(ReadError),
    /// A batch asks for too much, too little or the same twice.
    Batch(BatchError),
    /// A transaction is not well formed.
    Transaction(TransactionError),
    /// A change of a live table is not legal.
    UpdateTable(UpdateTableError),
    /// A PartiQL statement, or what it asks of its table.
    Partiql(Box<PartiqlError>),
}

impl ValidationError {
    /// Whether the fault lies in the request itself and shows without any table. Single-item
    /// writes count such faults.
    pub(crate) fn is_of_request(&self) -> bool {
        match self {
            Self::Value(_)
            | Self::ExpressionValue { .. }
            | Self::Expression(_)
            | Self::PlaceholdersWithoutExpression { .. }
            | Self::NoPlaceholders(_)
            | Self::Legacy(_)
            | Self::ReturnValues => true,
            Self::Violations(_)
            | Self::MissingParameter { .. }
            | Self::UnknownMember(_)
            | Self::Rejected(_)
            | Self::Write(_)
            | Self::Schema(_)
            | Self::DeletionProtected
            | Self::SourceOfReplicas
            | Self::Read(_)
            | Self::Batch(_)
            | Self::Transaction(_)
            | Self::UpdateTable(_)
            | Self::Partiql(_) => false,
        }
    }

    /// Changes the words to those of the newer layer: it says neither which value of an expression is illegal, nor how
    /// long an expression is.
    pub(crate) fn use_newer_words(&mut self) {
        match self {
            Self::ExpressionValue {
                error,
                parameter: Parameter::ExpressionAttributeValues,
                ..
            } => *self = Self::Value(error.clone()),
            Self::Expression(ExpressionError {
                kind: ExpressionErrorKind::TooLong { size },
                ..
            }) => *size = None,
            _ => {}
        }
    }

    /// Changes the words to those of the older layer.
    pub(crate) fn use_older_words(&mut self) {
        match self {
            Self::Value(error)
            | Self::ExpressionValue { error, .. }
            | Self::Read(ReadError::StartKey(StartKeyError::Value(error))) => {
                error.use_older_words();
            }
            Self::PlaceholdersWithoutExpression { wording, .. } => *wording = Wording::Classic,
            _ => {}
        }
    }
}

impl fmt::Display for ValidationError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Violations(violations) => violations.fmt(formatter),
            Self::UnknownMember(unknown) => unknown.fmt(formatter),
            Self::MissingParameter { name } => write!(
                formatter,
                "The parameter '{name}' is required but was not present in the request"
            ),
            Self::Legacy(error) => error.fmt(formatter),
            Self::Value(error) => error.fmt(formatter),
            Self::ExpressionValue { parameter, error, placeholder } => write!(
                formatter,
                "{parameter} contains invalid value: {error} for key {placeholder}"
            ),
            Self::Expression(error) => error.fmt(formatter),
            Self::PlaceholdersWithoutExpression { parameter, absent, wording } => {
                write!(formatter, "{parameter} can only be specified when using expressions")?;
                match wording {
                    Wording::Revised => Ok(()),
                    Wording::Classic => write_absent(absent, formatter),
                }
            }
            Self::NoPlaceholders(parameter) => write!(formatter, "{parameter} must not be empty"),
            Self::ReturnValues => formatter.write_str("ReturnValues can only be ALL_OLD or NONE"),
            Self::Rejected(rejection) => write_rejection(rejection, formatter),
            Self::Write(error) => write_write_error(error, formatter),
            Self::Schema(error) => error.fmt(formatter),
            // Model: the service says so for a day; here it is so for as long as there are replicas.
            Self::SourceOfReplicas => formatter.write_str(
                "Replica cannot be deleted because it has acted as a source region for new \
                 replicas being added to the table in the last 24 hours.",
            ),
            Self::DeletionProtected => formatter.write_str(
                "Resource cannot be deleted as it is currently protected against deletion. \
                 Disable deletion protection first.",
            ),
            Self::Read(error) => error.fmt(formatter),
            Self::Batch(error) => error.fmt(formatter),
            Self::Transaction(error) => error.fmt(formatter),
            Self::UpdateTable(error) => error.fmt(formatter),
            Self::Partiql(error) => error.fmt(formatter),
        }
    }
}

/// The expressions that are not there, as the older words end.
fn write_absent(absent: &[Parameter], formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    let names: Vec<&str> = absent.iter().map(|parameter| parameter.name()).collect();
    match names.as_slice() {
        [] => Ok(()),
        [name] => write!(formatter, ": {name} is null"),
        names => write!(formatter, ": {} are null", names.join(" and ")),
    }
}
