//! Why a request is rejected: data first, DynamoDB's words in `Display`.

pub mod batch;
pub mod code;
mod expression;
pub mod legacy;
mod number;
mod partiql;
pub mod read;
pub(crate) mod rejection;
pub mod resource;
pub mod schema;
pub mod stream;
pub mod strong;
pub(crate) mod throttle;
pub mod unknown_member;
pub mod update_table;
pub mod validation;
pub mod violation;

use std::fmt;
use std::ops::Range;

use serde_json::{Map, Value, json};

use crate::api::error::code::ErrorCode;
use crate::api::error::legacy::LegacyError;
use crate::api::error::read::{ReadError, StartKeyError};
use crate::api::error::resource::ResourceError;
use crate::api::error::schema::SchemaError;
use crate::api::error::stream::StreamError;
use crate::api::error::update_table::UpdateTableError;
use crate::api::error::validation::ValidationError;
use crate::api::error::violation::MessagePrefix;
use crate::api::value::error::ValueError;
use crate::api::value::item_to_json;
use crate::event::Throttled;
use crate::expression::error::{ExpressionError, Parameter};
use crate::expression::legacy::ArgumentError;
use crate::json::text::SyntaxError;
use crate::model::item::Image;
use crate::model::name::{IndexName, TableName};
use crate::partiql::error::{PartiqlError, PartiqlErrorKind};
use crate::receipt;
use crate::table::Table;
use crate::table::write::accept::Rejection;
use crate::table::write::plan::WriteError;

/// The words for an item collection that is full.
const COLLECTION_TOO_LARGE: &str = "Collection size exceeded.";

/// The words for an item that an INSERT finds.
const DUPLICATE_ITEM: &str = "Duplicate primary key exists in table";

/// Why a request is rejected. Nothing was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ApiError {
    /// The request is not JSON, or not the JSON that the operation takes.
    Serialization(SerializationError),
    /// There is no operation of this name.
    UnknownOperation,
    /// The request says something that no table, or not this table, accepts.
    Validation {
        /// What is wrong.
        error: ValidationError,
        /// Whether the message opens with `1 validation error detected: `.
        prefix: MessagePrefix,
    },
    /// There is no such table, for an operation on items.
    ResourceNotFound,
    /// There is no such table, for an operation on tables.
    TableNotFound {
        /// The name that was asked for.
        table: String,
    },
    /// The table has no such global index.
    IndexNotFound {
        /// The table.
        table: TableName,
        /// The name that was asked for.
        index: String,
    },
    /// The state of a table or index does not allow what is asked.
    InUse(InUse),
    /// A limit of the account or table is reached.
    LimitExceeded(UpdateTableError),
    /// There is a table of this name already.
    TableExists {
        /// The name.
        table: TableName,
    },
    /// The condition was false. The write was charged anyway.
    ConditionalCheckFailed {
        /// The existing item, if it was asked for with `ReturnValuesOnConditionCheckFailure`.
        item: Option<Image>,
        /// Whether it is that of a PartiQL statement.
        of_statement: bool,
    },
    /// There is an item with the key that an INSERT puts. The write was charged anyway.
    DuplicateItem,
    /// An action of a transaction failed, so none was done.
    TransactionCanceled {
        /// A reason for each action, in their order.
        reasons: Vec<CancellationReason>,
    },
    /// A remembered token came with another transaction.
    IdempotentParameterMismatch,
    /// A stream cannot be read as asked.
    Stream(StreamError),
    /// Tags, time to live or backups of a table are not what was thought.
    Resource(ResourceError),
    /// The item collection would be larger than a table with local indexes allows.
    ItemCollectionSizeLimitExceeded,
    /// The item is being written in another Region.
    ReplicatedWriteConflict,
    /// The Region reaches none of those that its table is strongly consistent with.
    RegionIsolated,
    /// There is not enough throughput left.
    Throttled {
        /// The table that was asked.
        table: TableName,
        /// What is short.
        throttled: Throttled,
    },
}

/// An error inside an operation, in a box because it is large and rare.
pub(crate) type Rejected = Box<ApiError>;

