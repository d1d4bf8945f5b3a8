//! The operations of DynamoDB: their names, and what each does to a database.

/// An operation of DynamoDB or DynamoDB Streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operation {
    /// Runs up to 25 PartiQL statements, each for itself.
    BatchExecuteStatement,
    /// Gets up to 100 items.
    BatchGetItem,
    /// Puts and deletes up to 25 items.
    BatchWriteItem,
    /// Creates a table and its indexes.
    CreateTable,
    /// Deletes an item.
    DeleteItem,
    /// Deletes a table with its items.
    DeleteTable,
    /// Describes the backups of a table.
    DescribeContinuousBackups,
    /// Names the endpoints of the service.
    DescribeEndpoints,
    /// States the throughput limits of the account.
    DescribeLimits,
    /// Describes the stream of a table.
    DescribeStream,
    /// Describes a table and its indexes.
    DescribeTable,
    /// States by which attribute items expire.
    DescribeTimeToLive,
    /// Runs a PartiQL statement.
    ExecuteStatement,
    /// Runs up to 100 PartiQL statements, all or none.
    ExecuteTransaction,
    /// Gets an item.
    GetItem,
    /// Reads records of a stream.
    GetRecords,
    /// Returns a position in a stream.
    GetShardIterator,
    /// Lists streams.
    ListStreams,
    /// Lists tables.
    ListTables,
    /// Lists the tags of a table.
    ListTagsOfResource,
    /// Puts an item.
    PutItem,
    /// Reads items of one partition key.
    Query,
    /// Reads all items.
    Scan,
    /// Adds tags to a table.
    TagResource,
    /// Gets up to 100 items at one moment.
    TransactGetItems,
    /// Writes up to 100 items, all or none.
    TransactWriteItems,
    /// Removes tags from a table.
    UntagResource,
    /// Enables or disables the backups of a table.
    UpdateContinuousBackups,
    /// Changes attributes of an item.
    UpdateItem,
    /// Changes settings or indexes of a table.
    UpdateTable,
    /// Sets by which attribute items expire.
    UpdateTimeToLive,
}

/// What an operation does to the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// It returns items.
    ReadItems,
    /// It writes items.
    WriteItems,
    /// It returns or writes items, as its PartiQL statements say.
    RunStatements,
    /// It returns records of a stream, or a position in it.
    ReadStream,
    /// It describes or lists tables, streams or the account.
    Describe,
    /// It changes tables or their settings.
    ChangeTables,
}

impl Operation {
    /// All operations, in alphabetical order.
    pub const ALL: [Self; 31] = [
        Self::BatchExecuteStatement,
        Self::BatchGetItem,
        Self::BatchWriteItem,
        Self::CreateTable,
        Self::DeleteItem,
        Self::DeleteTable,
        Self::DescribeContinuousBackups,
        Self::DescribeEndpoints,
        Self::DescribeLimits,
        Self::DescribeStream,
        Self::DescribeTable,
        Self::DescribeTimeToLive,
        Self::ExecuteStatement,
        Self::ExecuteTransaction,
        Self::GetItem,
        Self::GetRecords,
        Self::GetShardIterator,
        Self::ListStreams,
        Self::ListTables,
        Self::ListTagsOfResource,
        Self::PutItem,
        Self::Query,
        Self::Scan,
        Self::TagResource,
        Self::TransactGetItems,
        Self::TransactWriteItems,
        Self::UntagResource,
        Self::UpdateContinuousBackups,
        Self::UpdateItem,
        Self::UpdateTable,
        Self::UpdateTimeToLive,
    ];

