//! Streams: the records of a stream are the changes that were made while it was enabled.

use engine::api;
use engine::database::Database;
use serde_json::{Value, json};

use crate::simulation::model::ItemChange;
use crate::simulation::probe;
use crate::simulation::schema::Table;

/// Milliseconds after which a record can no longer be read: a day. Source: facts of streams.
const RETENTION_MS: u64 = 24 * 60 * 60 * 1_000;

/// A stream of Things.
#[derive(Debug, Clone)]
pub struct StreamModel {
    arn: String,
    /// How many changes there were when it was enabled: between these two counts.
    from: (usize, usize),
    /// How many changes there were when it was closed: between these two counts.
    to: Option<(usize, usize)>,
    /// Whether the model has all changes that it records.
    is_followed: bool,
}

fn call(database: &Database, operation: &str, request: &Value) -> Value {
    let reply = api::preview(database, operation, &request.to_string()).reply;
    reply.unwrap_or_else(|error| panic!("{operation} {request}: {error}"))
}

/// Records which streams a step enabled or closed. The counts are the number of changes before and after the step.
pub fn observe(database: &Database, streams: &mut Vec<StreamModel>, counts: (usize, usize)) {
    let listed = call(database, "ListStreams", &json!({ "TableName": Table::Things.name() }));
    let arns = listed["Streams"].as_array().into_iter().flatten();
    let arns: Vec<&str> = arns.filter_map(|stream| stream["StreamArn"].as_str()).collect();
    streams.retain(|stream| arns.contains(&stream.arn.as_str()));
    for arn in arns {
        let described = call(database, "DescribeStream", &json!({ "StreamArn": arn }));
        let is_enabled = described["StreamDescription"]["StreamStatus"] == "ENABLED";
        match streams.iter_mut().find(|stream| stream.arn == arn) {
            None if is_enabled => {
                streams.push(StreamModel {
                    arn: arn.to_owned(),
                    from: counts,
                    to: None,
                    is_followed: true,
                });
            }
            Some(stream) if !is_enabled && stream.to.is_none() => stream.to = Some(counts),
            Some(_) | None => {}
        }
    }
}

/// Stops checking all existing streams: items were written without the model.
pub fn give_up(database: &Database, streams: &mut Vec<StreamModel>) {
    let listed = call(database, "ListStreams", &json!({ "TableName": Table::Things.name() }));
    let given_up = |stream: &Value| StreamModel {
        arn: stream["StreamArn"].as_str().unwrap_or_default().to_owned(),
        from: (0, 0),
        to: None,
        is_followed: false,
    };
    *streams = listed["Streams"].as_array().into_iter().flatten().map(given_up).collect();
}

/// Checks the records of a stream against the changes of the table.
pub fn check(
    database: &Database,
    stream: &StreamModel,
    changes: &[ItemChange],
) -> Result<(), String> {
    if !stream.is_followed {
        return Ok(());
    }
    let records = records(database, &stream.arn).into_iter().map(shown);
    let records = in_one_order(records.collect());
    let expected = |from: usize, to: usize| {
        let changes = changes.get(from..to).unwrap_or_default().iter();
        let readable = changes.filter(|change| change.at + RETENTION_MS > probe::now(database));
        in_one_order(readable.map(record).collect())
    };
    let to = stream.to.unwrap_or((changes.len(), changes.len()));
    let mut ranges =
        (stream.from.0..=stream.from.1).flat_map(|from| (to.0..=to.1).map(move |to| (from, to)));
    match ranges.any(|(from, to)| expected(from, to) == records) {
        true => Ok(()),
        false => Err(format!("expected {:?}\n  got {records:?}", expected(stream.from.0, to.1))),
    }
}

/// Records with a fixed order of items that expire one after the other, because the order of items that expire at the
/// same moment is not documented.
fn in_one_order(mut records: Vec<Value>) -> Vec<Value> {
    for run in records.chunk_by_mut(|left, right| left[4] == true && right[4] == true) {
        run.sort_by_key(ToString::to_string);
    }
    records
}

/// The expected record of a change.
fn record(change: &ItemChange) -> Value {
    let name = match (&change.old, &change.new) {
        (None, _) => "INSERT",
        (Some(_), Some(_)) => "MODIFY",
        (Some(_), None) => "REMOVE",
    };
    let item = change.new.as_ref().or(change.old.as_ref()).cloned().unwrap_or_default();
    json!([name, Table::Things.key_of(&item), change.old, change.new, change.is_expiry])
}

/// A record, in the same form.
fn shown(record: Value) -> Value {
    let record = probe::normalized(record);
    let change = &record["dynamodb"];
    let is_expiry = record["userIdentity"]["PrincipalId"] == "dynamodb.amazonaws.com";
    json!([record["eventName"], change["Keys"], change["OldImage"], change["NewImage"], is_expiry])
}

/// The identifiers of the records of the stream of Things that is enabled.
pub fn open_records(database: &Database) -> Vec<String> {
    let listed = call(database, "ListStreams", &json!({ "TableName": Table::Things.name() }));
    let arns = listed["Streams"].as_array().into_iter().flatten();
    let mut arns = arns.filter_map(|stream| stream["StreamArn"].as_str());
    let is_open = |arn: &&str| {
        let described = call(database, "DescribeStream", &json!({ "StreamArn": arn }));
        described["StreamDescription"]["StreamStatus"] == "ENABLED"
    };
    let records = arns.find(is_open).map(|arn| records(database, arn)).unwrap_or_default();
    records.iter().filter_map(|it| Some(it["eventID"].as_str()?.to_owned())).collect()
}

/// All records of a stream, page after page.
fn records(database: &Database, arn: &str) -> Vec<Value> {
    let described = call(database, "DescribeStream", &json!({ "StreamArn": arn }));
    let shard = &described["StreamDescription"]["Shards"][0]["ShardId"];
    let from = json!({ "StreamArn": arn, "ShardId": shard, "ShardIteratorType": "TRIM_HORIZON" });
    let mut iterator = call(database, "GetShardIterator", &from)["ShardIterator"].clone();
    let mut all = Vec::new();
    loop {
        let page = call(database, "GetRecords", &json!({ "ShardIterator": iterator, "Limit": 7 }));
        let records = page["Records"].as_array().cloned().unwrap_or_default();
        if records.is_empty() {
            return all;
        }
        all.extend(records);
        match &page["NextShardIterator"] {
            Value::Null => return all,
            next => iterator = next.clone(),
        }
    }
}
