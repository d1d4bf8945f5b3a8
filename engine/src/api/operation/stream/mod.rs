//! Operations of DynamoDB Streams.

pub(crate) mod describe_stream;
pub(crate) mod get_records;
pub(crate) mod get_shard_iterator;
pub(crate) mod list_streams;
