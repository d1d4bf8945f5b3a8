//! Programs, and how far they are.

use serde_json::{Value, json};

use crate::api::program;
use crate::api::snapshot::error::SnapshotError;
use crate::api::snapshot::part::{Part, number};
use crate::clock::UnixTime;
use crate::database::program::Attached;
use crate::model::name::TableName;
use crate::table::stream::StreamId;

pub(super) fn write_program(attached: &Attached) -> Value {
    let mut object = json!({
        "definition": attached.definition(), "failures": attached.failures,
        "is_stopped": attached.is_stopped, "waiting": attached.waiting, "ends": attached.ends,
    });
    if let Some(StreamId { table, label }) = &attached.stream {
        object["stream"] = json!({ "table": table.as_str(), "label": label.0 });
    }
    object
}

pub(super) fn read_program(part: Part<'_>) -> Result<Attached, SnapshotError> {
    let program = program::read(part.text("definition")?);
    let program = program.map_err(|_| SnapshotError::damaged("definition"))?;
    let numbers = |name| {
        let numbers = part.elements(name)?.into_iter().map(number).collect::<Option<Vec<u64>>>();
        numbers.ok_or(SnapshotError::damaged(name))
    };
    let stream = part.optional("stream", Part::part)?.map(|stream| {
        let (table, label) = (stream.text("table")?, stream.number("label")?);
        Ok(StreamId { table: TableName::new(table), label: UnixTime(label) })
    });
    let waiting = numbers("waiting")?;
    if !waiting.is_sorted_by(|before, after| before < after) {
        return Err(SnapshotError::damaged("waiting"));
    }
    Ok(Attached {
        is_stopped: part.boolean("is_stopped")?,
        stream: stream.transpose()?,
        waiting: waiting.into(),
        ends: numbers("ends")?,
        failures: part.number("failures")?,
        ..Attached::new(program)
    })
}
