//! What can be wrong with UpdateTable, in DynamoDB's words.

use std::fmt;

use crate::api::error::strong::StrongError;
use crate::api::value::words::INVALID;
use crate::capacity::throughput::Throughput;
use crate::clock::UnixTime;
use crate::model::key::{KeyAttribute, KeySchema};
use crate::model::name::TableName;
use crate::table::lifecycle::{CLASS_CHANGE_COUNT_MAX, CLASS_CHANGE_DAYS};
use crate::table::throughput::{DECREASE_INTERVAL_SECONDS, FREE_DECREASE_COUNT};

/// Why UpdateTable rejects a change.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "each variant and its fields say what its message says")]
pub enum UpdateTableError {
    Nothing,
    NoAction,
    SeveralActions,
    SameIndexTwice { index: String },
    OneIndexAtATime,
    TooManyIndexes,
    IndexExists,
    AttributeRedefined { existing: KeySchema, new: KeySchema },
    NotGlobal { index: String },
    IndexWithThroughput,
    NotAlone { setting: &'static str },
    WarmLowered { member: &'static str, index: Option<String> },
    ThroughputMissing,
    ThroughputForbidden,
    IndexThroughputMissing { index: String },
    IndexThroughputForbidden { index: String },
    SameThroughput { index: Option<String>, throughput: Throughput },
    StreamExists { table: TableName },
    NoStream { table: TableName },
    StreamOfReplicas { table: TableName },
    StreamWithoutView,
    TooManyDecreases { count: u64, last: UnixTime, next: UnixTime },
    TooManyClassChanges,
    OneReplicaAtATime,
    NoSuchRegion { region: String },
    OwnRegion,
    ReplicaExists { table: TableName },
    NoReplica,
    Strong(StrongError),
}

impl UpdateTableError {
    /// Whether the service reports it as a limit and not as a fault of the request.
    pub const fn is_limit(&self) -> bool {
        match self {
            Self::OneIndexAtATime
            | Self::TooManyIndexes
            | Self::TooManyDecreases { .. }
            | Self::TooManyClassChanges => true,
            Self::Nothing
            | Self::NoAction
            | Self::SeveralActions
            | Self::SameIndexTwice { .. }
            | Self::IndexExists
            | Self::AttributeRedefined { .. }
            | Self::NotGlobal { .. }
            | Self::IndexWithThroughput
            | Self::NotAlone { .. }
            | Self::WarmLowered { .. }
            | Self::ThroughputMissing
            | Self::ThroughputForbidden
            | Self::IndexThroughputMissing { .. }
            | Self::IndexThroughputForbidden { .. }
            | Self::StreamExists { .. }
            | Self::NoStream { .. }
            | Self::StreamOfReplicas { .. }
            | Self::StreamWithoutView
            | Self::SameThroughput { .. }
            | Self::OneReplicaAtATime
            | Self::NoSuchRegion { .. }
            | Self::OwnRegion
            | Self::ReplicaExists { .. }
            | Self::NoReplica
            | Self::Strong(_) => false,
        }
    }
}

impl fmt::Display for UpdateTableError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => formatter.write_str(
                "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, \
                 GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, \
                 MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency, \
                 DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is \
                 required",
            ),
            Self::OneIndexAtATime => formatter.write_str(
                "Subscriber limit exceeded: Only 1 online index can be created or deleted \
                 simultaneously per table",
            ),
            Self::TooManyIndexes => formatter.write_str(
                "Subscriber limit exceeded: Number of global secondary indexes exceeds per-table \
                 limit of 20",
            ),
            Self::TooManyDecreases { count, last, next } => write!(
                formatter,
                "Subscriber limit exceeded: Provisioned throughput decreases are limited within a \
                 given UTC day. After the first {FREE_DECREASE_COUNT} decreases, each subsequent \
                 decrease in the same UTC day can be performed at most once every \
                 {DECREASE_INTERVAL_SECONDS} seconds. Number of decreases today: {count}. \
                 Last decrease at {}. Next decrease can be made at {}",
                last.words(),
                next.words()
            ),
            Self::TooManyClassChanges => write!(
                formatter,
                "Subscriber limit exceeded: Updates to TableClass are limited to \
                 {CLASS_CHANGE_COUNT_MAX} times in {CLASS_CHANGE_DAYS} day(s)."
            ),
            Self::SameThroughput { index, throughput } => {
                write_same(index.as_deref(), *throughput, formatter)
            }
            // Model: the rules are documented, and the words are not measured.
            Self::OwnRegion => formatter.write_str(
                "Cannot add, delete, or update the local region through ReplicaUpdates. Use \
                 CreateTable, DeleteTable, or UpdateTable as required.",
            ),
            Self::ReplicaExists { table } => write!(
                formatter,
                "Failed to create a the new replica of table with name: '{}' because one or more \
                 replicas already existed as tables.",
                table.short()
            ),
            Self::NoReplica => formatter.write_str(
                "Replica specified in the Replica Update or Replica Delete action of the request \
                 was not found.",
            ),
            _ => {
                write!(formatter, "{INVALID} ")?;
                self.write_core(formatter)
            }
        }
    }
}