/// The state of a table or index that is in the way.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "the names say it, and the fields are the names of table and index"
)]
pub enum InUse {
    TableBeingCreated { table: TableName },
    TableBeingDeleted { table: TableName },
    TableBeingUpdated { table: TableName },
    ThroughputBeingUpdated { table: TableName },
    IndexesInFlux,
    IndexBeingAllocated { table: TableName, index: IndexName },
    IndexBeingDeleted { table: TableName, index: IndexName },
}

/// Why an action of a transaction failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CancellationReason {
    /// It did not.
    None,
    /// Its condition was false.
    ConditionalCheckFailed {
        /// The existing item, if it was asked for.
        item: Option<Image>,
    },
    /// There is an item with the key that it inserts.
    DuplicateItem,
    /// There is no such table.
    ResourceNotFound,
    /// Its item collection would be too large.
    ItemCollectionSizeLimitExceeded,
    /// There is not enough throughput left for it.
    Throttled(Throttled),
    /// Its table rejected it.
    Validation(Box<ApiError>),
}

/// Why a request cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SerializationError {
    /// The text is not JSON. DynamoDB sends no message; the place is for our own display.
    Syntax {
        /// Line of the first fault, from one.
        line: usize,
        /// Column in that line, from one.
        column: usize,
    },
    /// A value has the wrong JSON type, or is no base64.
    Value(ValueError),
}

impl ApiError {
    /// The rejection of a request whose message opens with a count of one.
    pub(crate) fn counted(error: ValidationError) -> Rejected {
        Self::Validation { error, prefix: MessagePrefix::ErrorCount }.into()
    }

    /// The rejection of a request to a table that was throttled.
    pub(crate) fn throttled(table: &Table, throttled: Throttled) -> Rejected {
        Self::Throttled { table: table.schema.name.clone(), throttled }.into()
    }

    /// The kind of rejection.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Serialization(_) => ErrorCode::Serialization,
            Self::UnknownOperation => ErrorCode::UnknownOperation,
            Self::Validation { .. } => ErrorCode::Validation,
            Self::ResourceNotFound | Self::TableNotFound { .. } | Self::IndexNotFound { .. } => {
                ErrorCode::ResourceNotFound
            }
            Self::TableExists { .. } | Self::InUse(_) => ErrorCode::ResourceInUse,
            Self::LimitExceeded(_) => ErrorCode::LimitExceeded,
            Self::ConditionalCheckFailed { .. } => ErrorCode::ConditionalCheckFailed,
            Self::DuplicateItem => ErrorCode::DuplicateItem,
            Self::TransactionCanceled { .. } => ErrorCode::TransactionCanceled,
            Self::IdempotentParameterMismatch => ErrorCode::IdempotentParameterMismatch,
            Self::Stream(error) => error.code(),
            Self::Resource(error) => error.code(),
            Self::ItemCollectionSizeLimitExceeded => ErrorCode::ItemCollectionSizeLimitExceeded,
            Self::ReplicatedWriteConflict => ErrorCode::ReplicatedWriteConflict,
            Self::RegionIsolated => ErrorCode::InternalServer,
            Self::Throttled { throttled, .. } => throttle::code(throttled),
        }
    }

    /// The body of the reply: `__type`, the message if there is one, and the item of a failed condition.
    pub fn to_json(&self) -> Value {
        let mut body = Map::new();
        body.insert("__type".to_owned(), self.code().type_name().into());
        match self {
            Self::UnknownOperation | Self::Serialization(SerializationError::Syntax { .. }) => {}
            Self::Serialization(_)
            | Self::ConditionalCheckFailed { item: Some(_), of_statement: true }
            | Self::Resource(ResourceError::AccessDenied { .. }) => {
                body.insert("Message".to_owned(), self.to_string().into());
            }
            Self::Validation { .. }
            | Self::ResourceNotFound
            | Self::TableNotFound { .. }
            | Self::TableExists { .. }
            | Self::IndexNotFound { .. }
            | Self::InUse(_)
            | Self::LimitExceeded(_)
            | Self::ConditionalCheckFailed { .. }
            | Self::DuplicateItem
            | Self::IdempotentParameterMismatch
            | Self::Stream(_)
            | Self::Resource(_)
            | Self::ItemCollectionSizeLimitExceeded
            | Self::ReplicatedWriteConflict
            | Self::RegionIsolated
            | Self::Throttled { .. } => {
                body.insert("message".to_owned(), self.to_string().into());
            }
            Self::TransactionCanceled { reasons } => {
                let reasons = reasons.iter().map(CancellationReason::to_json).collect();
                body.insert("Message".to_owned(), self.to_string().into());
                body.insert("CancellationReasons".to_owned(), Value::Array(reasons));
            }
        }
        if let Self::Throttled { table, throttled } = self {
            let reasons = throttle::reasons(table, throttled);
            body.insert("ThrottlingReasons".to_owned(), reasons);
        }
        if let Self::ConditionalCheckFailed { item: Some(item), .. } = self {
            body.insert("Item".to_owned(), item_to_json(item));
        }
        Value::Object(body)
    }

    /// Where in the text of an expression the fault lies: the parameter, and the range of bytes.
    pub fn span(&self) -> Option<(Parameter, Range<usize>)> {
        match self {
            Self::Validation { error: ValidationError::Expression(error), .. } => {
                error.span.clone().map(|span| (error.parameter, span))
            }
            _ => None,
        }
    }
}

