//! What travels between Regions.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::api::snapshot::error::SnapshotError;
use crate::api::snapshot::part::{Part, read_position, text};
use crate::api::snapshot::stream::read_round;
use crate::api::value::item_to_json;
use crate::database::Database;
use crate::database::replicated::{ReplicatedWrite, Replication};
use crate::json::text::JsonText;
use crate::model::base64;
use crate::model::bytes::Bytes;
use crate::model::item::Image;
use crate::model::name::TableName;
use crate::table::Table;

/// Everything but the writes that are scheduled; none if there was never a replica.
pub(super) fn write_replication(database: &Database) -> Option<Value> {
    let Replication { count, latest, cut_off, waiting, .. } = database.replication();
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

/// The writes that wait for Regions that are cut off, and the order of all writes, as JSON; none if no write waits.
pub fn waiting_writes(database: &Database) -> Option<Value> {
    let waits = database.waiting_writes().next().is_some();
    waits.then(|| write_replication(database)).flatten()
}

/// Puts the writes of [`waiting_writes`] into a database with the same tables. Fails if they are not whole.
pub fn put_waiting_writes(database: &mut Database, json: &Value) -> Result<(), SnapshotError> {
    let text = json.to_string();
    let json = JsonText::parse(&text).map_err(|_| SnapshotError::damaged("replication"))?;
    let part = Part::new(json.root()).ok_or(SnapshotError::damaged("replication"))?;
    let replication = read_replication(part, |name| database.table(name))?;
    database.set_replication(replication);
    Ok(())
}

/// Reads what [`write_replication`] wrote, of tables that are found.
pub(super) fn read_replication<'t>(
    part: Part<'_>,
    table: impl Fn(&str) -> Option<&'t Table>,
) -> Result<Replication, SnapshotError> {
    let find = |part: Part<'_>| table(part.text("table")?).ok_or(SnapshotError::damaged("table"));
    let mut latest: BTreeMap<TableName, BTreeMap<_, _>> = BTreeMap::new();
    for row in part.list("latest")? {
        let rows = latest.entry(find(row)?.schema.name.clone()).or_default();
        rows.insert(read_position(row, "at")?, row.number("order")?);
    }
    let region = |json: crate::json::text::Json<'_>| text(json).map(str::to_owned);
    let waiting = part.list("waiting")?.into_iter();
    Ok(Replication {
        count: part.number("count")?,
        memory: Bytes::ZERO,
        under_way: BTreeMap::new(),
        latest,
        cut_off: part.elements("cut_off")?.into_iter().map(region).collect(),
        waiting: waiting
            .map(|row| {
                let table = find(row)?;
                Ok((table.schema.name.clone(), read_replicated(row, table)?))
            })
            .collect::<Result<_, _>>()?,
    })
}

/// A write and the replica at which it will arrive.
pub(super) fn write_replicated(table: &TableName, write: &ReplicatedWrite) -> Value {
    json!({
        "table": table.as_str(), "from": write.from.as_str(), "key": item_to_json(&write.key),
        "image": write.image.as_ref().map(|image| item_to_json(image)),
        "order": write.order, "written_at": write.written_at.0, "round": write.round,
    })
}

/// Reads a write that arrives at a table.
pub(super) fn read_replicated(
    part: Part<'_>,
    table: &Table,
) -> Result<ReplicatedWrite, SnapshotError> {
    let key = part.item("key")?;
    let schema = &table.schema.key;
    schema.check_key(&key).map_err(|_| SnapshotError::damaged("key"))?;
    let image: Option<Image> = part.optional("image", Part::item)?.map(Into::into);
    if image.as_ref().is_some_and(|image| schema.key_of(image) != key) {
        return Err(SnapshotError::damaged("image"));
    }
    Ok(ReplicatedWrite {
        from: TableName::new(part.text("from")?),
        key,
        image,
        written_at: part.moment("written_at")?,
        order: part.number("order")?,
        round: read_round(part, "round")?,
    })
}