impl UpdateTableError {
    /// The part of a message that follows "One or more parameter values were invalid:".
    fn write_core(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoAction => formatter.write_str(
                "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, \
                 GlobalSecondaryIndexUpdate.Delete must not be null",
            ),
            Self::SeveralActions => formatter.write_str(
                "Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate \
                 object",
            ),
            Self::SameIndexTwice { index } => write!(
                formatter,
                "Only one global secondary index update per index is allowed simultaneously. \
                 Index: {index}"
            ),
            Self::IndexExists => {
                formatter.write_str("Attempting to create an index which already exists")
            }
            Self::AttributeRedefined { existing, new } => write!(
                formatter,
                "Attributes cannot be redefined. Please check that your attribute has the same \
                 type as previously defined. Existing schema: {} New schema: {}",
                described(existing),
                described(new)
            ),
            Self::NotGlobal { index } => write!(
                formatter,
                "Cannot delete an index that is not a GlobalSecondaryIndex: {index}"
            ),
            Self::IndexWithThroughput => {
                formatter.write_str("You cannot create or delete index while updating table IOPS")
            }
            // Model: these are the service's words for DeletionProtection; of other settings only the rule is documented.
            Self::NotAlone { setting } => {
                write!(
                    formatter,
                    "{setting} modification must be the only operation in the request"
                )
            }
            Self::Strong(error) => write!(formatter, "{error}"),
            Self::OneReplicaAtATime => {
                formatter.write_str("One replica can be created or deleted at a time")
            }
            Self::NoSuchRegion { region } => {
                write!(formatter, "Region {region} is not supported")
            }
            // Model: the service documents that warm throughput is never lowered, but not the words.
            Self::WarmLowered { member, index } => write!(
                formatter,
                "Requested {member} for WarmThroughput for {} is lower than current \
                 WarmThroughput, decreasing WarmThroughput is not supported",
                index.as_ref().map_or("table".to_owned(), |index| format!("index {index}"))
            ),
            Self::ThroughputMissing => formatter.write_str(
                "ProvisionedThroughput must be specified when BillingMode is PROVISIONED",
            ),
            Self::ThroughputForbidden => formatter.write_str(
                "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when \
                 BillingMode is PAY_PER_REQUEST",
            ),
            Self::IndexThroughputMissing { index } => {
                write!(formatter, "ProvisionedThroughput must be specified for index: {index}")
            }
            Self::IndexThroughputForbidden { index } => write!(
                formatter,
                "ProvisionedThroughput should not be specified for index: {index} when \
                 BillingMode is PAY_PER_REQUEST"
            ),
            Self::StreamExists { table } => {
                write!(formatter, "Table already has an enabled stream: TableName: {table}")
            }
            Self::NoStream { table } => {
                write!(formatter, "Table has no stream to disable: TableName: {table}")
            }
            // Model: that it is always on is documented, and the words are not known.
            Self::StreamOfReplicas { table } => write!(
                formatter,
                "Table has replicas, and its stream cannot be disabled: TableName: {}",
                table.short()
            ),
            Self::StreamWithoutView => {
                formatter.write_str("If stream is being enabled then UpdateViewType is required")
            }
            Self::Nothing
            | Self::OneIndexAtATime
            | Self::TooManyIndexes
            | Self::TooManyDecreases { .. }
            | Self::TooManyClassChanges
            | Self::OwnRegion
            | Self::ReplicaExists { .. }
            | Self::NoReplica
            | Self::SameThroughput { .. } => unreachable!("worded by Display itself"),
        }
    }
}

/// A key as the service prints it. Model: the separator of several attributes is not documented.
fn described(key: &KeySchema) -> String {
    let element = |attribute: &KeyAttribute, role| {
        format!("SchemaElement: key{{{}:{}:{role}}}", attribute.name, attribute.kind)
    };
    let partition = key.partition.iter().map(|attribute| element(attribute, "HASH"));
    let sort = key.sort.iter().map(|attribute| element(attribute, "RANGE"));
    let elements: Vec<String> = partition.chain(sort).collect();
    format!("Schema:[{}]", elements.join(", "))
}

fn write_same(
    index: Option<&str>,
    throughput: Throughput,
    formatter: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let Throughput { read_units_per_second: read, write_units_per_second: write } = throughput;
    let place = match index {
        None => "the table".to_owned(),
        Some(index) => format!("the index {index}"),
    };
    write!(
        formatter,
        "The provisioned throughput for {place} will not change. The requested value equals the \
         current value. Current ReadCapacityUnits provisioned for {place}: {read}. Requested \
         ReadCapacityUnits: {read}. Current WriteCapacityUnits provisioned for {place}: {write}. \
         Requested WriteCapacityUnits: {write}. Refer to the Amazon DynamoDB Developer Guide for \
         current limits and how to request higher limits."
    )
}
