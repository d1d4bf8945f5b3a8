//! Rejections in words: DynamoDB's own to the letter, and ours beside them where the mistake is a common one.

use engine::api::error::batch::TransactionError;
use engine::api::error::read::ReadError;
use engine::api::error::schema::SchemaError;
use engine::api::error::validation::ValidationError;
use engine::api::error::{ApiError, SerializationError};
use engine::api::value::error::ValueError;
use engine::event::ThrottleCause;
use engine::event::Throttled;
use engine::model::attribute_value::ValueKind;
use engine::model::key::KeyType;
use engine::model::name::TableName;
use engine::model::name::{AttributeName, IndexName};
use engine::receipt::Store;
use engine::table::write::accept::{
    ITEM_SIZE_MAX, PARTITION_KEY_SIZE_MAX, Rejection, SORT_KEY_SIZE_MAX,
};
use engine::table::write::plan::WriteError;

use crate::explain::receipt::{list, method};
use crate::explain::statement_fault::{of_statement, of_statement_member};
use crate::view::draft::FaultView;
use crate::view::message::{Argument, Message};
use crate::view::value::Text;

/// A rejection as the page shows it.
pub(crate) fn fault(error: &ApiError) -> FaultView {
    let (message, place) = match error {
        // DynamoDB sends no message here.
        ApiError::Serialization(SerializationError::Syntax { line, column }) => {
            (None, FaultView::place(*line, *column))
        }
        ApiError::Serialization(SerializationError::Value(_))
        | ApiError::UnknownOperation
        | ApiError::Validation { .. }
        | ApiError::ResourceNotFound
        | ApiError::TableNotFound { .. }
        | ApiError::IndexNotFound { .. }
        | ApiError::TableExists { .. }
        | ApiError::InUse(_)
        | ApiError::LimitExceeded(_)
        | ApiError::TransactionCanceled { .. }
        | ApiError::DuplicateItem
        | ApiError::IdempotentParameterMismatch
        | ApiError::Stream(_)
        | ApiError::Resource(_)
        | ApiError::ItemCollectionSizeLimitExceeded
        | ApiError::ReplicatedWriteConflict
        | ApiError::RegionIsolated
        | ApiError::Throttled { .. }
        | ApiError::ConditionalCheckFailed { .. } => (Some(error.to_string().into()), None),
    };
    FaultView {
        code: Some(error.code().name().into()),
        message,
        explanation: explanation(error),
        attribute: attribute(error).map(|name| Text::from(name.as_str())),
        place,
    }
}

/// The member of a request because of which it is rejected, if there is one.
pub(crate) fn member_at_fault(error: &ApiError) -> Option<String> {
    match error {
        ApiError::Validation { error: invalid, .. } => of_member(invalid)
            .map(str::to_owned)
            .or_else(|| attribute(error).map(|name| name.as_str().to_owned())),
        ApiError::ResourceNotFound | ApiError::TableNotFound { .. } => Some("TableName".to_owned()),
        ApiError::IdempotentParameterMismatch => Some("ClientRequestToken".to_owned()),
        ApiError::IndexNotFound { .. } => Some("IndexName".to_owned()),
        ApiError::DuplicateItem => Some("Statement".to_owned()),
        ApiError::ConditionalCheckFailed { .. } => Some("ConditionExpression".to_owned()),
        ApiError::Serialization(_)
        | ApiError::UnknownOperation
        | ApiError::InUse(_)
        | ApiError::LimitExceeded(_)
        | ApiError::TableExists { .. }
        | ApiError::TransactionCanceled { .. }
        | ApiError::Stream(_)
        | ApiError::Resource(_)
        | ApiError::ItemCollectionSizeLimitExceeded
        | ApiError::ReplicatedWriteConflict
        | ApiError::RegionIsolated
        | ApiError::Throttled { .. } => None,
    }
}

fn of_member(error: &ValidationError) -> Option<&str> {
    match error {
        ValidationError::MissingParameter { name } => Some(name),
        ValidationError::ExpressionValue { placeholder, .. } => Some(placeholder),
        ValidationError::Expression(error) => Some(error.parameter.name()),
        ValidationError::PlaceholdersWithoutExpression { parameter, .. }
        | ValidationError::NoPlaceholders(parameter) => Some(parameter.name()),
        ValidationError::ReturnValues => Some("ReturnValues"),
        ValidationError::Violations(violations) => violations.first_member(),
        ValidationError::Read(error) => Some(of_read_member(error)),
        ValidationError::Partiql(error) => Some(of_statement_member(&error.kind)),
        ValidationError::Rejected(_)
        | ValidationError::Write(_)
        | ValidationError::UnknownMember(_)
        | ValidationError::Legacy(_)
        | ValidationError::Value(_)
        | ValidationError::Schema(_)
        | ValidationError::Batch(_)
        | ValidationError::Transaction(_)
        | ValidationError::UpdateTable(_)
        | ValidationError::DeletionProtected
        | ValidationError::SourceOfReplicas => None,
    }
}

