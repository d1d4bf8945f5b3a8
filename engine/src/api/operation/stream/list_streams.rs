//! ListStreams: the streams that can be read, of one table or of all. A table that does not exist has none.

use serde_json::{Value, json};

use crate::api::arn::{stream_arn, stream_parts};
use crate::api::error::Rejected;
use crate::api::error::stream::StreamError;
use crate::api::limit::{LIST_STREAMS_COUNT, STREAM_ARN_LENGTH};
use crate::api::operation::definition::Definition;
use crate::api::operation::prepared::Prepared;
use crate::api::operation::table::members::CONTROL_TABLE_NAME;
use crate::api::request::fields::Fields;
use crate::api::request::members;
use crate::api::request::shape::{Member, Shape};
use crate::database::Database;
use crate::table::stream::Stream;

pub(crate) static DEFINITION: Definition = Definition {
    members: &[
        Member::optional("TableName", CONTROL_TABLE_NAME.shape),
        Member::optional(
            "Limit",
            Shape::Integer { min: LIST_STREAMS_COUNT.0, max: LIST_STREAMS_COUNT.1 },
        ),
        Member::optional(
            "ExclusiveStartStreamArn",
            Shape::Text { length: STREAM_ARN_LENGTH, plain: false },
        ),
    ],
    prepare,
};

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    let table = fields.text("TableName").map(|_| members::table_name(fields));
    let limit = fields.integer("Limit").unwrap_or(LIST_STREAMS_COUNT.1);
    let limit = usize::try_from(limit).expect("the limit was checked");
    let start = fields.text("ExclusiveStartStreamArn").map(start_of).transpose()?;
    // Without a name, those of this Region.
    let of_table = |stream: &&Stream| match table {
        Some(name) => stream.id.table.as_str() == name,
        None => stream.id.table.region().is_none(),
    };
    let is_behind = |stream: &&Stream| {
        let label = stream.id.label.to_string();
        start.is_none_or(|start| (stream.id.table.as_str(), label.as_str()) > start)
    };
    let mut rest = database.streams().filter(of_table).filter(is_behind);
    let page: Vec<&Stream> = rest.by_ref().take(limit).collect();
    let mut reply =
        json!({ "Streams": page.iter().map(|stream| describe(stream)).collect::<Value>() });
    if let (Some(last), Some(_)) = (page.last(), rest.next()) {
        reply["LastEvaluatedStreamArn"] = json!(stream_arn(&last.id));
    }
    Ok(Prepared::answer(reply))
}

fn start_of(arn: &str) -> Result<(&str, &str), StreamError> {
    stream_parts(arn).ok_or_else(|| StreamError::NotAnArn { text: arn.to_owned() })
}

fn describe(stream: &Stream) -> Value {
    json!({
        "StreamArn": stream_arn(&stream.id),
        "StreamLabel": stream.id.label.to_string(),
        "TableName": stream.id.table.short(),
    })
}
