//! What an operation answers when it refuses: data first, DynamoDB's words in `Display`.

use std::fmt;
use std::ops::Range;

use serde_json::{Map, Value, json};

use crate::api::limit::TRANSACTION_SIZE_MAX;
use crate::api::schema_error::SchemaError;
use crate::api::shape::Violations;
use crate::api::update_error::UpdateTableError;
use crate::expression::error::{ExpressionError, Parameter};
use crate::model::item::Image;
use crate::model::json::item_to_json;
use crate::model::json_text::SyntaxError;
use crate::model::key::KeyType;
use crate::model::name::{AttributeName, IndexName, TableName};
use crate::model::value_error::ValueError;
use crate::table::accept::Refusal;
use crate::table::plan::WriteError;

/// A refusal. Nothing was written.
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
        envelope: Envelope,
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
    /// The condition was false. It was paid for all the same.
    ConditionalCheckFailed {
        /// The existing item, if it was asked for with `ReturnValuesOnConditionCheckFailure`.
        item: Option<Image>,
    },
    /// An action of a transaction failed, so none was done.
    TransactionCanceled {
        /// A reason for each action, in their order.
        reasons: Vec<CancellationReason>,
    },
    /// A remembered token came with another transaction.
    IdempotentParameterMismatch,
}

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
    /// Its table refused it.
    Validation(Box<ApiError>),
}

/// What is wrong with a transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TransactionError {
    /// An element is not exactly one of check, put, update and delete.
    NotOneAction,
    /// Two actions are about one item.
    SameItemTwice,
    /// All items together are larger than 4 MB.
    TooLarge,
}

/// The kinds of refusal, by the name that clients test for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ErrorCode {
    /// `SerializationException`
    Serialization,
    /// `UnknownOperationException`
    UnknownOperation,
    /// `ValidationException`
    Validation,
    /// `ResourceNotFoundException`
    ResourceNotFound,
    /// `ResourceInUseException`
    ResourceInUse,
    /// `ConditionalCheckFailedException`
    ConditionalCheckFailed,
    /// `TransactionCanceledException`
    TransactionCanceled,
    /// `IdempotentParameterMismatchException`
    IdempotentParameterMismatch,
    /// `LimitExceededException`
    LimitExceeded,
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

/// Whether a message opens with `1 validation error detected: `, as single-item writes do since
/// June 2026 when the fault lies in the request itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Envelope {
    /// The message stands alone.
    Bare,
    /// The message is counted.
    Counted,
}

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
    /// A parameter of the time before expressions. Model: the service takes it; this engine will.
    LegacyParameter {
        /// The member.
        name: &'static str,
    },
    /// An attribute value in the request is not legal.
    Value(ValueError),
    /// A value among `ExpressionAttributeValues` is not legal.
    ExpressionValue {
        /// What is wrong with it.
        error: ValueError,
        /// Its placeholder.
        placeholder: String,
    },
    /// An expression, or what it refers to.
    Expression(ExpressionError),
    /// `ExpressionAttributeNames` or `ExpressionAttributeValues` without any expression.
    PlaceholdersWithoutExpression(Parameter),
    /// `ExpressionAttributeNames` or `ExpressionAttributeValues` is an empty map.
    NoPlaceholders(Parameter),
    /// `ReturnValues` is one that only UpdateItem knows.
    ReturnValues,
    /// The key or item does not fit the table.
    Refused(Refusal),
    /// The update cannot be made.
    Write(WriteError),
    /// The definition of a table or index is not legal.
    Schema(SchemaError),
    /// The table is protected against deletion.
    DeletionProtected,
    /// A read asks for something that it cannot have.
    Read(ReadError),
    /// A batch asks for too much, too little or the same twice.
    Batch(BatchError),
    /// A transaction is not well formed.
    Transaction(TransactionError),
    /// A change of a live table is not legal.
    UpdateTable(UpdateTableError),
}

/// What is wrong with a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BatchError {
    /// There is no request in it.
    NoRequests {
        /// The operation.
        operation: &'static str,
    },
    /// All tables together are asked for too many items.
    TooManyItems {
        /// The operation.
        operation: &'static str,
    },
    /// One item is asked for, or written, twice.
    DuplicateKeys,
    /// A write request is neither a put nor a delete, or both.
    NotOneRequest,
}

