//! Why a request does not get as far as its operation, in the service's words.

use std::fmt;

use serde_json::{Value, json};

/// A fault of the request around the operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Rejection {
    /// The body is not JSON.
    Unreadable,
    /// The target names no operation.
    UnknownOperation,
    /// The request has no signature.
    NoSignature,
    /// It was signed twice: in a header and in the address.
    TwoSignatures,
    /// Parts of the signature are missing from the header.
    IncompleteHeader { missing: Vec<&'static str>, dated: bool, algorithm: String },
    /// Parts of the signature are missing from the address.
    IncompleteQuery { missing: Vec<&'static str> },
    /// A page asks whose origin is not allowed.
    OtherOrigin { origin: String },
    /// The name under which the endpoint is asked is not one of its own.
    OtherHost { host: String },
    /// The engine broke one of its invariants.
    Internal,
    /// A write cannot be brought to the disk.
    NotStored,
    /// The disk is full: only deletes can be brought to it.
    DiskFull,
}

impl Rejection {
    /// The body of the reply.
    pub(crate) fn to_json(&self) -> Value {
        let kind = match self {
            Self::Unreadable => "com.amazon.coral.service#SerializationException",
            Self::UnknownOperation => "com.amazon.coral.service#UnknownOperationException",
            Self::NoSignature => "com.amazon.coral.service#MissingAuthenticationTokenException",
            Self::TwoSignatures => "com.amazon.coral.service#InvalidSignatureException",
            Self::IncompleteHeader { .. } | Self::IncompleteQuery { .. } => {
                "com.amazon.coral.service#IncompleteSignatureException"
            }
            Self::OtherOrigin { .. } | Self::OtherHost { .. } => {
                "com.amazon.coral.service#AccessDeniedException"
            }
            Self::Internal | Self::NotStored | Self::DiskFull => {
                "com.amazonaws.dynamodb.v20120810#InternalServerError"
            }
        };
        match self.to_string() {
            message if message.is_empty() => json!({ "__type": kind }),
            message => json!({ "__type": kind, "message": message }),
        }
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable | Self::UnknownOperation => Ok(()),
            Self::NoSignature => formatter.write_str("Request is missing Authentication Token"),
            Self::TwoSignatures => formatter.write_str(
                "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header.",
            ),
            Self::IncompleteHeader { missing, dated, algorithm } => {
                for part in missing {
                    write!(formatter, "Authorization header requires '{part}' parameter. ")?;
                }
                if !dated {
                    formatter.write_str(
                        "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. ",
                    )?;
                }
                write!(formatter, "Authorization={algorithm}")
            }
            Self::IncompleteQuery { missing } => {
                for part in missing {
                    write!(formatter, "AWS query-string parameters must include '{part}'. ")?;
                }
                formatter.write_str("Re-examine the query-string parameters.")
            }
            // Model: the service answers pages of every origin. It is not on the reader's own machine.
            Self::OtherOrigin { origin } => write!(
                formatter,
                "This endpoint does not answer pages of {origin}. With `--allow-origin {origin}` they can read, write and \
                 delete its tables."
            ),
            Self::OtherHost { host } => write!(
                formatter,
                "This endpoint does not answer under the name {host}. If it is one of its names, start it with \
                 `--allow-host` and that name without its port."
            ),
            // Model: the service has no such faults.
            Self::NotStored => formatter.write_str(
                "The write could not be stored, and may be lost when the endpoint stops. Free space on its disk.",
            ),
            Self::DiskFull => formatter.write_str(
                "The disk of the endpoint is full, so nothing was written. Delete items or free space on the disk: \
                 only writes that delete are accepted until then.",
            ),
            Self::Internal => formatter.write_str(
                "The request processing has failed because of an unknown error, exception or failure.",
            ),
        }
    }
}
