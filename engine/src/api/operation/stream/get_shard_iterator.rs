//! GetShardIterator: where in a shard to begin to read.

use serde_json::json;

use crate::api::error::Rejected;
use crate::api::error::stream::StreamError;
use crate::api::limit::SEQUENCE_NUMBER_LENGTH;
use crate::api::operation::definition::Definition;
use crate::api::operation::prepared::Prepared;
use crate::api::request::fields::Fields;
use crate::api::request::shape::{Member, Shape};
use crate::api::request::stream::{
    SHARD_ID, STREAM_ARN, check_shard, find_stream, iterator, number_of,
};
use crate::database::Database;
use crate::operation::Operation;
use crate::table::stream::Stream;

pub(crate) static DEFINITION: Definition = Definition {
    members: &[
        STREAM_ARN,
        Member::required("ShardId", SHARD_ID),
        Member::required(
            "ShardIteratorType",
            Shape::Word(&["AFTER_SEQUENCE_NUMBER", "LATEST", "AT_SEQUENCE_NUMBER", "TRIM_HORIZON"]),
        ),
        Member::optional(
            "SequenceNumber",
            Shape::Text { length: SEQUENCE_NUMBER_LENGTH, plain: false },
        ),
    ],
    prepare,
};

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    let kind = fields.required_text("ShardIteratorType");
    let stream = find_stream(fields, Operation::GetShardIterator, database)?;
    check_shard(fields.required_text("ShardId"), stream)?;
    let number = match (kind, fields.text("SequenceNumber")) {
        ("TRIM_HORIZON", None) => stream.first_number(),
        ("LATEST", None) => stream.next_number(),
        ("TRIM_HORIZON" | "LATEST", Some(_)) => {
            return Err(StreamError::SurplusSequenceNumber { kind: kind.to_owned() }.into());
        }
        (_, None) => return Err(StreamError::NoSequenceNumber { kind: kind.to_owned() }.into()),
        ("AT_SEQUENCE_NUMBER", Some(number)) => known(number, fields, stream)?,
        (_, Some(number)) => known(number, fields, stream)? + 1,
    };
    if number < stream.first_number() {
        return Err(StreamError::RecordsTrimmed.into());
    }
    let iterator = iterator(stream, number, database);
    Ok(Prepared::answer(json!({ "ShardIterator": iterator })))
}

/// The record of a sequence number, which must have been made.
fn known(sequence_number: &str, fields: Fields<'_>, stream: &Stream) -> Result<u64, StreamError> {
    let made = number_of(sequence_number).filter(|number| *number < stream.next_number().max(1));
    made.ok_or_else(|| StreamError::UnknownSequenceNumber {
        number: sequence_number.to_owned(),
        shard: fields.required_text("ShardId").to_owned(),
    })
}
