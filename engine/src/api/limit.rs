//! Documented limits of requests, each with its unit and source.
//!
//! Limits of items and keys are in [`crate::table::write::accept`], of pages in [`crate::table::read`],
//! of expressions in [`crate::expression`].

use crate::model::bytes::Bytes;

/// Shortest and longest name of a table or index, in characters. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html>
pub const RESOURCE_NAME_LENGTH: (usize, usize) = (3, 255);

/// Length of `TableName` where items are read and written: an ARN is accepted there. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PutItem.html>
pub const TABLE_REFERENCE_LENGTH: (usize, usize) = (1, 1_024);

/// Size of the name of a key attribute, or of one in NonKeyAttributes, in bytes. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html>
pub const KEY_ATTRIBUTE_NAME_SIZE: (usize, usize) = (1, 255);

/// Size of the name of the attribute by which items expire. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TimeToLiveSpecification.html>. Model: it counts bytes, as in the names of key attributes.
pub const TIME_TO_LIVE_NAME_SIZE: (usize, usize) = (1, 255);

/// Key elements of a table. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html>
pub const TABLE_KEY_COUNT: (usize, usize) = (1, 2);

/// Key elements of a secondary index: up to four for the partition and four to sort. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.DesignPattern.MultiAttributeKeys.html>
pub const INDEX_KEY_COUNT: (usize, usize) = (1, 8);

/// Attributes of one kind in the key of a global index. Source: the same page.
pub const GLOBAL_KEY_COUNT_PER_KIND_MAX: usize = 4;

/// Names in one list of NonKeyAttributes. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Projection.html>
pub const NON_KEY_ATTRIBUTE_COUNT: (usize, usize) = (1, 20);

/// Names in all lists of NonKeyAttributes of a table. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html>
pub const NON_KEY_ATTRIBUTE_COUNT_PER_TABLE_MAX: usize = 100;

/// Local secondary indexes of a table. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html>
pub const LOCAL_INDEX_COUNT_MAX: usize = 5;

/// Global secondary indexes of a table, by default. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html>
pub const GLOBAL_INDEX_COUNT_MAX: usize = 20;

/// Tables in one reply of ListTables. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListTables.html>
pub const LIST_TABLES_COUNT: (u64, u64) = (1, 100);

/// Segments of a parallel scan. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Scan.html>
pub const SEGMENT_COUNT: (u64, u64) = (1, 1_000_000);

/// Largest number of a segment. Source: the same page.
pub const SEGMENT_MAX: u64 = 999_999;

/// Largest provisioned throughput that is not absurd, in units per second. Observed: 2014-2020, by the authors of dynalite.
pub const THROUGHPUT_MAX: u64 = 1_000_000_000_000;

/// Names in one AttributesToGet. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_GetItem.html>, which gives the lower bound; Observed: 2014-2020, by the authors of dynalite.
pub const ATTRIBUTES_TO_GET_COUNT: (usize, usize) = (1, 255);

/// Keys in one BatchGetItem. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html>
pub const BATCH_GET_KEY_COUNT: (usize, usize) = (1, 100);

/// Bytes of items in the reply of one BatchGetItem. Source: the same page, whose example (52 of 100 items of 300 KB) counts 16 million.
pub const BATCH_GET_RESPONSE_SIZE_MAX: Bytes = Bytes(16_000_000);

/// Requests in one BatchWriteItem. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html>
pub const BATCH_WRITE_ITEM_COUNT: (usize, usize) = (1, 25);

/// Actions of one transaction. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html>
pub const TRANSACTION_ITEM_COUNT: (usize, usize) = (1, 100);

/// Bytes of all items of one transaction. Source: the same page.
pub const TRANSACTION_SIZE_MAX: Bytes = Bytes(4 * 1_024 * 1_024);

/// Characters of a ClientRequestToken. Source: the same page.
pub const CLIENT_TOKEN_LENGTH: (usize, usize) = (1, 36);

/// Characters of a PartiQL statement. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ExecuteStatement.html>
pub const STATEMENT_LENGTH: (usize, usize) = (1, 8_192);

/// Parameters of a PartiQL statement. Source: the same page, which gives no maximum.
pub const PARAMETER_COUNT: (usize, usize) = (1, usize::MAX);

/// Characters of a NextToken. Source: the same page.
pub const NEXT_TOKEN_LENGTH: (usize, usize) = (1, 32_768);

/// Statements in one BatchExecuteStatement. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchExecuteStatement.html>
pub const BATCH_STATEMENT_COUNT: (usize, usize) = (1, 25);

/// Throughput of a table, in units per second, by default. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html>
pub const TABLE_THROUGHPUT_MAX: u64 = 40_000;

/// Throughput of all tables of an account and Region, in units per second, by default. Source: the same page.
pub const ACCOUNT_THROUGHPUT_MAX: u64 = 80_000;

/// How long an address of the service may be kept, in minutes. Observed: in answers of the service.
pub const ENDPOINT_CACHE_MINUTES: u64 = 1_440;

/// Tags of a table. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Tagging.html>
pub const TAG_COUNT_MAX: usize = 50;

/// Characters of the key of a tag. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Tag.html>
pub const TAG_KEY_LENGTH: (usize, usize) = (1, 128);

/// Characters of the value of a tag. Source: the same page.
pub const TAG_VALUE_LENGTH: (usize, usize) = (0, 256);

/// Days for which continuous backups are kept. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PointInTimeRecoverySpecification.html>
pub const RECOVERY_DAYS: (u64, u64) = (1, 35);

/// Streams in one reply of ListStreams. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_ListStreams.html>
pub const LIST_STREAMS_COUNT: (u64, u64) = (1, 100);

/// Shards in one reply of DescribeStream. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_DescribeStream.html>
pub const DESCRIBE_STREAM_COUNT: (u64, u64) = (1, 100);

/// Characters of the ARN of a stream. Source: the same page.
pub const STREAM_ARN_LENGTH: (usize, usize) = (37, 1_024);

/// Characters of the identifier of a shard. Source: the same page.
pub const SHARD_ID_LENGTH: (usize, usize) = (28, 65);

/// Characters of a sequence number. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_GetShardIterator.html>
pub const SEQUENCE_NUMBER_LENGTH: (usize, usize) = (21, 40);

/// How long an iterator of a shard can be used, in milliseconds. Source: the same page.
pub const ITERATOR_LIFETIME_MS: u64 = 15 * 60 * 1_000;

/// Characters of an iterator of a shard. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_GetRecords.html>
pub const SHARD_ITERATOR_LENGTH: (usize, usize) = (1, 2_048);

/// Records in one reply of GetRecords. Source: the same page.
pub const GET_RECORDS_COUNT: (u64, u64) = (1, 1_000);