/// What is wrong with a Query, a Scan or another read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadError {
    /// A Query has no key condition.
    NoKeyCondition,
    /// The table has no index of this name.
    UnknownIndex {
        /// The name that was asked for.
        index: String,
    },
    /// The index is being filled, and cannot be read yet.
    IndexNotReady {
        /// The index.
        index: IndexName,
    },
    /// A consistent read of a global index.
    ConsistentGlobalIndex,
    /// All attributes of a global index that does not project all.
    AllAttributesOfGlobalIndex {
        /// The index.
        index: IndexName,
    },
    /// All projected attributes, without an index.
    ProjectedAttributesOfTable,
    /// Specific attributes, without saying which.
    NoSpecificAttributes,
    /// A projection together with another `Select`.
    ProjectionWithSelect {
        /// The value of `Select`.
        select: &'static str,
    },
    /// A projection of attributes that a global index does not hold.
    NotProjected {
        /// The index.
        index: IndexName,
        /// The attributes.
        attributes: Vec<AttributeName>,
    },
    /// A filter of a Query on attributes that an index does not hold.
    FilterNotProjected {
        /// The index.
        index: IndexName,
        /// The attributes.
        attributes: Vec<AttributeName>,
    },
    /// A filter of a Query on an attribute of the key.
    FilterOnKey {
        /// The attribute.
        attribute: AttributeName,
    },
    /// `Segment` without `TotalSegments`.
    NoTotalSegments,
    /// `TotalSegments` without `Segment`.
    NoSegment,
    /// A segment that is not among the segments.
    SegmentOutOfRange {
        /// The segment.
        segment: u64,
        /// How many there are.
        total: u64,
    },
    /// An attribute value of the start key is not legal.
    StartKeyValue(ValueError),
    /// A start key that does not fit the table, for a Scan.
    StartKeySchema,
    /// A start key that does not fit the table or index.
    StartKey,
    /// A start key of another partition than the one that is queried.
    StartKeyOutsideQuery,
    /// A start key that the sort key condition leaves out.
    StartKeyOutsideRange,
    /// A start key for a query of one item.
    StartKeyOfOneRow,
    /// A start key of another segment.
    StartKeyOutsideSegment {
        /// The segment.
        segment: u64,
        /// How many there are.
        total: u64,
    },
}

impl ApiError {
    /// The kind of refusal.
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
            Self::TransactionCanceled { .. } => ErrorCode::TransactionCanceled,
            Self::IdempotentParameterMismatch => ErrorCode::IdempotentParameterMismatch,
        }
    }

    /// The body of the reply: `__type`, the message if there is one, and the item of a failed condition.
    pub fn to_json(&self) -> Value {
        let mut body = Map::new();
        body.insert("__type".to_owned(), json!(self.code().type_name()));
        match self {
            Self::UnknownOperation | Self::Serialization(SerializationError::Syntax { .. }) => {}
            Self::Serialization(_)
            | Self::Validation { .. }
            | Self::ResourceNotFound
            | Self::TableNotFound { .. }
            | Self::TableExists { .. }
            | Self::IndexNotFound { .. }
            | Self::InUse(_)
            | Self::LimitExceeded(_)
            | Self::ConditionalCheckFailed { .. }
            | Self::IdempotentParameterMismatch => {
                body.insert("message".to_owned(), json!(self.to_string()));
            }
            Self::TransactionCanceled { reasons } => {
                let reasons = reasons.iter().map(CancellationReason::to_json).collect();
                body.insert("Message".to_owned(), json!(self.to_string()));
                body.insert("CancellationReasons".to_owned(), reasons);
            }
        }
        if let Self::ConditionalCheckFailed { item: Some(item) } = self {
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

impl ErrorCode {
    /// Every code, for those who list or count them.
    pub const ALL: [Self; 9] = [
        Self::Serialization,
        Self::UnknownOperation,
        Self::Validation,
        Self::ResourceNotFound,
        Self::ResourceInUse,
        Self::ConditionalCheckFailed,
        Self::TransactionCanceled,
        Self::IdempotentParameterMismatch,
        Self::LimitExceeded,
    ];

    /// The name by which clients know the exception.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Serialization => "SerializationException",
            Self::UnknownOperation => "UnknownOperationException",
            Self::Validation => "ValidationException",
            Self::ResourceNotFound => "ResourceNotFoundException",
            Self::ResourceInUse => "ResourceInUseException",
            Self::ConditionalCheckFailed => "ConditionalCheckFailedException",
            Self::TransactionCanceled => "TransactionCanceledException",
            Self::IdempotentParameterMismatch => "IdempotentParameterMismatchException",
            Self::LimitExceeded => "LimitExceededException",
        }
    }

    /// The name with its namespace, as it stands in `__type`.
    pub const fn type_name(self) -> &'static str {
        match self {
            Self::Serialization => "com.amazon.coral.service#SerializationException",
            Self::UnknownOperation => "com.amazon.coral.service#UnknownOperationException",
            Self::Validation => "com.amazon.coral.validate#ValidationException",
            Self::ResourceNotFound => "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException",
            Self::ResourceInUse => "com.amazonaws.dynamodb.v20120810#ResourceInUseException",
            Self::ConditionalCheckFailed => {
                "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException"
            }
            Self::TransactionCanceled => {
                "com.amazonaws.dynamodb.v20120810#TransactionCanceledException"
            }
            Self::IdempotentParameterMismatch => {
                "com.amazonaws.dynamodb.v20120810#IdempotentParameterMismatchException"
            }
            Self::LimitExceeded => "com.amazonaws.dynamodb.v20120810#LimitExceededException",
        }
    }

    /// The HTTP status of the reply.
    pub const fn status(self) -> u16 {
        400
    }
}

