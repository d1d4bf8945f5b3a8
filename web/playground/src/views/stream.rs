//! Makes the view of a stream. Its records are read as an SDK reads them: DescribeStream, GetShardIterator, GetRecords.

use std::ops::Range;

use engine::api::limit::GET_RECORDS_COUNT;
use engine::api::preview;
use engine::api::request::stream::{number_of, sequence_number};
use engine::clock::Timestamp;
use engine::database::Database;
use engine::operation::Operation;
use engine::table::Table;
use engine::table::stream::{Stream, StreamRecord};
use serde_json::{Map, Value, json};

use crate::code::write::json::dynamodb_json;
use crate::form::change::read;
use crate::view::stream::{
    IteratorType, ReaderView, RecordEvent, RecordView, StreamShown, StreamView,
};
use crate::view::value::Text;

/// The latest stream of a table; `None` if it never had one, or if its records cannot be read any more.
pub(crate) fn stream_view(
    database: &Database,
    table: &Table,
    shown: &StreamShown,
) -> Option<StreamView> {
    let id = &table.stream.as_ref()?.id;
    let stream = database.stream(id.table.as_str(), &id.label.to_string())?;
    let reader = Reader::new(database, stream)?;
    let (first, next) = (stream.first_number(), stream.next_number());
    let oldest_shown = next.saturating_sub(shown.count as u64).max(first);
    let at = shown.at.clone().or_else(|| (next > first).then(|| sequence_number(next - 1).into()));
    let at = at.filter(|_| shown.iterator.names_record());
    let begin = reader.begin(shown.iterator, at.as_deref());
    let from = begin.as_deref().and_then(|iterator| reader.first_of(iterator));
    let from = from.unwrap_or(next);
    let page = usize::try_from(GET_RECORDS_COUNT.1).ok().and_then(|limit| stream.page(from, limit));
    let page = page.map_or(Vec::new(), |it| it.records);
    let read = from..from + page.len() as u64;
    let mut records: Vec<RecordView> = reader.records(oldest_shown, next, &read);
    records.reverse();
    let number = |record: &StreamRecord| Text::from(sequence_number(record.number));
    let range = page.first().zip(page.last()).map(|(first, last)| (number(first), number(last)));
    Some(StreamView {
        status: reader.text("StreamStatus"),
        view_type: reader.text("StreamViewType"),
        shard: reader.shard.as_str().into(),
        readable: next - first,
        made: next,
        records,
        reader: ReaderView { iterator: shown.iterator, at, count: page.len() as u64, range },
    })
}

/// A reader of a stream.
struct Reader<'d> {
    database: &'d Database,
    description: Value,
    shard: String,
}

impl<'d> Reader<'d> {
    fn new(database: &'d Database, stream: &Stream) -> Option<Self> {
        let list = json!({ "TableName": stream.id.table.as_str() });
        let streams = answer(database, Operation::ListStreams, &list)?;
        let label = stream.id.label.to_string();
        let mut streams = streams["Streams"].as_array()?.iter();
        let listed = streams.find(|listed| listed["StreamLabel"] == json!(label))?;
        let describe = json!({ "StreamArn": listed["StreamArn"] });
        let mut reply = answer(database, Operation::DescribeStream, &describe)?;
        let description = reply["StreamDescription"].take();
        let shard = description["Shards"][0]["ShardId"].as_str()?.to_owned();
        Some(Self { database, description, shard })
    }

    /// A text of the description.
    fn text(&self, member: &str) -> Text {
        self.description[member].as_str().unwrap_or_default().into()
    }

    /// An iterator.
    fn begin(&self, iterator: IteratorType, at: Option<&str>) -> Option<String> {
        let mut request = json!({
            "StreamArn": self.description["StreamArn"],
            "ShardId": self.shard,
            "ShardIteratorType": iterator.word(),
        });
        if let Some(at) = at {
            request["SequenceNumber"] = json!(at);
        }
        let reply = answer(self.database, Operation::GetShardIterator, &request)?;
        Some(reply["ShardIterator"].as_str()?.to_owned())
    }

    /// The number of the first record that a reader gets with an iterator; `None` if there is none yet.
    fn first_of(&self, iterator: &str) -> Option<u64> {
        let request = json!({ "ShardIterator": iterator, "Limit": 1 });
        let reply = answer(self.database, Operation::GetRecords, &request)?;
        number_of(reply["Records"][0]["dynamodb"]["SequenceNumber"].as_str()?)
    }

    /// The records from a number up to another. Those that a reader gets are marked.
    fn records(&self, from: u64, next: u64, read: &Range<u64>) -> Vec<RecordView> {
        let mut records = Vec::new();
        let at = sequence_number(from);
        let mut iterator = match from < next {
            true => self.begin(IteratorType::AtSequenceNumber, Some(&at)),
            false => None,
        };
        while let Some(current) = iterator.filter(|_| (records.len() as u64) < next - from) {
            let request = json!({ "ShardIterator": current });
            let Some(reply) = answer(self.database, Operation::GetRecords, &request) else { break };
            for record in reply["Records"].as_array().into_iter().flatten() {
                records.push(self.record(record, read));
            }
            iterator = reply["NextShardIterator"].as_str().map(str::to_owned);
        }
        records
    }

    fn record(&self, record: &Value, read: &Range<u64>) -> RecordView {
        let change = &record["dynamodb"];
        let sequence = change["SequenceNumber"].as_str().unwrap_or_default();
        let image = |member: &str| change.get(member).map(written);
        let epoch_ms = self.database.unix_time(Timestamp::default()).0;
        let seconds = change["ApproximateCreationDateTime"].as_u64().unwrap_or_default();
        RecordView {
            event: match record["eventName"].as_str() {
                Some("INSERT") => RecordEvent::Insert,
                Some("REMOVE") => RecordEvent::Remove,
                Some(_) | None => RecordEvent::Modify,
            },
            is_expiry: record.get("userIdentity").is_some(),
            key: change["Keys"].as_object().map(key).unwrap_or_default(),
            sequence_number: sequence.into(),
            at_ms: (seconds * 1_000).saturating_sub(epoch_ms),
            size: change["SizeBytes"].as_u64().unwrap_or_default(),
            old: image("OldImage"),
            new: image("NewImage"),
            is_read: number_of(sequence).is_some_and(|number| read.contains(&number)),
        }
    }
}

/// What an operation answers. Nothing changes.
fn answer(database: &Database, operation: Operation, request: &Value) -> Option<Value> {
    preview(database, operation.name(), &request.to_string()).reply.ok()
}

/// An image on as many lines as it needs.
fn written(image: &Value) -> Text {
    let text = image.to_string();
    read(&text).map_or(text.clone(), |image| dynamodb_json(&image)).trim_end().into()
}

/// The values of a key.
fn key(attributes: &Map<String, Value>) -> Vec<Text> {
    let values = attributes.values().filter_map(Value::as_object);
    values.filter_map(|value| value.values().next()?.as_str().map(Text::from)).collect()
}
