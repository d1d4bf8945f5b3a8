//! GetRecords: what was done to the items of a table, in order.

use serde_json::{Value, json};

use crate::api::arn::{region, stream_arn};
use crate::api::error::Rejected;
use crate::api::error::stream::StreamError;
use crate::api::limit::{GET_RECORDS_COUNT, SHARD_ITERATOR_LENGTH};
use crate::api::operation::definition::Definition;
use crate::api::operation::prepared::Prepared;
use crate::api::request::fields::Fields;
use crate::api::request::shape::{Member, Shape};
use crate::api::request::stream::{iterator, read_iterator, sequence_number, view_type_word};
use crate::api::value::item_to_json;
use crate::database::Database;
use crate::model::key::hash;
use crate::table::stream::{Author, RecordKind, StreamId, StreamRecord, ViewType};

pub(crate) static DEFINITION: Definition = Definition {
    members: &[
        Member::required(
            "ShardIterator",
            Shape::Text { length: SHARD_ITERATOR_LENGTH, plain: false },
        ),
        Member::optional(
            "Limit",
            Shape::Integer { min: GET_RECORDS_COUNT.0, max: GET_RECORDS_COUNT.1 },
        ),
    ],
    prepare,
};

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    let text = fields.required_text("ShardIterator");
    let (stream, from) = read_iterator(text, database)?;
    let limit = fields.integer("Limit").unwrap_or(GET_RECORDS_COUNT.1);
    let limit = usize::try_from(limit).expect("the limit was checked");
    let page = stream.page(from, limit).ok_or(StreamError::RecordsTrimmed)?;
    let records =
        page.records.iter().map(|record| describe(record, &stream.id, stream.view_type, database));
    let mut reply = json!({ "Records": records.collect::<Value>() });
    if let Some(next) = page.next_number {
        reply["NextShardIterator"] = json!(iterator(stream, next, database));
    }
    Ok(Prepared::answer(reply))
}

/// A record as a reader of the stream gets it.
pub(crate) fn describe(
    record: &StreamRecord,
    stream: &StreamId,
    view_type: ViewType,
    database: &Database,
) -> Value {
    let mut change = json!({
        "ApproximateCreationDateTime": database.unix_time(record.at).seconds(),
        "Keys": item_to_json(&record.key),
        "SequenceNumber": sequence_number(record.number),
        "SizeBytes": record.size().0,
        "StreamViewType": view_type_word(view_type),
    });
    for (member, image) in [("OldImage", &record.old), ("NewImage", &record.new)] {
        if let Some(image) = image {
            change[member] = item_to_json(image);
        }
    }
    let name = match record.kind {
        RecordKind::Insert => "INSERT",
        RecordKind::Modify => "MODIFY",
        RecordKind::Remove => "REMOVE",
    };
    let mut description = json!({
        "eventID": format!("{:032x}", event_id(record, stream)),
        "eventName": name,
        "eventVersion": "1.1",
        "eventSource": "aws:dynamodb",
        "awsRegion": stream.table.region().unwrap_or(region()),
        "dynamodb": change,
    });
    match record.author {
        // Model: whether a replicated delete of an expired item says so is not known. Here it does not.
        Author::Client | Author::Program { .. } | Author::Replica { .. } => {}
        Author::TimeToLive => {
            let identity = json!({ "Type": "Service", "PrincipalId": "dynamodb.amazonaws.com" });
            description["userIdentity"] = identity;
        }
    }
    description
}

/// Model: thirty-two digits that no other record of any stream has, for all that matters. The stream of a sandbox that is opened again
/// has its name and numbers from before, so the time and the item are in them, too.
pub(crate) fn event_id(record: &StreamRecord, stream: &StreamId) -> u128 {
    if let Some(id) = record.id {
        return id;
    }
    let arn = stream_arn(stream);
    let high = hash(arn.as_bytes());
    let item = json!([item_to_json(&record.key), record.new.as_ref().map(|new| item_to_json(new))]);
    let (number, at) = (record.number.to_be_bytes(), record.at.0.to_be_bytes());
    let low = hash(&[arn.as_bytes(), &number, &at, item.to_string().as_bytes()].concat());
    u128::from(high) << 64 | u128::from(low)
}