    /// The operation of this name, such as `PutItem`.
    ///
    /// ```
    /// use engine::operation::Operation;
    ///
    /// assert_eq!(Operation::from_name("PutItem"), Some(Operation::PutItem));
    /// assert_eq!(Operation::from_name("putItem"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|operation| operation.name() == name)
    }

    /// The name of the operation, such as `PutItem`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::BatchExecuteStatement => "BatchExecuteStatement",
            Self::BatchGetItem => "BatchGetItem",
            Self::BatchWriteItem => "BatchWriteItem",
            Self::CreateTable => "CreateTable",
            Self::DeleteItem => "DeleteItem",
            Self::DeleteTable => "DeleteTable",
            Self::DescribeContinuousBackups => "DescribeContinuousBackups",
            Self::DescribeEndpoints => "DescribeEndpoints",
            Self::DescribeLimits => "DescribeLimits",
            Self::DescribeStream => "DescribeStream",
            Self::DescribeTable => "DescribeTable",
            Self::DescribeTimeToLive => "DescribeTimeToLive",
            Self::ExecuteStatement => "ExecuteStatement",
            Self::ExecuteTransaction => "ExecuteTransaction",
            Self::GetItem => "GetItem",
            Self::GetRecords => "GetRecords",
            Self::GetShardIterator => "GetShardIterator",
            Self::ListStreams => "ListStreams",
            Self::ListTables => "ListTables",
            Self::ListTagsOfResource => "ListTagsOfResource",
            Self::PutItem => "PutItem",
            Self::Query => "Query",
            Self::Scan => "Scan",
            Self::TagResource => "TagResource",
            Self::TransactGetItems => "TransactGetItems",
            Self::TransactWriteItems => "TransactWriteItems",
            Self::UntagResource => "UntagResource",
            Self::UpdateContinuousBackups => "UpdateContinuousBackups",
            Self::UpdateItem => "UpdateItem",
            Self::UpdateTable => "UpdateTable",
            Self::UpdateTimeToLive => "UpdateTimeToLive",
        }
    }

    /// What the operation does to the database.
    pub const fn access(self) -> Access {
        match self {
            Self::BatchGetItem
            | Self::GetItem
            | Self::Query
            | Self::Scan
            | Self::TransactGetItems => Access::ReadItems,
            Self::BatchWriteItem
            | Self::DeleteItem
            | Self::PutItem
            | Self::TransactWriteItems
            | Self::UpdateItem => Access::WriteItems,
            Self::BatchExecuteStatement | Self::ExecuteStatement | Self::ExecuteTransaction => {
                Access::RunStatements
            }
            Self::GetRecords | Self::GetShardIterator => Access::ReadStream,
            Self::DescribeContinuousBackups
            | Self::DescribeEndpoints
            | Self::DescribeLimits
            | Self::DescribeStream
            | Self::DescribeTable
            | Self::DescribeTimeToLive
            | Self::ListStreams
            | Self::ListTables
            | Self::ListTagsOfResource => Access::Describe,
            Self::CreateTable
            | Self::DeleteTable
            | Self::TagResource
            | Self::UntagResource
            | Self::UpdateContinuousBackups
            | Self::UpdateTable
            | Self::UpdateTimeToLive => Access::ChangeTables,
        }
    }

    /// Whether the operation reads or writes items.
    pub const fn is_on_items(self) -> bool {
        match self.access() {
            Access::ReadItems | Access::WriteItems | Access::RunStatements => true,
            Access::ReadStream | Access::Describe | Access::ChangeTables => false,
        }
    }

    /// Whether parts of a request can succeed while others are throttled.
    pub const fn is_batch(self) -> bool {
        matches!(self, Self::BatchExecuteStatement | Self::BatchGetItem | Self::BatchWriteItem)
    }

    /// Whether the parts of a request succeed or fail together, and cost twice as much.
    pub const fn is_transaction(self) -> bool {
        matches!(self, Self::ExecuteTransaction | Self::TransactGetItems | Self::TransactWriteItems)
    }

    /// Whether the operation belongs to DynamoDB Streams, which has a service name of its own.
    pub const fn is_of_streams(self) -> bool {
        matches!(
            self,
            Self::DescribeStream | Self::GetRecords | Self::GetShardIterator | Self::ListStreams
        )
    }
}
