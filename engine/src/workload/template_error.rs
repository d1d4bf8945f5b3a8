//! What can be wrong with the request of an access pattern, and where.

use std::fmt;

use crate::json::text::SyntaxError;
use crate::model::bytes::Bytes;

/// Why the request of an access pattern cannot be filled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateError {
    /// Names of the members that lead to the place, as in `Item.CustomerId.S`; empty for the request itself.
    pub place: String,
    /// What is wrong there.
    pub fault: TemplateFault,
}

/// What is wrong at a place of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TemplateFault {
    /// The request is not JSON.
    Syntax(SyntaxError),
    /// The request is JSON, but no object.
    NotAnObject,
    /// Workloads do not send this operation.
    UnknownOperation {
        /// The name.
        operation: String,
    },
    /// A brace is opened and not closed. A brace itself is written twice.
    OpenBrace,
    /// There is no such placeholder, or it takes other words.
    UnknownPlaceholder {
        /// The text between the braces.
        text: String,
    },
    /// A placeholder needs a whole number from 1 to a largest.
    InvalidCount {
        /// The text there.
        text: String,
        /// The largest.
        max: u64,
    },
    /// A placeholder needs a percentage.
    InvalidPercentage {
        /// The text there.
        text: String,
    },
    /// A filled request would be larger than DynamoDB takes.
    TooLarge {
        /// The limit.
        max: Bytes,
    },
    /// `{maybe}` does not open the text of an attribute.
    MisplacedMaybe,
    /// A suffix is calculated from an attribute that the same map does not have as a string or number.
    UnknownSource {
        /// The name of the attribute.
        attribute: String,
    },
    /// A suffix is calculated from an attribute that has one itself.
    CalculatedSource {
        /// The name of the attribute.
        attribute: String,
    },
    /// A suffix is calculated from an attribute that is not always there.
    OptionalSource {
        /// The name of the attribute.
        attribute: String,
    },
}

impl fmt::Display for TemplateError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place.is_empty() {
            true => write!(formatter, "{}", self.fault),
            false => write!(formatter, "{}: {}", self.place, self.fault),
        }
    }
}

impl fmt::Display for TemplateFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => write!(formatter, "{error}"),
            Self::NotAnObject => formatter.write_str("a request is a JSON object"),
            Self::UnknownOperation { operation } => {
                write!(formatter, "a workload does not send {operation}")
            }
            Self::OpenBrace => {
                formatter.write_str("a placeholder lacks its closing brace; {{ is a brace")
            }
            Self::UnknownPlaceholder { text } => {
                write!(formatter, "{{{text}}} is not a placeholder; {{{{ is a brace")
            }
            Self::InvalidCount { text, max } => {
                write!(formatter, "{text} is not a whole number from 1 to {max}")
            }
            Self::InvalidPercentage { text } => {
                write!(formatter, "{text} is not a percentage such as 5% or 0.5%")
            }
            Self::TooLarge { max } => {
                write!(formatter, "a filled request would be larger than {max}")
            }
            Self::MisplacedMaybe => {
                formatter.write_str("{maybe 5%} opens the text of an attribute")
            }
            Self::UnknownSource { attribute } => {
                write!(formatter, "there is no string or number {attribute} beside it")
            }
            Self::CalculatedSource { attribute } => {
                write!(formatter, "{attribute} is itself calculated")
            }
            Self::OptionalSource { attribute } => {
                write!(formatter, "{attribute} is not always there")
            }
        }
    }
}

impl std::error::Error for TemplateError {}