impl ApiError {
    /// Where in the text of a PartiQL statement the fault lies, in bytes.
    pub fn statement_span(&self) -> Option<Range<usize>> {
        match self {
            Self::Validation { error: ValidationError::Partiql(error), .. } => error.span.clone(),
            _ => None,
        }
    }
}

impl ApiError {
    /// The error of one statement of a batch: its code, its words, and the item of a failed condition.
    pub(crate) fn to_batch_json(&self) -> Value {
        let mut error = Map::new();
        error.insert("Code".to_owned(), self.batch_code().into());
        error.insert("Message".to_owned(), self.to_string().into());
        if let Self::ConditionalCheckFailed { item: Some(item), .. } = self {
            error.insert("Item".to_owned(), item_to_json(item));
        }
        Value::Object(error)
    }

    /// The code of the error of one statement of a batch. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchStatementError.html>
    fn batch_code(&self) -> &'static str {
        match self {
            Self::ConditionalCheckFailed { .. } => "ConditionalCheckFailed",
            Self::DuplicateItem => "DuplicateItem",
            Self::ItemCollectionSizeLimitExceeded => "ItemCollectionSizeLimitExceeded",
            Self::ResourceNotFound | Self::TableNotFound { .. } | Self::IndexNotFound { .. } => {
                "ResourceNotFound"
            }
            Self::Resource(ResourceError::AccessDenied { .. }) => "AccessDenied",
            Self::Throttled { throttled, .. } => throttle::batch_code(throttled),
            // Model: of the documented codes, the one that says the same.
            Self::ReplicatedWriteConflict => "TransactionConflict",
            Self::RegionIsolated => "InternalServerError",
            Self::Validation { .. }
            | Self::Serialization(_)
            | Self::UnknownOperation
            | Self::InUse(_)
            | Self::LimitExceeded(_)
            | Self::TableExists { .. }
            | Self::TransactionCanceled { .. }
            | Self::IdempotentParameterMismatch
            | Self::Stream(_)
            | Self::Resource(_) => "ValidationError",
        }
    }

    /// Steps of work that the rejected request may have taken beside those of its text: see [`receipt::steps`]. What is wrong
    /// with an item is seen when it was read, and an updated item when it was made.
    pub fn steps(&self) -> u64 {
        match self {
            Self::Validation { error: ValidationError::Write(_), .. } => receipt::ITEM_STEPS,
            Self::TransactionCanceled { reasons } => {
                let steps = reasons.iter().map(|reason| match reason {
                    CancellationReason::Validation(error) => error.steps(),
                    _ => 0,
                });
                steps.sum()
            }
            _ => 0,
        }
    }

    /// Steps of work that the rejected statements of a batch may have taken beside those of its text, by its reply. Model: each
    /// has made an item.
    pub fn steps_in(reply: &Value) -> u64 {
        let responses = reply.get("Responses").and_then(Value::as_array).into_iter().flatten();
        let rejected = responses.filter(|response| response["Error"]["Code"] == "ValidationError");
        rejected.count() as u64 * receipt::ITEM_STEPS
    }

    /// Whether the reply to a statement of a batch that fails so names its table.
    ///
    /// Observed: eu-west-2, 2026: of validation errors only those that the storage of the item finds.
    pub(crate) fn names_table_in_batch(&self) -> bool {
        match self {
            Self::Validation { error: ValidationError::Partiql(error), .. } => matches!(
                error.kind,
                PartiqlErrorKind::PartitionKeyTooLong | PartiqlErrorKind::SortKeyTooLong
            ),
            Self::Validation { error: ValidationError::Write(error), .. } => {
                matches!(error, WriteError::UpdatesKey { .. } | WriteError::UpdateTooDeep)
            }
            Self::Validation { .. } | Self::Serialization(_) => false,
            _ => true,
        }
    }
}