fn of_read_member(error: &ReadError) -> &'static str {
    match error {
        ReadError::ConsistentGlobalIndex => "ConsistentRead",
        ReadError::NoKeyCondition => "KeyConditionExpression",
        ReadError::UnknownIndex { .. } | ReadError::IndexNotReady { .. } => "IndexName",
        ReadError::AllAttributesOfGlobalIndex { .. }
        | ReadError::ProjectedAttributesOfTable
        | ReadError::NoSpecificAttributes
        | ReadError::ProjectionWithSelect { .. } => "Select",
        ReadError::NoTotalSegments => "TotalSegments",
        ReadError::NoSegment | ReadError::SegmentOutOfRange { .. } => "Segment",
        ReadError::StartKey(_) => "ExclusiveStartKey",
        ReadError::FilterOnKey { .. } | ReadError::FilterNotProjected { .. } => "FilterExpression",
        ReadError::NotProjected { .. } => "ProjectionExpression",
        ReadError::QueryFilterOnKey { .. } => "QueryFilter",
    }
}

/// Our words for a rejection, if the mistake is common enough to have some.
fn explanation(error: &ApiError) -> Option<Message> {
    match error {
        ApiError::Serialization(SerializationError::Syntax { line, column }) => {
            let message = Message::plain("fault.not_json");
            Some(
                message
                    .with("line", Argument::Count(*line as u64))
                    .with("column", Argument::Count(*column as u64)),
            )
        }
        ApiError::Serialization(SerializationError::Value(error)) => of_value(error),
        ApiError::Validation { error, .. } => of_validation(error),
        ApiError::ConditionalCheckFailed { .. } => Some(Message::plain("fault.condition")),
        ApiError::TableExists { .. } => Some(Message::plain("fault.table_exists")),
        ApiError::DuplicateItem => Some(Message::plain("fault.duplicate_item")),
        ApiError::Throttled { table, throttled } => Some(throttled_words(table, throttled)),
        ApiError::ItemCollectionSizeLimitExceeded => Some(Message::plain("fault.collection_size")),
        ApiError::ReplicatedWriteConflict => Some(Message::plain("fault.region_conflict")),
        ApiError::RegionIsolated => Some(Message::plain("fault.region_isolated")),
        ApiError::UnknownOperation
        | ApiError::ResourceNotFound
        | ApiError::IndexNotFound { .. }
        | ApiError::InUse(_)
        | ApiError::LimitExceeded(_)
        | ApiError::TransactionCanceled { .. }
        | ApiError::IdempotentParameterMismatch
        | ApiError::Stream(_)
        | ApiError::Resource(_)
        | ApiError::TableNotFound { .. } => None,
    }
}

fn of_validation(error: &ValidationError) -> Option<Message> {
    match error {
        ValidationError::Value(error) | ValidationError::ExpressionValue { error, .. } => {
            of_value(error)
        }
        ValidationError::Rejected(rejection) => Some(of_rejection(rejection)),
        ValidationError::Write(error) => of_write(error),
        ValidationError::Read(error) => of_read(error),
        ValidationError::Schema(error) => of_schema(error),
        ValidationError::Partiql(error) => of_statement(&error.kind),
        ValidationError::UnknownMember(unknown) => {
            Some(Message::plain("fault.unknown_member").with("name", unknown.name.as_str()))
        }
        ValidationError::Transaction(TransactionError::SeveralDatabases) => {
            Some(Message::plain("fault.sql_transaction"))
        }
        ValidationError::Violations(_)
        | ValidationError::MissingParameter { .. }
        | ValidationError::Legacy(_)
        | ValidationError::Expression(_)
        | ValidationError::PlaceholdersWithoutExpression { .. }
        | ValidationError::NoPlaceholders(_)
        | ValidationError::ReturnValues
        | ValidationError::Batch(_)
        | ValidationError::Transaction(_)
        | ValidationError::UpdateTable(_)
        | ValidationError::DeletionProtected
        | ValidationError::SourceOfReplicas => None,
    }
}

