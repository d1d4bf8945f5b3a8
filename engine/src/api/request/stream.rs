//! What the four operations on streams share: names of streams, shards, records and iterators.
//!
//! Model: a stream has one shard, and an iterator is its position as text.

use crate::api::arn::{is_of_other_account, stream_arn, stream_parts};
use crate::api::error::Rejected;
use crate::api::error::resource::ResourceError;
use crate::api::error::stream::StreamError;
use crate::api::limit::{ITERATOR_LIFETIME_MS, SHARD_ID_LENGTH, STREAM_ARN_LENGTH};
use crate::api::request::fields::Fields;
use crate::api::request::shape::{Member, Shape};
use crate::clock::UnixTime;
use crate::database::Database;
use crate::model::key::hash;
use crate::operation::Operation;
use crate::table::stream::{Stream, StreamStatus, ViewType};

/// The ARN of a stream.
pub(crate) const STREAM_ARN: Member =
    Member::required("StreamArn", Shape::Text { length: STREAM_ARN_LENGTH, plain: false });

/// The identifier of a shard.
pub(crate) const SHARD_ID: Shape = Shape::Text { length: SHARD_ID_LENGTH, plain: false };

/// What the records of a stream can hold.
pub(crate) const VIEW_TYPES: Shape =
    Shape::Word(&["NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES", "KEYS_ONLY"]);

/// A sequence number is the number of a record with this many digits, behind a 1. Model: as long as the service's.
const SEQUENCE_DIGITS: usize = 20;

/// Separates the parts of an iterator.
const SEPARATOR: char = '|';

/// The stream of a request.
pub(crate) fn find_stream<'d>(
    fields: Fields<'_>,
    operation: Operation,
    database: &'d Database,
) -> Result<&'d Stream, Rejected> {
    let arn = fields.required_text("StreamArn");
    match is_of_other_account(arn) {
        true => Err(ResourceError::of_other_account(operation.name(), arn).into()),
        false => Ok(stream_of_arn(arn, database)?),
    }
}

fn stream_of_arn<'d>(arn: &str, database: &'d Database) -> Result<&'d Stream, StreamError> {
    let not_found = || StreamError::StreamNotFound { arn: arn.to_owned() };
    match stream_parts(arn) {
        Some((table, label)) => database.stream(table, label).ok_or_else(not_found),
        None if arn.starts_with("arn:aws:dynamodb:") => Err(not_found()),
        None => Err(StreamError::NotAnArn { text: arn.to_owned() }),
    }
}

/// The identifier of the shard of a stream.
pub(crate) fn shard_id(stream: &Stream) -> String {
    let hash = hash(stream.id.table.as_str().as_bytes()) >> 32;
    format!("shardId-{:020}-{hash:08x}", stream.id.label.0)
}

/// Checks that a shard is that of a stream.
pub(crate) fn check_shard(shard: &str, stream: &Stream) -> Result<(), StreamError> {
    match shard == shard_id(stream) {
        true => Ok(()),
        false => {
            Err(StreamError::ShardNotFound { shard: shard.to_owned(), arn: stream_arn(&stream.id) })
        }
    }
}

/// The sequence number of a record, by its place in the stream from zero.
///
/// ```
/// use engine::api::request::stream::{number_of, sequence_number};
///
/// assert_eq!(sequence_number(7), "100000000000000000007");
/// assert_eq!(number_of("100000000000000000007"), Some(7));
/// ```
pub fn sequence_number(number: u64) -> String {
    format!("1{number:0SEQUENCE_DIGITS$}")
}

/// The place of the record with a sequence number; `None` if no record can have it.
pub fn number_of(sequence_number: &str) -> Option<u64> {
    let digits = sequence_number.strip_prefix('1')?;
    match digits.len() == SEQUENCE_DIGITS {
        true => digits.parse().ok(),
        false => None,
    }
}

pub(crate) fn view_type_word(view_type: ViewType) -> &'static str {
    match view_type {
        ViewType::KeysOnly => "KEYS_ONLY",
        ViewType::NewImage => "NEW_IMAGE",
        ViewType::OldImage => "OLD_IMAGE",
        ViewType::NewAndOldImages => "NEW_AND_OLD_IMAGES",
    }
}

pub(crate) fn view_type_of(word: &str) -> ViewType {
    match word {
        "NEW_IMAGE" => ViewType::NewImage,
        "OLD_IMAGE" => ViewType::OldImage,
        "NEW_AND_OLD_IMAGES" => ViewType::NewAndOldImages,
        _ => ViewType::KeysOnly,
    }
}

pub(crate) fn stream_status(status: StreamStatus) -> &'static str {
    match status {
        StreamStatus::Enabling => "ENABLING",
        StreamStatus::Enabled => "ENABLED",
        StreamStatus::Disabling => "DISABLING",
        StreamStatus::Disabled { .. } => "DISABLED",
    }
}

/// The iterator that begins with a record, from now on for fifteen minutes.
pub(crate) fn iterator(stream: &Stream, number: u64, database: &Database) -> String {
    let made_at = database.unix_time(database.now());
    let (arn, number) = (stream_arn(&stream.id), sequence_number(number));
    format!("{arn}{SEPARATOR}{number}{SEPARATOR}{}", made_at.0)
}

/// The stream of an iterator, and the record with which it begins.
pub(crate) fn read_iterator<'d>(
    iterator: &str,
    database: &'d Database,
) -> Result<(&'d Stream, u64), StreamError> {
    let parts: Vec<&str> = iterator.split(SEPARATOR).collect();
    let [arn, number, made_at] = parts.as_slice() else { return Err(StreamError::NotAnIterator) };
    let number = number_of(number).ok_or(StreamError::NotAnIterator)?;
    let made_at = made_at.parse().map(UnixTime).map_err(|_| StreamError::NotAnIterator)?;
    let now = database.unix_time(database.now());
    if now.0.saturating_sub(made_at.0) > ITERATOR_LIFETIME_MS {
        return Err(StreamError::IteratorExpired);
    }
    Ok((stream_of_arn(arn, database)?, number))
}