impl From<ValidationError> for Rejected {
    fn from(error: ValidationError) -> Self {
        Self::new(ApiError::Validation { error, prefix: MessagePrefix::None })
    }
}

impl From<ValueError> for Rejected {
    fn from(error: ValueError) -> Self {
        use crate::api::value::error::FaultClass;
        match error.class() {
            FaultClass::Serialization => {
                ApiError::Serialization(SerializationError::Value(error)).into()
            }
            FaultClass::Validation => ValidationError::Value(error).into(),
        }
    }
}

impl From<ExpressionError> for Rejected {
    fn from(error: ExpressionError) -> Self {
        ValidationError::Expression(error).into()
    }
}

impl From<WriteError> for Rejected {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Rejected(rejection) => rejection.into(),
            error => ValidationError::Write(error).into(),
        }
    }
}

impl From<Rejection> for Rejected {
    fn from(rejection: Rejection) -> Self {
        ValidationError::Rejected(rejection).into()
    }
}

impl From<InUse> for Rejected {
    fn from(state: InUse) -> Self {
        ApiError::InUse(state).into()
    }
}

impl From<LegacyError> for Rejected {
    fn from(error: LegacyError) -> Self {
        ValidationError::Legacy(error).into()
    }
}

impl From<ArgumentError> for Rejected {
    fn from(error: ArgumentError) -> Self {
        LegacyError::Argument(error).into()
    }
}

impl From<Box<PartiqlError>> for Rejected {
    fn from(error: Box<PartiqlError>) -> Self {
        ValidationError::Partiql(error).into()
    }
}

impl From<PartiqlErrorKind> for Rejected {
    fn from(kind: PartiqlErrorKind) -> Self {
        Box::new(PartiqlError::whole(kind)).into()
    }
}

impl From<ReadError> for Rejected {
    fn from(error: ReadError) -> Self {
        ValidationError::Read(error).into()
    }
}

impl From<StartKeyError> for Rejected {
    fn from(error: StartKeyError) -> Self {
        ReadError::StartKey(error).into()
    }
}

impl From<UpdateTableError> for Rejected {
    fn from(error: UpdateTableError) -> Self {
        match error.is_limit() {
            true => ApiError::LimitExceeded(error).into(),
            false => ValidationError::UpdateTable(error).into(),
        }
    }
}

impl From<StreamError> for Rejected {
    fn from(error: StreamError) -> Self {
        ApiError::Stream(error).into()
    }
}

impl From<ResourceError> for Rejected {
    fn from(error: ResourceError) -> Self {
        ApiError::Resource(error).into()
    }
}

