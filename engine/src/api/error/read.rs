//! What can be wrong with a read, in DynamoDB's words.

use std::fmt;

use crate::api::error::rejection::write_rejection;
use crate::api::value::error::ValueError;
use crate::api::value::words::INVALID;
use crate::model::attribute_value::ValueKind;
use crate::model::name::{AttributeName, IndexName};
use crate::table::write::accept::Rejection;

/// What is wrong with a Query, a Scan or another read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "a member is named after what it holds")]
pub enum ReadError {
    /// A Query has no key condition.
    NoKeyCondition,
    /// The table has no index of this name.
    UnknownIndex {
        /// The name that was asked for.
        index: String,
    },
    /// The index is being filled, and cannot be read yet.
    IndexNotReady { index: IndexName },
    /// A consistent read of a global index.
    ConsistentGlobalIndex,
    /// `ALL_ATTRIBUTES` of a global index whose projection is not `ALL`.
    AllAttributesOfGlobalIndex { index: IndexName },
    /// `ALL_PROJECTED_ATTRIBUTES` without an index.
    ProjectedAttributesOfTable,
    /// `SPECIFIC_ATTRIBUTES` without a projection.
    NoSpecificAttributes,
    /// A projection together with another `Select`.
    ProjectionWithSelect {
        /// The parameter that has the projection.
        parameter: &'static str,
        /// What `Select` chooses.
        select: &'static str,
    },
    /// A projection of attributes that a global index does not project.
    NotProjected { index: IndexName, attributes: Vec<AttributeName> },
    /// A filter of a Query on attributes that an index does not project.
    FilterNotProjected { index: IndexName, attributes: Vec<AttributeName> },
    /// A filter of a Query on an attribute of the key.
    FilterOnKey { attribute: AttributeName },
    /// A `QueryFilter` on an attribute of the key.
    QueryFilterOnKey { attribute: AttributeName },
    /// `Segment` without `TotalSegments`.
    NoTotalSegments,
    /// `TotalSegments` without `Segment`.
    NoSegment,
    /// A `Segment` that is not less than `TotalSegments`.
    SegmentOutOfRange {
        segment: u64,
        /// How many there are.
        total: u64,
    },
    /// The `ExclusiveStartKey` is wrong.
    StartKey(StartKeyError),
}

/// What is wrong with an ExclusiveStartKey.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "a member is named after what it holds")]
pub enum StartKeyError {
    /// An attribute value of the start key is invalid.
    Value(ValueError),
    /// A value of the start key is empty, or too long for a key.
    Rejected(Rejection),
    /// A start key that does not fit the table, for a Scan.
    OtherSchema,
    /// A start key that does not fit the table or index.
    Malformed,
    /// A start key of another partition than the one that is queried.
    OutsideQuery,
    /// A start key that the condition on the sort key excludes.
    OutsideRange,
    /// A start key of another partition, for a query with a condition on the sort key.
    OtherPartition,
    /// A start key for a query of a table without sort key.
    TableWithoutSortKey {
        /// The key. Model: how the service writes it between the braces is not known.
        key: String,
    },
    /// A start key of another segment.
    OutsideSegment {
        segment: u64,
        /// How many there are.
        total: u64,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoKeyCondition => formatter.write_str(
                "Either the KeyConditions or KeyConditionExpression parameter must be specified in \
                 the request.",
            ),
            Self::UnknownIndex { index } => {
                write!(formatter, "The table does not have the specified index: {index}")
            }
            Self::IndexNotReady { index } => {
                write!(formatter, "Cannot read from backfilling global secondary index: {index}")
            }
            Self::ConsistentGlobalIndex => formatter
                .write_str("Consistent reads are not supported on global secondary indexes"),
            Self::AllAttributesOfGlobalIndex { index } => write!(
                formatter,
                "{INVALID} Select type ALL_ATTRIBUTES is not supported for global secondary index \
                 {index} because its projection type is not ALL"
            ),
            Self::ProjectedAttributesOfTable => formatter.write_str(
                "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName",
            ),
            Self::NoSpecificAttributes => formatter.write_str(
                "Must specify the AttributesToGet or ProjectionExpression when choosing to get \
                 SPECIFIC_ATTRIBUTES",
            ),
            Self::ProjectionWithSelect { parameter, select } => {
                write!(formatter, "Cannot specify the {parameter} when choosing to get {select}")
            }
            Self::NotProjected { index, attributes } => {
                let attributes = listed(attributes);
                write!(
                    formatter,
                    "{INVALID} Global secondary index {index} does not project {attributes}"
                )
            }
            Self::FilterNotProjected { index, attributes } => write!(
                formatter,
                "{INVALID} Secondary index {index} does not project one or more filter \
                 attributes: {}",
                listed(attributes)
            ),
            Self::FilterOnKey { attribute } => write!(
                formatter,
                "Filter Expression can only contain non-primary key attributes: \
                 Primary key attribute: {attribute}"
            ),
            Self::QueryFilterOnKey { attribute } => write!(
                formatter,
                "QueryFilter can only contain non-primary key attributes: \
                 Primary key attribute: {attribute}"
            ),
            Self::NoTotalSegments => formatter.write_str(
                "The TotalSegments parameter is required but was not present in the request when \
                 Segment parameter is present",
            ),
            Self::NoSegment => formatter.write_str(
                "The Segment parameter is required but was not present in the request when \
                 parameter TotalSegments is present",
            ),
            Self::SegmentOutOfRange { segment, total } => write!(
                formatter,
                "The Segment parameter is zero-based and must be less than parameter \
                 TotalSegments: Segment: {segment} is not less than TotalSegments: {total}"
            ),
            Self::StartKey(error) => error.fmt(formatter),
        }
    }
}

impl fmt::Display for StartKeyError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        const START: &str = "The provided starting key is invalid";
        match self {
            Self::Value(
                error @ (ValueError::Number(_)
                | ValueError::Duplicates { .. }
                | ValueError::EmptySet(ValueKind::Ns)),
            ) => error.fmt(formatter),
            Self::Value(error) => write!(formatter, "{START}: {error}"),
            Self::Rejected(rejection) => {
                write!(formatter, "{START}: ")?;
                write_rejection(rejection, formatter)
            }
            Self::OtherSchema => write!(
                formatter,
                "{START}: The provided key element does not match the schema"
            ),
            Self::Malformed => formatter.write_str(START),
            Self::OutsideQuery => formatter.write_str(
                "The provided starting key is outside query boundaries based on provided conditions",
            ),
            Self::OutsideRange => formatter
                .write_str("The provided starting key does not match the range key predicate"),
            Self::OtherPartition => {
                formatter.write_str("The query can return at most one row and cannot be restarted")
            }
            Self::TableWithoutSortKey { key } => write!(
                formatter,
                "The provided exclusive start key is invalid: ExclusiveStartKey: {key}"
            ),
            Self::OutsideSegment { segment, total } => write!(
                formatter,
                "{START}: Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct \
                 Segment. TotalSegments: {total} Segment: {segment}"
            ),
        }
    }
}

pub(crate) fn listed(attributes: &[AttributeName]) -> String {
    let names: Vec<&str> = attributes.iter().map(AttributeName::as_str).collect();
    format!("[{}]", names.join(", "))
}
