//! What can be wrong with the definition of a table, in DynamoDB's words.

use std::fmt;

use crate::api::arn::region;
use crate::api::limit::{GLOBAL_INDEX_COUNT_MAX, LOCAL_INDEX_COUNT_MAX, TABLE_THROUGHPUT_MAX};
use crate::api::value::words::INVALID;

/// Why CreateTable rejects a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "each variant and its fields say what its message says")]
pub enum SchemaError {
    ThroughputMissing,
    ThroughputForbidden,
    ThroughputOutOfBounds { units: u64, name: &'static str },
    DuplicateDefinition { attribute: String },
    FirstNotHash,
    SecondNotRange,
    SameHashAndRange,
    UndefinedKeys { keys: Vec<String>, definitions: Vec<String> },
    TableKeyUndefined,
    DefinitionCount,
    UnusedDefinitions { keys: Vec<String>, definitions: Vec<String> },
    EmptyIndexList { list: &'static str },
    TooManyLocalIndexes,
    TooManyGlobalIndexes,
    DuplicateIndex { index: String },
    LocalIndexWithoutTableSort,
    IndexWithoutSort { index: String },
    IndexOtherPartition { index: String, index_key: String, table_key: String },
    HashAfterRange,
    TooManyKeys { kind: &'static str },
    SameKeyTwice,
    NoProjectionType,
    IncludeWithoutAttributes,
    AttributesWithoutInclude { projection: &'static str },
    DuplicateNonKeyAttribute { attribute: String },
    TooManyNonKeyAttributes,
    IndexThroughputMissing { index: String },
    IndexThroughputForbidden { index: String },
    ThroughputAboveQuota { units: u64, name: &'static str },
    StreamWithoutView,
    ViewWithoutStream,
    MaximumOfProvisioned { member: &'static str, of: MaximumOf },
    MaximumOutOfRange { member: &'static str },
}

/// Who asks for maximums.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MaximumOf {
    /// A table or index that is to be made.
    New,
    /// A table or index that there is: -1 removes a maximum.
    Existing,
}

impl fmt::Display for SchemaError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FirstNotHash => formatter
                .write_str("Invalid KeySchema: The first KeySchemaElement is not a HASH key type"),
            Self::SecondNotRange => formatter.write_str(
                "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type",
            ),
            Self::SameHashAndRange => formatter.write_str(
                "Both the Hash Key and the Range Key element in the KeySchema have the same name",
            ),
            Self::TableKeyUndefined => formatter
                .write_str("Invalid KeySchema: Some index key attribute have no definition"),
            Self::MaximumOfProvisioned { member, of } => {
                let (table, stop) = match of {
                    MaximumOf::New => ("table", "."),
                    MaximumOf::Existing => ("the table", ""),
                };
                write!(
                    formatter,
                    "{INVALID} {member} for OnDemandThroughput cannot be specified when {table} \
                     BillingMode is PROVISIONED{stop}"
                )
            }
            Self::MaximumOutOfRange { member } => write!(
                formatter,
                "{INVALID} Requested {member} for OnDemandThroughput for table is outside of valid \
                 range"
            ),
            Self::ThroughputOutOfBounds { units, name } => {
                write!(formatter, "Given value {units} for {name} is out of bounds")
            }
            Self::ThroughputAboveQuota { units, name } => write!(
                formatter,
                "The requested {name}, {units}, is above the per table maximum for the account in \
                 {}. Per table maximum: {TABLE_THROUGHPUT_MAX}. Refer to the Amazon DynamoDB \
                 Developer Guide for current limits and how to request higher limits.",
                region()
            ),
            _ => {
                write!(formatter, "{INVALID} ")?;
                self.write_core(formatter)
            }
        }
    }
}

impl SchemaError {
    /// The part of a message that follows "One or more parameter values were invalid:".
    fn write_core(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ThroughputMissing => formatter.write_str(
                "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode \
                 is PROVISIONED",
            ),
            Self::ThroughputForbidden => formatter.write_str(
                "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when \
                 BillingMode is PAY_PER_REQUEST",
            ),
            Self::DuplicateDefinition { attribute } => {
                write!(formatter, "Attribute Name is duplicated: {attribute}")
            }
            Self::UndefinedKeys { keys, definitions } => write!(
                formatter,
                "Some index key attributes are not defined in AttributeDefinitions. \
                 Keys: [{}], AttributeDefinitions: [{}]",
                keys.join(", "),
                definitions.join(", ")
            ),
            Self::DefinitionCount => formatter.write_str(
                "Number of attributes in KeySchema does not exactly match number of attributes \
                 defined in AttributeDefinitions",
            ),
            Self::UnusedDefinitions { keys, definitions } => write!(
                formatter,
                "Some AttributeDefinitions are not used. AttributeDefinitions: [{}], \
                 keys used: [{}]",
                definitions.join(", "),
                keys.join(", ")
            ),
            Self::EmptyIndexList { list } => write!(formatter, "List of {list} is empty"),
            Self::TooManyLocalIndexes => write!(
                formatter,
                "Number of LocalSecondaryIndexes exceeds per-table limit of {LOCAL_INDEX_COUNT_MAX}"
            ),
            Self::TooManyGlobalIndexes => write!(
                formatter,
                "GlobalSecondaryIndex count exceeds the per-table limit of {GLOBAL_INDEX_COUNT_MAX}"
            ),
            Self::DuplicateIndex { index } => write!(formatter, "Duplicate index name: {index}"),
            Self::LocalIndexWithoutTableSort => formatter.write_str(
                "Table KeySchema does not have a range key, which is required when specifying a \
                 LocalSecondaryIndex",
            ),
            Self::IndexWithoutSort { index } => {
                write!(formatter, "Index KeySchema does not have a range key for index: {index}")
            }
            Self::IndexOtherPartition { index, index_key, table_key } => write!(
                formatter,
                "Index KeySchema does not have the same leading hash key as table KeySchema for \
                 index: {index}. index hash key: {index_key}, table hash key: {table_key}"
            ),
            Self::HashAfterRange => formatter.write_str(
                "All HASH key attributes must precede RANGE key attributes in the KeySchema",
            ),
            Self::TooManyKeys { kind } => write!(
                formatter,
                "The KeySchema exceeds the maximum allowed number of {kind} key attributes"
            ),
            Self::SameKeyTwice => formatter
                .write_str("The KeySchema contains multiple key attributes with the same name"),
            Self::NoProjectionType => formatter.write_str("Unknown ProjectionType: null"),
            Self::IncludeWithoutAttributes => formatter
                .write_str("ProjectionType is INCLUDE, but NonKeyAttributes is not specified"),
            Self::AttributesWithoutInclude { projection } => write!(
                formatter,
                "ProjectionType is {projection}, but NonKeyAttributes is specified"
            ),
            Self::DuplicateNonKeyAttribute { attribute } => {
                write!(formatter, "Duplicate element in NonKeyAttributes: {attribute}")
            }
            Self::TooManyNonKeyAttributes => formatter.write_str(
                "Number of attributes in NonKeyAttributes exceeds the per-table limit of 100",
            ),
            Self::IndexThroughputMissing { index } => {
                write!(formatter, "ProvisionedThroughput is not specified for index: {index}")
            }
            Self::IndexThroughputForbidden { index } => write!(
                formatter,
                "ProvisionedThroughput should not be specified for index: {index} when \
                 BillingMode is PAY_PER_REQUEST"
            ),
            Self::StreamWithoutView => formatter.write_str(
                "Table is being created with a stream enabled, UpdateViewType is required",
            ),
            Self::ViewWithoutStream => formatter.write_str(
                "Table is being created with a stream disabled, UpdateViewType should not be \
                 specified",
            ),
            Self::FirstNotHash
            | Self::SecondNotRange
            | Self::SameHashAndRange
            | Self::TableKeyUndefined
            | Self::ThroughputAboveQuota { .. }
            | Self::ThroughputOutOfBounds { .. }
            | Self::MaximumOfProvisioned { .. }
            | Self::MaximumOutOfRange { .. } => unreachable!("worded by Display itself"),
        }
    }
}