impl From<SchemaError> for Rejected {
    fn from(error: SchemaError) -> Self {
        ValidationError::Schema(error).into()
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Serialization(error) => error.fmt(formatter),
            Self::UnknownOperation => formatter.write_str("UnknownOperationException"),
            Self::Validation { error, prefix: MessagePrefix::None } => error.fmt(formatter),
            Self::Validation { error, prefix: MessagePrefix::ErrorCount } => {
                write!(formatter, "1 validation error detected: {error}")
            }
            Self::ResourceNotFound => formatter.write_str("Requested resource not found"),
            Self::TableNotFound { table } => {
                write!(formatter, "Requested resource not found: Table: {table} not found")
            }
            Self::TableExists { table } => write!(formatter, "Table already exists: {table}"),
            Self::LimitExceeded(error) => error.fmt(formatter),
            Self::Stream(error) => error.fmt(formatter),
            Self::Resource(error) => error.fmt(formatter),
            Self::ItemCollectionSizeLimitExceeded => formatter.write_str(COLLECTION_TOO_LARGE),
            Self::Throttled { throttled, .. } => formatter.write_str(throttle::message(throttled)),
            Self::IndexNotFound { table, index } => {
                write!(formatter, "Requested resource not found: Index: {index} for table: {table}")
            }
            Self::InUse(state) => {
                write!(formatter, "Attempt to change a resource which is still in use: {state}")
            }
            Self::ConditionalCheckFailed { .. } => {
                formatter.write_str("The conditional request failed")
            }
            Self::DuplicateItem => formatter.write_str(DUPLICATE_ITEM),
            // Source: <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PutItem.html>
            Self::ReplicatedWriteConflict => formatter.write_str(
                "One or more items in this request are being modified by a request in another \
                 Region.",
            ),
            Self::RegionIsolated => formatter.write_str("Internal server error"),
            Self::TransactionCanceled { reasons } => {
                let codes: Vec<_> = reasons.iter().map(CancellationReason::code).collect();
                write!(
                    formatter,
                    "Transaction cancelled, please refer cancellation reasons for specific \
                     reasons [{}]",
                    codes.join(", ")
                )
            }
            Self::IdempotentParameterMismatch => formatter.write_str(
                "The request was rejected because its client request token was used with other \
                 parameters",
            ),
        }
    }
}

impl fmt::Display for InUse {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TableBeingCreated { table } => {
                write!(formatter, "Table is being created: {table}")
            }
            Self::TableBeingDeleted { table } => {
                write!(formatter, "Table is being deleted: {table}")
            }
            Self::TableBeingUpdated { table } => {
                write!(formatter, "Table is being updated: {table}")
            }
            Self::ThroughputBeingUpdated { table } => {
                write!(formatter, "Table IOPS are currently being updated. Table: {table}")
            }
            Self::IndexesInFlux => formatter.write_str(
                "Cannot delete table while indexes are being created, updated, or deleted.",
            ),
            Self::IndexBeingAllocated { table, index } => write!(
                formatter,
                "Index creation is in resource allocation phase. Retry deletion during backfilling \
                 phase or when the index is active. Table: {table} Index: {index}"
            ),
            Self::IndexBeingDeleted { table, index } => {
                write!(formatter, "Index is being deleted. Table: {table} Index: {index}")
            }
        }
    }
}

impl std::error::Error for ApiError {}

impl From<SyntaxError> for Rejected {
    fn from(error: SyntaxError) -> Self {
        let SyntaxError { line, column, .. } = error;
        ApiError::Serialization(SerializationError::Syntax { line, column }).into()
    }
}

impl fmt::Display for SerializationError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { line, column } => {
                write!(formatter, "not JSON at line {line}, column {column}")
            }
            Self::Value(error) => error.fmt(formatter),
        }
    }
}

impl CancellationReason {
    fn code(&self) -> &'static str {
        match self {
            Self::None => "None",
            Self::ConditionalCheckFailed { .. } => "ConditionalCheckFailed",
            Self::DuplicateItem => "DuplicateItem",
            Self::ResourceNotFound => "ResourceNotFound",
            Self::ItemCollectionSizeLimitExceeded => "ItemCollectionSizeLimitExceeded",
            Self::Throttled(throttled) => throttle::cancellation_code(throttled),
            Self::Validation(_) => "ValidationError",
        }
    }

    fn to_json(&self) -> Value {
        let mut reason = json!({ "Code": self.code() });
        match self {
            Self::None => {}
            Self::ConditionalCheckFailed { item } => {
                reason["Message"] = "The conditional request failed".into();
                if let Some(item) = item {
                    reason["Item"] = item_to_json(item);
                }
            }
            Self::DuplicateItem => reason["Message"] = DUPLICATE_ITEM.into(),
            Self::ResourceNotFound => {
                reason["Message"] = ApiError::ResourceNotFound.to_string().into();
            }
            Self::ItemCollectionSizeLimitExceeded => {
                reason["Message"] = COLLECTION_TOO_LARGE.into();
            }
            Self::Throttled(throttled) => {
                reason["Message"] = throttle::message(throttled).into();
            }
            Self::Validation(error) => reason["Message"] = error.to_string().into(),
        }
        reason
    }
}