fn of_rejection(rejection: &Rejection) -> Message {
    match rejection {
        Rejection::MissingKey { attribute } => with_attribute("fault.key_missing", attribute),
        Rejection::KeyType { attribute, expected, actual } => {
            with_types(with_attribute("fault.key_type", attribute), *expected, *actual)
        }
        Rejection::KeyShape => Message::plain("fault.key_shape"),
        Rejection::EmptyKey { attribute, .. } => with_attribute("fault.key_empty", attribute),
        Rejection::PartitionKeyTooLong | Rejection::SortKeyTooLong => {
            Message::plain("fault.key_long")
                .with("partition", Argument::Bytes(PARTITION_KEY_SIZE_MAX.0))
                .with("sort", Argument::Bytes(SORT_KEY_SIZE_MAX.0))
        }
        Rejection::IndexKeyType { index, attribute, expected, actual } => {
            of_index_key_type(index, attribute, *expected, *actual)
        }
        Rejection::EmptyIndexKey { index, attribute, .. } => {
            with_attribute("fault.index_key_empty", attribute).with("index", code(index))
        }
        Rejection::PathIntoKey { attribute, .. } => with_attribute("fault.key_path", attribute),
        Rejection::ItemTooLarge => too_large(),
    }
}

/// The mistakes around sparse indexes: flags, and NULL in place of absence.
fn of_index_key_type(
    index: &IndexName,
    attribute: &AttributeName,
    expected: KeyType,
    actual: ValueKind,
) -> Message {
    let key = match actual {
        ValueKind::Bool => "fault.index_key_bool",
        ValueKind::Null => "fault.index_key_null",
        ValueKind::S
        | ValueKind::N
        | ValueKind::B
        | ValueKind::Ss
        | ValueKind::Ns
        | ValueKind::Bs
        | ValueKind::L
        | ValueKind::M => "fault.index_key_type",
    };
    with_types(with_attribute(key, attribute), expected, actual).with("index", code(index))
}

fn of_write(error: &WriteError) -> Option<Message> {
    match error {
        WriteError::Rejected(rejection) | WriteError::StoredIndexKey(rejection) => {
            Some(of_rejection(rejection))
        }
        WriteError::UpdatesKey { attribute } => Some(with_attribute("fault.key_update", attribute)),
        WriteError::UpdatesIndexKeyToEmpty { .. } => {
            Some(Message::plain("fault.index_key_empty_update"))
        }
        WriteError::UpdateTooLarge => Some(too_large()),
        WriteError::UpdateTooDeep => of_value(&ValueError::TooDeep),
        WriteError::Update(_) => None,
    }
}

fn of_value(error: &ValueError) -> Option<Message> {
    match error {
        ValueError::Number(_) => Some(Message::plain("fault.number")),
        ValueError::Base64(_) => Some(Message::plain("fault.base64")),
        ValueError::EmptySet(_) => Some(Message::plain("fault.set_empty")),
        ValueError::Duplicates { .. } => Some(Message::plain("fault.set_duplicates")),
        ValueError::WrongType(_) | ValueError::NoDatatype | ValueError::SeveralDatatypes => {
            Some(Message::plain("fault.tags"))
        }
        ValueError::NullFalse
        | ValueError::TooDeep
        | ValueError::EmptyName
        | ValueError::LongName
        | ValueError::NullInSet(_) => None,
    }
}

fn of_read(error: &ReadError) -> Option<Message> {
    match error {
        ReadError::ConsistentGlobalIndex => Some(Message::plain("fault.consistent_index")),
        ReadError::NotProjected { index, attributes }
        | ReadError::FilterNotProjected { index, attributes } => Some(
            Message::plain("fault.not_projected")
                .with("index", code(index))
                .with("attributes", list(attributes)),
        ),
        ReadError::FilterOnKey { attribute } | ReadError::QueryFilterOnKey { attribute } => {
            Some(with_attribute("fault.filter_on_key", attribute))
        }
        ReadError::NoKeyCondition
        | ReadError::UnknownIndex { .. }
        | ReadError::IndexNotReady { .. }
        | ReadError::AllAttributesOfGlobalIndex { .. }
        | ReadError::ProjectedAttributesOfTable
        | ReadError::NoSpecificAttributes
        | ReadError::ProjectionWithSelect { .. }
        | ReadError::NoTotalSegments
        | ReadError::NoSegment
        | ReadError::SegmentOutOfRange { .. }
        | ReadError::StartKey(_) => None,
    }
}

