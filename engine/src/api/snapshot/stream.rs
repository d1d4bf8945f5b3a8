//! Streams with their records.

use serde_json::{Map, Value, json};

use crate::api::request::stream::{stream_status, view_type_of, view_type_word};
use crate::api::snapshot::error::SnapshotError;
use crate::api::snapshot::part::{Part, text};
use crate::api::value::item_to_json;
use crate::clock::UnixTime;
use crate::json::text::Json;
use crate::model::key::{KeyAttribute, KeySchema, KeyType};
use crate::model::name::{AttributeName, TableName};
use crate::table::stream::{
    Author, RecordKind, Stream, StreamId, StreamRecord, StreamStatus, TableStream, ViewType,
};

/// The names of what records tell.
const KINDS: [(&str, RecordKind); 3] = [
    ("INSERT", RecordKind::Insert),
    ("MODIFY", RecordKind::Modify),
    ("REMOVE", RecordKind::Remove),
];

pub(super) fn write_stream(stream: &Stream) -> Value {
    let mut object = Map::new();
    object.insert("table".into(), stream.id.table.as_str().into());
    object.insert("label".into(), stream.id.label.0.into());
    object.insert("partition_key".into(), write_attributes(&stream.key.partition));
    object.insert("sort_key".into(), write_attributes(&stream.key.sort));
    object.insert("view_type".into(), view_type_word(stream.view_type).into());
    object.insert("status".into(), stream_status(stream.status).into());
    if let StreamStatus::Disabled { since } = stream.status {
        object.insert("since".into(), since.0.into());
    }
    object.insert("next_number".into(), stream.next_number().into());
    object.insert("records".into(), stream.records().map(write_record).collect());
    object.into()
}

pub(super) fn read_stream(part: Part<'_>) -> Result<Stream, SnapshotError> {
    let id = StreamId {
        table: TableName::new(part.text("table")?),
        label: UnixTime(part.number("label")?),
    };
    let key = KeySchema {
        partition: read_attributes(part, "partition_key")?,
        sort: read_attributes(part, "sort_key")?,
    };
    let status = match part.text("status")? {
        "ENABLING" => StreamStatus::Enabling,
        "ENABLED" => StreamStatus::Enabled,
        "DISABLING" => StreamStatus::Disabling,
        "DISABLED" => StreamStatus::Disabled { since: part.moment("since")? },
        _ => return Err(SnapshotError::damaged("status")),
    };
    let next_number = part.number("next_number")?;
    let parts = part.list("records")?;
    let first = u64::try_from(parts.len()).ok().and_then(|count| next_number.checked_sub(count));
    let first = first.ok_or(SnapshotError::damaged("next_number"))?;
    let records = (first..).zip(parts).map(|(number, part)| read_record(part, number));
    let records = records.collect::<Result<_, _>>()?;
    let view_type = read_view_type(part)?;
    Ok(Stream::new(id, key, view_type).with_records(status, records, next_number))
}

/// What a table knows of its stream.
pub(super) fn write_table_stream(stream: &TableStream) -> Value {
    match stream.view_type {
        None => json!({ "label": stream.id.label.0 }),
        Some(view_type) => {
            json!({ "label": stream.id.label.0, "view_type": view_type_word(view_type) })
        }
    }
}

pub(super) fn read_table_stream(
    part: Part<'_>,
    table: &TableName,
) -> Result<TableStream, SnapshotError> {
    let id = StreamId { table: table.clone(), label: UnixTime(part.number("label")?) };
    let view_type = part.optional("view_type", |part, _| read_view_type(part))?;
    Ok(TableStream { id, view_type })
}

fn read_view_type(part: Part<'_>) -> Result<ViewType, SnapshotError> {
    let word = part.text("view_type")?;
    let view_type = view_type_of(word);
    match view_type_word(view_type) == word {
        true => Ok(view_type),
        false => Err(SnapshotError::damaged("view_type")),
    }
}

fn write_record(record: &StreamRecord) -> Value {
    let mut object = Map::new();
    object.insert("at".into(), record.at.0.into());
    let kind = KINDS.iter().find(|(_, kind)| *kind == record.kind);
    object.extend(kind.map(|(word, _)| ("kind".to_owned(), Value::from(*word))));
    match record.author {
        Author::Client => {}
        Author::Program { round } => {
            object.insert("round".into(), round.into());
        }
        Author::TimeToLive => {
            object.insert("expired".into(), true.into());
        }
        Author::Replica { round } => {
            object.insert("replicated".into(), round.into());
        }
    }
    if let Some(id) = record.id {
        object.insert("id".into(), format!("{id:032x}").into());
    }
    object.insert("key".into(), item_to_json(&record.key));
    for (name, image) in [("old", &record.old), ("new", &record.new)] {
        object.extend(image.iter().map(|image| (name.to_owned(), item_to_json(image))));
    }
    object.into()
}

fn read_record(part: Part<'_>, number: u64) -> Result<StreamRecord, SnapshotError> {
    let word = part.text("kind")?;
    let kind = KINDS.iter().find(|(known, _)| *known == word).map(|(_, kind)| *kind);
    Ok(StreamRecord {
        number,
        at: part.moment("at")?,
        kind: kind.ok_or(SnapshotError::damaged("kind"))?,
        author: read_author(part)?,
        id: part.optional("id", read_id)?,
        key: part.item("key")?,
        old: part.optional("old", Part::item)?.map(Into::into),
        new: part.optional("new", Part::item)?.map(Into::into),
    })
}

fn read_id(part: Part<'_>, name: &'static str) -> Result<u128, SnapshotError> {
    u128::from_str_radix(part.text(name)?, 16).map_err(|_| SnapshotError::damaged(name))
}

pub(super) fn read_round(part: Part<'_>, name: &'static str) -> Result<u8, SnapshotError> {
    u8::try_from(part.number(name)?).map_err(|_| SnapshotError::damaged(name))
}

fn read_author(part: Part<'_>) -> Result<Author, SnapshotError> {
    let round = |name| part.optional(name, read_round);
    let expired = part.optional("expired", Part::boolean)?.unwrap_or_default();
    Ok(match (expired, round("replicated")?, round("round")?) {
        (true, ..) => Author::TimeToLive,
        (_, Some(round), _) => Author::Replica { round },
        (.., Some(round)) => Author::Program { round },
        (.., None) => Author::Client,
    })
}

fn write_attributes(attributes: &[KeyAttribute]) -> Value {
    attributes
        .iter()
        .map(|attribute| json!([attribute.name.as_str(), attribute.kind.tag()]))
        .collect()
}

fn read_attributes(part: Part<'_>, name: &'static str) -> Result<Vec<KeyAttribute>, SnapshotError> {
    let attribute = |pair: Vec<Json<'_>>| {
        let [name, kind] = pair.as_slice() else { return None };
        let kind = match text(*kind)? {
            "S" => KeyType::S,
            "N" => KeyType::N,
            "B" => KeyType::B,
            _ => return None,
        };
        Some(KeyAttribute { name: AttributeName::from(text(*name)?), kind })
    };
    let attributes = part.arrays(name)?.into_iter().map(attribute);
    attributes.collect::<Option<_>>().ok_or(SnapshotError::damaged(name))
}