impl ValidationError {
    /// Whether the fault lies in the request itself and shows without any table. Single-item
    /// writes count such faults.
    fn is_of_request(&self) -> bool {
        match self {
            Self::Value(_)
            | Self::ExpressionValue { .. }
            | Self::Expression(_)
            | Self::PlaceholdersWithoutExpression(_)
            | Self::NoPlaceholders(_)
            | Self::ReturnValues => true,
            Self::Violations(_)
            | Self::MissingParameter { .. }
            | Self::LegacyParameter { .. }
            | Self::Refused(_)
            | Self::Write(_)
            | Self::Schema(_)
            | Self::DeletionProtected
            | Self::Read(_)
            | Self::Batch(_)
            | Self::Transaction(_)
            | Self::UpdateTable(_) => false,
        }
    }

    /// The error with the count of one in front.
    pub(crate) fn counted(self) -> ApiError {
        ApiError::Validation { error: self, envelope: Envelope::Counted }
    }

    /// The error of an operation that words its faults in such a way.
    pub(crate) fn within(self, envelope: Envelope) -> ApiError {
        let envelope = if self.is_of_request() { envelope } else { Envelope::Bare };
        ApiError::Validation { error: self, envelope }
    }
}

impl From<ValidationError> for ApiError {
    fn from(error: ValidationError) -> Self {
        error.within(Envelope::Bare)
    }
}

impl From<ValueError> for ApiError {
    fn from(error: ValueError) -> Self {
        use crate::model::value_error::FaultClass;
        match error.class() {
            FaultClass::Serialization => Self::Serialization(SerializationError::Value(error)),
            FaultClass::Validation => ValidationError::Value(error).into(),
        }
    }
}

impl From<ExpressionError> for ApiError {
    fn from(error: ExpressionError) -> Self {
        ValidationError::Expression(error).into()
    }
}

impl From<WriteError> for ApiError {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Refused(refusal) => refusal.into(),
            error => ValidationError::Write(error).into(),
        }
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        ValidationError::Refused(refusal).into()
    }
}

impl From<InUse> for ApiError {
    fn from(state: InUse) -> Self {
        Self::InUse(state)
    }
}

impl From<ReadError> for ApiError {
    fn from(error: ReadError) -> Self {
        ValidationError::Read(error).into()
    }
}

impl From<UpdateTableError> for ApiError {
    fn from(error: UpdateTableError) -> Self {
        match error.is_limit() {
            true => Self::LimitExceeded(error),
            false => ValidationError::UpdateTable(error).into(),
        }
    }
}

