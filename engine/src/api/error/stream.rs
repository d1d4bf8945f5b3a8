//! What can be wrong with reading a stream, and the words for it.

use std::fmt;

use crate::api::error::code::ErrorCode;

/// Why a stream cannot be read as asked.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "each variant and its fields say what its message says")]
pub enum StreamError {
    NotAnArn { text: String },
    StreamNotFound { arn: String },
    ShardNotFound { shard: String, arn: String },
    NoSequenceNumber { kind: String },
    SurplusSequenceNumber { kind: String },
    UnknownSequenceNumber { number: String, shard: String },
    NotAnIterator,
    IteratorExpired,
    RecordsTrimmed,
}

impl StreamError {
    /// The kind of rejection.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::StreamNotFound { .. } | Self::ShardNotFound { .. } => ErrorCode::ResourceNotFound,
            Self::IteratorExpired => ErrorCode::ExpiredIterator,
            Self::RecordsTrimmed => ErrorCode::TrimmedDataAccess,
            Self::NotAnArn { .. }
            | Self::NoSequenceNumber { .. }
            | Self::SurplusSequenceNumber { .. }
            | Self::UnknownSequenceNumber { .. }
            | Self::NotAnIterator => ErrorCode::Validation,
        }
    }
}

/// Model: the words of the exceptions follow the API reference; those of validation are ours where it has none.
impl fmt::Display for StreamError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnArn { text } => {
                write!(formatter, "Invalid StreamArn: Invalid ResourceArn provided as input {text}")
            }
            Self::StreamNotFound { arn } => {
                write!(formatter, "Requested resource not found: Stream: {arn} not found")
            }
            Self::ShardNotFound { shard, arn } => write!(
                formatter,
                "Requested resource not found: Shard: {shard} in Stream: {arn} not found"
            ),
            Self::NoSequenceNumber { kind } => {
                write!(formatter, "Must provide a SequenceNumber for ShardIteratorType {kind}")
            }
            Self::SurplusSequenceNumber { kind } => {
                write!(formatter, "SequenceNumber must not be provided for ShardIteratorType {kind}")
            }
            Self::UnknownSequenceNumber { number, shard } => write!(
                formatter,
                "Invalid SequenceNumber: {number} is not a sequence number of shard {shard}"
            ),
            Self::NotAnIterator => formatter.write_str("Invalid ShardIterator"),
            Self::IteratorExpired => formatter.write_str(
                "The shard iterator has expired and can no longer be used to retrieve stream records",
            ),
            Self::RecordsTrimmed => formatter.write_str(
                "The operation attempted to read past the oldest stream record in a shard",
            ),
        }
    }
}