fn of_schema(error: &SchemaError) -> Option<Message> {
    match error {
        SchemaError::LocalIndexWithoutTableSort => Some(Message::plain("fault.local_without_sort")),
        SchemaError::IndexWithoutSort { .. } => Some(Message::plain("fault.local_sort")),
        SchemaError::IndexOtherPartition { .. } => Some(Message::plain("fault.local_partition")),
        SchemaError::IncludeWithoutAttributes => Some(Message::plain("fault.include_nothing")),
        SchemaError::DuplicateDefinition { .. }
        | SchemaError::UndefinedKeys { .. }
        | SchemaError::ThroughputMissing
        | SchemaError::ThroughputForbidden
        | SchemaError::ThroughputOutOfBounds { .. }
        | SchemaError::FirstNotHash
        | SchemaError::SecondNotRange
        | SchemaError::SameHashAndRange
        | SchemaError::TableKeyUndefined
        | SchemaError::DefinitionCount
        | SchemaError::UnusedDefinitions { .. }
        | SchemaError::EmptyIndexList { .. }
        | SchemaError::TooManyLocalIndexes
        | SchemaError::TooManyGlobalIndexes
        | SchemaError::DuplicateIndex { .. }
        | SchemaError::HashAfterRange
        | SchemaError::TooManyKeys { .. }
        | SchemaError::SameKeyTwice
        | SchemaError::NoProjectionType
        | SchemaError::AttributesWithoutInclude { .. }
        | SchemaError::DuplicateNonKeyAttribute { .. }
        | SchemaError::TooManyNonKeyAttributes
        | SchemaError::IndexThroughputMissing { .. }
        | SchemaError::IndexThroughputForbidden { .. }
        | SchemaError::ThroughputAboveQuota { .. }
        | SchemaError::StreamWithoutView
        | SchemaError::ViewWithoutStream
        | SchemaError::MaximumOfProvisioned { .. }
        | SchemaError::MaximumOutOfRange { .. } => None,
    }
}

/// The attribute that a rejection is about, if it names one.
fn attribute(error: &ApiError) -> Option<&AttributeName> {
    let ApiError::Validation { error, .. } = error else { return None };
    match error {
        ValidationError::Rejected(rejection)
        | ValidationError::Write(
            WriteError::Rejected(rejection) | WriteError::StoredIndexKey(rejection),
        ) => match rejection {
            Rejection::MissingKey { attribute }
            | Rejection::KeyType { attribute, .. }
            | Rejection::EmptyKey { attribute, .. }
            | Rejection::IndexKeyType { attribute, .. }
            | Rejection::EmptyIndexKey { attribute, .. }
            | Rejection::PathIntoKey { attribute, .. } => Some(attribute),
            Rejection::KeyShape
            | Rejection::PartitionKeyTooLong
            | Rejection::SortKeyTooLong
            | Rejection::ItemTooLarge => None,
        },
        ValidationError::Write(WriteError::UpdatesKey { attribute })
        | ValidationError::Read(
            ReadError::FilterOnKey { attribute } | ReadError::QueryFilterOnKey { attribute },
        ) => Some(attribute),
        ValidationError::Write(_)
        | ValidationError::Partiql(_)
        | ValidationError::Read(_)
        | ValidationError::Violations(_)
        | ValidationError::MissingParameter { .. }
        | ValidationError::UnknownMember(_)
        | ValidationError::Legacy(_)
        | ValidationError::Value(_)
        | ValidationError::ExpressionValue { .. }
        | ValidationError::Expression(_)
        | ValidationError::PlaceholdersWithoutExpression { .. }
        | ValidationError::NoPlaceholders(_)
        | ValidationError::ReturnValues
        | ValidationError::Schema(_)
        | ValidationError::Batch(_)
        | ValidationError::Transaction(_)
        | ValidationError::UpdateTable(_)
        | ValidationError::DeletionProtected
        | ValidationError::SourceOfReplicas => None,
    }
}

fn too_large() -> Message {
    Message::plain("fault.item_large").with("limit", Argument::Bytes(ITEM_SIZE_MAX.0))
}

fn with_attribute(key: &'static str, attribute: &AttributeName) -> Message {
    Message::plain(key).with("attribute", Argument::Code(attribute.as_str().into()))
}

fn with_types(message: Message, expected: KeyType, actual: ValueKind) -> Message {
    message
        .with("expected", Argument::Code(expected.tag().into()))
        .with("actual", Argument::Code(actual.tag().into()))
}

fn code(index: &IndexName) -> Argument {
    Argument::Code(index.as_str().into())
}

/// Why a request was throttled: what was used up, where, and how much that is.
fn throttled_words(table: &TableName, throttled: &Throttled) -> Message {
    let Throttled { store, kind, cause, partition, units, units_per_second, .. } = throttled;
    let key = match (cause, store) {
        (ThrottleCause::ProvisionedThroughput, Store::Global(_)) => "throttled.index",
        (ThrottleCause::ProvisionedThroughput, _) => "throttled.provisioned",
        (ThrottleCause::KeyRange, _) => "throttled.key_range",
        (ThrottleCause::OnDemandPeak, _) => "throttled.peak",
        (ThrottleCause::OnDemandMaximum, _) => "throttled.maximum",
        (ThrottleCause::Account, _) => "throttled.account",
    };
    let name = match store {
        Store::Table => table.as_str(),
        Store::Local(name) | Store::Global(name) => name.as_str(),
    };
    Message::plain(key)
        .with("store", name)
        .with("partition", Argument::Text((partition.0 + 1).to_string().into()))
        .with("asked", Argument::HalfUnits(units.halves()))
        .with("limit", Argument::Count(*units_per_second))
        .with("unit", Message::plain(method(*kind).unit()))
}