impl From<SchemaError> for ApiError {
    fn from(error: SchemaError) -> Self {
        ValidationError::Schema(error).into()
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Serialization(error) => error.fmt(formatter),
            Self::UnknownOperation => formatter.write_str("UnknownOperationException"),
            Self::Validation { error, envelope: Envelope::Bare } => error.fmt(formatter),
            Self::Validation { error, envelope: Envelope::Counted } => {
                write!(formatter, "1 validation error detected: {error}")
            }
            Self::ResourceNotFound => formatter.write_str("Requested resource not found"),
            Self::TableNotFound { table } => {
                write!(formatter, "Requested resource not found: Table: {table} not found")
            }
            Self::TableExists { table } => write!(formatter, "Table already exists: {table}"),
            Self::LimitExceeded(error) => error.fmt(formatter),
            Self::IndexNotFound { table, index } => {
                write!(formatter, "Requested resource not found: Index: {index} for table: {table}")
            }
            Self::InUse(state) => {
                write!(formatter, "Attempt to change a resource which is still in use: {state}")
            }
            Self::ConditionalCheckFailed { .. } => {
                formatter.write_str("The conditional request failed")
            }
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

impl From<SyntaxError> for ApiError {
    fn from(error: SyntaxError) -> Self {
        let SyntaxError { line, column, .. } = error;
        Self::Serialization(SerializationError::Syntax { line, column })
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

/// Opens most messages about values and definitions.
pub(crate) const INVALID: &str = "One or more parameter values were invalid:";

impl fmt::Display for ValidationError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Violations(violations) => violations.fmt(formatter),
            Self::MissingParameter { name } => write!(
                formatter,
                "The parameter '{name}' is required but was not present in the request"
            ),
            Self::LegacyParameter { name } => write!(
                formatter,
                "Sparsebox does not take the legacy parameter {name}; use an expression"
            ),
            Self::Value(error) => error.fmt(formatter),
            Self::ExpressionValue { error, placeholder } => write!(
                formatter,
                "ExpressionAttributeValues contains invalid value: {error} for key {placeholder}"
            ),
            Self::Expression(error) => error.fmt(formatter),
            Self::PlaceholdersWithoutExpression(parameter) => {
                write!(formatter, "{parameter} can only be specified when using expressions")
            }
            Self::NoPlaceholders(parameter) => write!(formatter, "{parameter} must not be empty"),
            Self::ReturnValues => formatter.write_str("ReturnValues can only be ALL_OLD or NONE"),
            Self::Refused(refusal) => write_refusal(refusal, formatter),
            Self::Write(error) => write_write_error(error, formatter),
            Self::Schema(error) => error.fmt(formatter),
            Self::DeletionProtected => formatter.write_str(
                "Resource cannot be deleted as it is currently protected against deletion. \
                 Disable deletion protection first.",
            ),
            Self::Read(error) => error.fmt(formatter),
            Self::Batch(error) => error.fmt(formatter),
            Self::Transaction(error) => error.fmt(formatter),
            Self::UpdateTable(error) => error.fmt(formatter),
        }
    }
}

fn write_refusal(refusal: &Refusal, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    match refusal {
        Refusal::MissingKey { attribute } => {
            write!(formatter, "{INVALID} Missing the key {attribute} in the item")
        }
        Refusal::KeyType { attribute, expected, actual } => write!(
            formatter,
            "{INVALID} Type mismatch for key {attribute} expected: {expected} actual: {actual}"
        ),
        Refusal::KeyShape => {
            formatter.write_str("The provided key element does not match the schema")
        }
        Refusal::EmptyKey { attribute, kind } => write!(
            formatter,
            "One or more parameter values are not valid. The AttributeValue for a key attribute \
             cannot contain an empty {} value. Key: {attribute}",
            kind_word(*kind)
        ),
        Refusal::PartitionKeyTooLong => write!(
            formatter,
            "{INVALID} Size of hashkey has exceeded the maximum size limit of2048 bytes"
        ),
        Refusal::SortKeyTooLong => write!(
            formatter,
            "{INVALID} Aggregated size of all range keys has exceeded the size limit of 1024 bytes"
        ),
        Refusal::IndexKeyType { index, attribute, expected, actual } => write!(
            formatter,
            "{INVALID} Type mismatch for Index Key {attribute} Expected: {expected} \
             Actual: {actual} IndexName: {index}"
        ),
        Refusal::EmptyIndexKey { index, attribute, kind } => write!(
            formatter,
            "One or more parameter values are not valid. A value specified for a secondary index \
             key is not supported. The AttributeValue for a key attribute cannot contain an empty \
             {} value. IndexName: {index}, IndexKey: {attribute}",
            kind_word(*kind)
        ),
        Refusal::PathIntoKey { attribute, of_table } => {
            let role = if *of_table { "Key" } else { "IndexKey" };
            write!(
                formatter,
                "Key attributes must be scalars; list random access '[]' and map lookup '.' are \
                 not allowed: {role}: {attribute}"
            )
        }
        Refusal::ItemTooLarge => {
            formatter.write_str("Item size has exceeded the maximum allowed size")
        }
    }
}

fn kind_word(kind: KeyType) -> &'static str {
    match kind {
        KeyType::B => "binary",
        KeyType::S | KeyType::N => "string",
    }
}

