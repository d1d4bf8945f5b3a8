//! DescribeStream: the state of a stream, and its shard.

use serde_json::json;

use crate::api::arn::stream_arn;
use crate::api::error::Rejected;
use crate::api::limit::DESCRIBE_STREAM_COUNT;
use crate::api::operation::definition::Definition;
use crate::api::operation::prepared::Prepared;
use crate::api::operation::table::description::key_schema;
use crate::api::reply::seconds;
use crate::api::request::fields::Fields;
use crate::api::request::shape::{Member, Shape};
use crate::api::request::stream::{
    SHARD_ID, STREAM_ARN, check_shard, find_stream, sequence_number, shard_id, stream_status,
    view_type_word,
};
use crate::database::Database;
use crate::operation::Operation;
use crate::table::stream::StreamStatus;

static FILTER: [Member; 2] = [
    Member::required("Type", Shape::Word(&["CHILD_SHARDS"])),
    Member::required("ShardId", SHARD_ID),
];

pub(crate) static DEFINITION: Definition = Definition {
    members: &[
        STREAM_ARN,
        Member::optional(
            "Limit",
            Shape::Integer { min: DESCRIBE_STREAM_COUNT.0, max: DESCRIBE_STREAM_COUNT.1 },
        ),
        Member::optional("ExclusiveStartShardId", SHARD_ID),
        Member::optional("ShardFilter", Shape::Structure { name: "ShardFilter", members: &FILTER }),
    ],
    prepare,
};

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    let stream = find_stream(fields, Operation::DescribeStream, database)?;
    // There is one shard, so there is none behind it, and it has no children.
    let mut shards = Vec::new();
    match (fields.text("ExclusiveStartShardId"), fields.fields("ShardFilter")) {
        // Behind a shard that is not known there is none either.
        (Some(_), _) => {}
        (None, Some(filter)) => check_shard(filter.required_text("ShardId"), stream)?,
        (None, None) => {
            let mut range = json!({ "StartingSequenceNumber": sequence_number(0) });
            if let StreamStatus::Disabled { .. } = stream.status {
                let last = stream.next_number().saturating_sub(1);
                range["EndingSequenceNumber"] = json!(sequence_number(last));
            }
            shards.push(json!({ "ShardId": shard_id(stream), "SequenceNumberRange": range }));
        }
    }
    Ok(Prepared::answer(json!({
        "StreamDescription": {
            "StreamArn": stream_arn(&stream.id),
            "StreamLabel": stream.id.label.to_string(),
            "StreamStatus": stream_status(stream.status),
            "StreamViewType": view_type_word(stream.view_type),
            "CreationRequestDateTime": seconds(stream.id.label),
            "TableName": stream.id.table.short(),
            "KeySchema": key_schema(&stream.key),
            "Shards": shards,
        }
    })))
}
