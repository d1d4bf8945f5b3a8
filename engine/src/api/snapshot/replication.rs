//! What travels between Regions.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::api::snapshot::error::SnapshotError;
use crate::api::snapshot::part::{Part, read_position, text};
use crate::api::value::item_to_json;
use crate::database::Database;
use crate::database::parts::Parts;
use crate::database::replicated::{ReplicatedWrite, Replication};
use crate::model::base64;
use crate::model::name::TableName;

/// Everything but the writes that are scheduled; none if there was never a replica.
pub(super) fn write_replication(database: &Database) -> Option<Value> {
    let Replication { count, latest, cut_off, waiting } = database.replication();
    if *count == 0 && cut_off.is_empty() {
        return None;
    }
    let row = |table: &TableName, position: Vec<u8>, order: u64| json!({ "table": table.as_str(), "at": base64::encode(&position), "order": order });
    let latest = latest.iter().flat_map(|(table, rows)| {
        rows.iter().map(move |(position, order)| row(table, position.to_bytes(), *order))
    });
    let waiting = waiting.iter().map(|(table, write)| write_replicated(table, write));
    Some(json!({
        "count": count, "latest": latest.collect::<Value>(), "cut_off": cut_off,
        "waiting": waiting.collect::<Value>(),
    }))
}

/// Reads what [`write_replication`] wrote. The replicas must be among the parts that were read.
pub(super) fn read_replication(
    part: Part<'_>,
    parts: &Parts,
) -> Result<Replication, SnapshotError> {
    let find = |part: Part<'_>| {
        let name = part.text("table")?;
        let table = parts.tables.iter().find(|table| table.schema.name.as_str() == name);
        table.map(|table| table.schema.name.clone()).ok_or(SnapshotError::damaged("table"))
    };
    let mut latest: BTreeMap<TableName, BTreeMap<_, _>> = BTreeMap::new();
    for row in part.list("latest")? {
        let rows = latest.entry(find(row)?).or_default();
        rows.insert(read_position(row, "at")?, row.number("order")?);
    }
    let region = |json: crate::json::text::Json<'_>| text(json).map(str::to_owned);
    let waiting = part.list("waiting")?.into_iter();
    Ok(Replication {
        count: part.number("count")?,
        latest,
        cut_off: part.elements("cut_off")?.into_iter().map(region).collect(),
        waiting: waiting
            .map(|row| Ok((find(row)?, read_replicated(row)?)))
            .collect::<Result<_, _>>()?,
    })
}

/// A write and the replica at which it will arrive.
pub(super) fn write_replicated(table: &TableName, write: &ReplicatedWrite) -> Value {
    json!({
        "table": table.as_str(), "from": write.from.as_str(), "key": item_to_json(&write.key),
        "image": write.image.as_ref().map(|image| item_to_json(image)),
        "order": write.order, "written_at": write.written_at.0,
    })
}

pub(super) fn read_replicated(part: Part<'_>) -> Result<ReplicatedWrite, SnapshotError> {
    Ok(ReplicatedWrite {
        from: TableName::new(part.text("from")?),
        key: part.item("key")?,
        image: part.optional("image", Part::item)?.map(Into::into),
        written_at: part.moment("written_at")?,
        order: part.number("order")?,
    })
}