fn write_write_error(error: &WriteError, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    match error {
        WriteError::Refused(refusal) => write_refusal(refusal, formatter),
        WriteError::UpdatesKey { attribute } => write!(
            formatter,
            "{INVALID} Cannot update attribute {attribute}. This attribute is part of the key"
        ),
        WriteError::UpdatesIndexKeyToEmpty { kind } => write!(
            formatter,
            "One or more parameter values are not valid. The update expression attempted to update \
             a secondary index key to a value that is not supported. The AttributeValue for a key \
             attribute cannot contain an empty {} value.",
            kind_word(*kind)
        ),
        WriteError::Update(error) => write!(formatter, "{error}"),
        WriteError::UpdateTooLarge => {
            formatter.write_str("Item size to update has exceeded the maximum allowed size")
        }
        WriteError::UpdateTooDeep => write!(formatter, "{}", ValueError::TooDeep),
    }
}

impl CancellationReason {
    const fn code(&self) -> &'static str {
        match self {
            Self::None => "None",
            Self::ConditionalCheckFailed { .. } => "ConditionalCheckFailed",
            Self::Validation(_) => "ValidationError",
        }
    }

    fn to_json(&self) -> Value {
        let mut reason = json!({ "Code": self.code() });
        match self {
            Self::None => {}
            Self::ConditionalCheckFailed { item } => {
                reason["Message"] = json!("The conditional request failed");
                if let Some(item) = item {
                    reason["Item"] = item_to_json(item);
                }
            }
            Self::Validation(error) => reason["Message"] = json!(error.to_string()),
        }
        reason
    }
}

impl fmt::Display for TransactionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOneAction => formatter
                .write_str("TransactItems can only contain one of Check, Put, Update or Delete"),
            Self::SameItemTwice => formatter
                .write_str("Transaction request cannot include multiple operations on one item"),
            Self::TooLarge => {
                write!(formatter, "Transaction size cannot exceed {} bytes", TRANSACTION_SIZE_MAX.0)
            }
        }
    }
}

impl fmt::Display for BatchError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRequests { operation } => {
                write!(formatter, "The requestItems parameter is required for {operation}")
            }
            Self::TooManyItems { operation } => {
                write!(formatter, "Too many items requested for the {operation} call")
            }
            Self::DuplicateKeys => {
                formatter.write_str("Provided list of item keys contains duplicates")
            }
            Self::NotOneRequest => formatter.write_str(
                "Supplied AttributeValue has more than one datatypes set, must contain exactly one \
                 of the supported datatypes",
            ),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        const START: &str = "The provided starting key is invalid";
        match self {
            Self::NoKeyCondition => formatter.write_str(
                "Either the KeyConditions or KeyConditionExpression parameter must be specified in \
                 the request.",
            ),
            Self::UnknownIndex { index } => {
                write!(formatter, "The table does not have the specified index: {index}")
            }
            Self::IndexNotReady { index } => write!(
                formatter,
                "Cannot read from backfilling global secondary index: {index}"
            ),
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
            Self::ProjectionWithSelect { select } => write!(
                formatter,
                "Cannot specify the ProjectionExpression when choosing to get {select}"
            ),
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
            Self::StartKeyValue(error) => write!(formatter, "{START}: {error}"),
            Self::StartKeySchema => write!(
                formatter,
                "{START}: The provided key element does not match the schema"
            ),
            Self::StartKey => formatter.write_str(START),
            Self::StartKeyOutsideQuery => formatter.write_str(
                "The provided starting key is outside query boundaries based on provided conditions",
            ),
            Self::StartKeyOutsideRange => formatter
                .write_str("The provided starting key does not match the range key predicate"),
            Self::StartKeyOfOneRow => {
                formatter.write_str("The query can return at most one row and cannot be restarted")
            }
            Self::StartKeyOutsideSegment { segment, total } => write!(
                formatter,
                "{START}: Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct \
                 Segment. TotalSegments: {total} Segment: {segment}"
            ),
        }
    }
}

fn listed(attributes: &[AttributeName]) -> String {
    let names: Vec<&str> = attributes.iter().map(AttributeName::as_str).collect();
    format!("[{}]", names.join(", "))
}
