//! What is under way: tasks with the moments at which they are due.

use serde_json::{Map, Value, json};

use crate::api::snapshot::error::SnapshotError;
use crate::api::snapshot::part::{Part, read_position};
use crate::api::snapshot::replication::{read_replicated, write_replicated};
use crate::api::snapshot::settings::{read_settings, write_settings};
use crate::api::value::item_to_json;
use crate::capacity::units::CapacityUnits;
use crate::clock::{Timestamp, UnixTime};
use crate::database::Task;
use crate::database::parts::Parts;
use crate::model::base64;
use crate::model::item::Image;
use crate::model::name::{IndexName, TableName};
use crate::model::partition_id::PartitionId;
use crate::table::Table;
use crate::table::index::{IndexChange, IndexEntry};
use crate::table::schema::IndexSchema;
use crate::table::stream::StreamId;

pub(super) fn write_task((due, task): (Timestamp, &Task)) -> Value {
    let mut object = match write_content(task) {
        Value::Object(object) => object,
        _ => Map::new(),
    };
    object.insert("due".into(), due.0.into());
    object.into()
}

fn write_content(task: &Task) -> Value {
    match task {
        Task::Propagate { table, index, change, units, written_at } => json!({
            "task": "Propagate", "table": table.as_str(), "index": index.as_str(),
            "change": write_change(change), "halves": units.halves(), "written_at": written_at.0,
        }),
        Task::Drain { table, index, partition } => json!({
            "task": "Drain", "table": table.as_str(), "index": index.as_str(),
            "partition": partition.0,
        }),
        Task::ActivateTable { table } => {
            json!({ "task": "ActivateTable", "table": table.as_str() })
        }
        Task::DropTable { table } => json!({ "task": "DropTable", "table": table.as_str() }),
        Task::ApplySettings { table, settings } => json!({
            "task": "ApplySettings", "table": table.as_str(), "settings": write_settings(settings),
        }),
        Task::Scale { table } => json!({ "task": "Scale", "table": table.as_str() }),
        Task::StartBackfill { table, index } => json!({
            "task": "StartBackfill", "table": table.as_str(), "index": index.as_str(),
        }),
        Task::Backfill { table, index, start } => {
            let start = start.as_ref().map(|start| base64::encode(&start.to_bytes()));
            json!({
                "task": "Backfill", "table": table.as_str(), "index": index.as_str(),
                "start": start,
            })
        }
        Task::DropIndex { table, index } => json!({
            "task": "DropIndex", "table": table.as_str(), "index": index.as_str(),
        }),
        Task::ApplyTimeToLive { table } => {
            json!({ "task": "ApplyTimeToLive", "table": table.as_str() })
        }
        Task::Expire { table } => json!({ "task": "Expire", "table": table.as_str() }),
        Task::TrimStream { stream } => json!({
            "task": "TrimStream", "table": stream.table.as_str(), "label": stream.label.0,
        }),
        Task::Invoke { program } => json!({ "task": "Invoke", "program": program }),
        Task::Replicate { table, write } => {
            let mut object = write_replicated(table, write);
            object["task"] = "Replicate".into();
            object
        }
        Task::Confirm { table, position, order } => json!({
            "task": "Confirm", "table": table.as_str(), "order": order,
            "at": base64::encode(&position.to_bytes()),
        }),
        Task::ForgetToken { token } => json!({ "task": "ForgetToken", "token": token }),
    }
}

/// A task and when it is due. What it is about must be among the parts that were read.
pub(super) fn read_task(part: Part<'_>, parts: &Parts) -> Result<(Timestamp, Task), SnapshotError> {
    let due = part.moment("due")?;
    Ok((due, read_content(part, parts, due)?))
}

