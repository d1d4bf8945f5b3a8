//! The names by which clients know the exceptions.

/// The kinds of rejection, by the name that clients test for.
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
    /// `ItemCollectionSizeLimitExceededException`
    ItemCollectionSizeLimitExceeded,
    /// `TableNotFoundException`
    TableNotFound,
    /// `ExpiredIteratorException`
    ExpiredIterator,
    /// `TrimmedDataAccessException`
    TrimmedDataAccess,
    /// `ProvisionedThroughputExceededException`
    ProvisionedThroughputExceeded,
    /// `ThrottlingException`
    Throttling,
    /// `RequestLimitExceeded`
    RequestLimitExceeded,
    /// `AccessDeniedException`
    AccessDenied,
    /// `DuplicateItemException`
    DuplicateItem,
    /// `ReplicatedWriteConflictException`
    ReplicatedWriteConflict,
    /// `InternalServerError`
    InternalServer,
}

impl ErrorCode {
    /// Every code, for those who list or count them.
    pub const ALL: [Self; 20] = [
        Self::Serialization,
        Self::UnknownOperation,
        Self::Validation,
        Self::ResourceNotFound,
        Self::ResourceInUse,
        Self::ConditionalCheckFailed,
        Self::TransactionCanceled,
        Self::IdempotentParameterMismatch,
        Self::LimitExceeded,
        Self::ItemCollectionSizeLimitExceeded,
        Self::TableNotFound,
        Self::ExpiredIterator,
        Self::TrimmedDataAccess,
        Self::ProvisionedThroughputExceeded,
        Self::Throttling,
        Self::RequestLimitExceeded,
        Self::AccessDenied,
        Self::DuplicateItem,
        Self::ReplicatedWriteConflict,
        Self::InternalServer,
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
            Self::ItemCollectionSizeLimitExceeded => "ItemCollectionSizeLimitExceededException",
            Self::TableNotFound => "TableNotFoundException",
            Self::ExpiredIterator => "ExpiredIteratorException",
            Self::TrimmedDataAccess => "TrimmedDataAccessException",
            Self::ProvisionedThroughputExceeded => "ProvisionedThroughputExceededException",
            Self::Throttling => "ThrottlingException",
            Self::RequestLimitExceeded => "RequestLimitExceeded",
            Self::AccessDenied => "AccessDeniedException",
            Self::DuplicateItem => "DuplicateItemException",
            Self::ReplicatedWriteConflict => "ReplicatedWriteConflictException",
            Self::InternalServer => "InternalServerError",
        }
    }

    /// The name with its namespace, as in `__type`.
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
            Self::ItemCollectionSizeLimitExceeded => {
                "com.amazonaws.dynamodb.v20120810#ItemCollectionSizeLimitExceededException"
            }
            Self::TableNotFound => "com.amazonaws.dynamodb.v20120810#TableNotFoundException",
            Self::ExpiredIterator => "com.amazonaws.dynamodb.v20120810#ExpiredIteratorException",
            Self::TrimmedDataAccess => {
                "com.amazonaws.dynamodb.v20120810#TrimmedDataAccessException"
            }
            Self::ProvisionedThroughputExceeded => {
                "com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException"
            }
            Self::Throttling => "com.amazon.coral.service#ThrottlingException",
            Self::RequestLimitExceeded => "com.amazonaws.dynamodb.v20120810#RequestLimitExceeded",
            Self::AccessDenied => "com.amazon.coral.service#AccessDeniedException",
            Self::DuplicateItem => "com.amazonaws.dynamodb.v20120810#DuplicateItemException",
            Self::ReplicatedWriteConflict => {
                "com.amazonaws.dynamodb.v20120810#ReplicatedWriteConflictException"
            }
            Self::InternalServer => "com.amazonaws.dynamodb.v20120810#InternalServerError",
        }
    }

    /// The HTTP status of the reply.
    pub const fn status(self) -> u16 {
        match self {
            Self::InternalServer => 500,
            _ => 400,
        }
    }
}
