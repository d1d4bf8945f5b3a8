//! What can be wrong with tags, time to live and backups of a table, and the words for it.

use std::fmt;

use crate::api::arn::root;
use crate::api::error::code::ErrorCode;
use crate::api::limit::TAG_COUNT_MAX;
use crate::api::value::words::INVALID;
use crate::model::name::AttributeName;

/// Why a setting beside the schema of a table is rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "each variant and its fields say what its message says")]
pub enum ResourceError {
    NoArn,
    NotAnArn {
        text: String,
    },
    NotTheArnOfATable {
        text: String,
    },
    ArnOfIndex {
        arn: String,
    },
    /// With the ARN of the policy if a statement of it denies what is asked; else none allows it.
    AccessDenied {
        user: String,
        action: &'static str,
        arn: String,
        policy: Option<String>,
    },
    TagCharacter {
        text: String,
    },
    ReservedTag,
    ArnNotFound {
        arn: String,
    },
    NoTags,
    NoTagKeys,
    TooManyTags,
    AlreadyEnabled,
    AlreadyDisabled,
    OtherAttribute {
        current: AttributeName,
    },
    ChangedTooOften,
    TableNotFound {
        table: String,
    },
}

impl ResourceError {
    /// The rejection of a request about a resource of another account. Model: the root of this account sends it.
    pub(crate) fn of_other_account(action: &'static str, arn: &str) -> Self {
        Self::AccessDenied { user: root(), action, arn: arn.to_owned(), policy: None }
    }

    /// The kind of rejection.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::ArnNotFound { .. } => ErrorCode::ResourceNotFound,
            Self::TableNotFound { .. } => ErrorCode::TableNotFound,
            Self::AccessDenied { .. } => ErrorCode::AccessDenied,
            Self::NoArn
            | Self::NotAnArn { .. }
            | Self::NotTheArnOfATable { .. }
            | Self::ArnOfIndex { .. }
            | Self::TagCharacter { .. }
            | Self::ReservedTag
            | Self::NoTags
            | Self::NoTagKeys
            | Self::TooManyTags
            | Self::AlreadyEnabled
            | Self::AlreadyDisabled
            | Self::OtherAttribute { .. }
            | Self::ChangedTooOften => ErrorCode::Validation,
        }
    }
}

impl fmt::Display for ResourceError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoArn => formatter.write_str("Invalid TableArn"),
            Self::NotAnArn { text } => {
                write!(formatter, "{INVALID} ARNs must start with 'arn:': {text}")
            }
            Self::NotTheArnOfATable { text } => {
                write!(formatter, "Invalid TableArn: Invalid ResourceArn provided as input {text}")
            }
            Self::ArnOfIndex { arn } => write!(
                formatter,
                "{INVALID} Invalid resource arn provided, only table or stream is accepted. \
                 Provided resource arn: {arn}"
            ),
            // Observed: 2023, 2024 and 2026, users' reports of denied requests.
            Self::AccessDenied { user, action, arn, policy } => {
                write!(
                    formatter,
                    "User: {user} is not authorized to perform: dynamodb:{action} on resource: {arn} "
                )?;
                match policy {
                    None => write!(
                        formatter,
                        "because no identity-based policy allows the dynamodb:{action} action"
                    ),
                    Some(policy) => {
                        write!(
                            formatter,
                            "with an explicit deny in an identity-based policy: {policy}"
                        )
                    }
                }
            }
            // Model: which characters a tag can have is documented, and that it cannot begin with aws:, but not the words.
            Self::TagCharacter { text } => {
                write!(formatter, "{INVALID} Tag has a character that is not allowed: {text}")
            }
            Self::ReservedTag => {
                write!(formatter, "{INVALID} Tag keys that begin with aws: are reserved")
            }
            // So spelled by the service.
            Self::ArnNotFound { arn } => {
                write!(formatter, "Requested resource not found: ResourcArn: {arn} not found")
            }
            Self::NoTags => formatter.write_str("Atleast one Tag needs to be provided as Input."),
            Self::NoTagKeys => {
                formatter.write_str("Atleast one Tag Key needs to be provided as Input.")
            }
            // Model: the service's words are not known.
            Self::TooManyTags => write!(
                formatter,
                "{INVALID} Number of tags exceeds the per-table limit of {TAG_COUNT_MAX}"
            ),
            Self::AlreadyEnabled => formatter.write_str("TimeToLive is already enabled"),
            Self::AlreadyDisabled => formatter.write_str("TimeToLive is already disabled"),
            Self::OtherAttribute { current } => write!(
                formatter,
                "TimeToLive is active on a different AttributeName: current AttributeName is \
                 {current}"
            ),
            Self::ChangedTooOften => formatter
                .write_str("Time to live has been modified multiple times within a fixed interval"),
            Self::TableNotFound { table } => write!(formatter, "Table not found: {table}"),
        }
    }
}