fn read_content(part: Part<'_>, parts: &Parts, due: Timestamp) -> Result<Task, SnapshotError> {
    let name = part.text("task")?;
    match name {
        "TrimStream" => {
            let (table, label) = (part.text("table")?, part.number("label")?);
            let stream = StreamId { table: TableName::new(table), label: UnixTime(label) };
            return Ok(Task::TrimStream { stream });
        }
        "Invoke" => {
            let program = part.text("program")?.to_owned();
            let is_known = parts.programs.iter().any(|known| known.program.name == program);
            let known = is_known.then_some(Task::Invoke { program });
            return known.ok_or(SnapshotError::damaged("program"));
        }
        "ForgetToken" => return Ok(Task::ForgetToken { token: part.text("token")?.to_owned() }),
        _ => {}
    }
    let of_table = part.text("table")?;
    let found = parts.tables.iter().find(|table| table.schema.name.as_str() == of_table);
    let found = found.ok_or(SnapshotError::damaged("table"))?;
    let table = found.schema.name.clone();
    match name {
        "ActivateTable" => return Ok(Task::ActivateTable { table }),
        "DropTable" => return Ok(Task::DropTable { table }),
        "ApplyTimeToLive" => return Ok(Task::ApplyTimeToLive { table }),
        "Scale" => return Ok(Task::Scale { table }),
        "Replicate" => return Ok(Task::Replicate { table, write: read_replicated(part, found)? }),
        "Confirm" => {
            let (position, order) = (read_position(part, "at")?, part.number("order")?);
            return Ok(Task::Confirm { table, position, order });
        }
        "Expire" => return Ok(Task::Expire { table }),
        "ApplySettings" => {
            let settings = read_settings(part.part("settings")?, &table)?;
            let indexes = &settings.indexes;
            return match indexes.iter().all(|(index, _)| found.index(index.as_str()).is_some()) {
                true => Ok(Task::ApplySettings { table, settings }),
                false => Err(SnapshotError::damaged("settings")),
            };
        }
        _ => {}
    }
    let schema = found.index(part.text("index")?).map(|index| index.schema.clone());
    let schema = schema.ok_or(SnapshotError::damaged("index"))?;
    let index: IndexName = schema.name.clone();
    match name {
        "StartBackfill" => Ok(Task::StartBackfill { table, index }),
        "DropIndex" => Ok(Task::DropIndex { table, index }),
        "Drain" => {
            let partition = part.optional("partition", read_partition_id)?.unwrap_or_default();
            Ok(Task::Drain { table, index, partition })
        }
        "Backfill" => {
            let start = part.optional("start", read_position)?;
            Ok(Task::Backfill { table, index, start })
        }
        "Propagate" => {
            let change = read_change(part.part("change")?, found, &schema)?;
            let units = CapacityUnits::from_halves(part.number("halves")?);
            // Earlier versions did not save it.
            let written_at = part.optional("written_at", Part::moment)?.unwrap_or(due);
            Ok(Task::Propagate { table, index, change, units, written_at })
        }
        _ => Err(SnapshotError::damaged("task")),
    }
}

pub(super) fn read_partition_id(
    part: Part<'_>,
    name: &'static str,
) -> Result<PartitionId, SnapshotError> {
    let number = usize::try_from(part.number(name)?);
    number.map(PartitionId).map_err(|_| SnapshotError::damaged(name))
}

pub(super) fn write_change(change: &IndexChange) -> Value {
    let item = |entry: &IndexEntry| item_to_json(&entry.image);
    match change {
        IndexChange::Put(entry) => json!({ "put": item(entry) }),
        IndexChange::Replace(entry) => json!({ "replace": item(entry) }),
        IndexChange::Delete(entry) => json!({ "delete": item(entry) }),
        IndexChange::Move { from, to } => json!({ "delete": item(from), "put": item(to) }),
    }
}

pub(super) fn read_change(
    part: Part<'_>,
    table: &Table,
    index: &IndexSchema,
) -> Result<IndexChange, SnapshotError> {
    let entry = |part: Part<'_>, name| {
        let image = Image::new(part.item(name)?);
        let position = table.schema.key.position_of(&image);
        let entry = position.and_then(|position| index.entry(&image, &position));
        entry.ok_or(SnapshotError::damaged(name))
    };
    let put = part.optional("put", entry)?;
    let replace = part.optional("replace", entry)?;
    let delete = part.optional("delete", entry)?;
    match (put, replace, delete) {
        (Some(put), None, None) => Ok(IndexChange::Put(put)),
        (None, Some(replace), None) => Ok(IndexChange::Replace(replace)),
        (None, None, Some(delete)) => Ok(IndexChange::Delete(delete)),
        (Some(to), None, Some(from)) => Ok(IndexChange::Move { from, to }),
        _ => Err(SnapshotError::damaged("change")),
    }
}
