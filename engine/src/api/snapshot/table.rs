//! Tables: what `CreateTable` says of them, their items, and their state.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::api::limit::RECOVERY_DAYS;
use crate::api::request::tags::take_tags;
use crate::api::snapshot::definition::{create_table_request, definition_billing};
use crate::api::snapshot::error::SnapshotError;
use crate::api::snapshot::part::{Part, number, text, write_moment, write_optional_moment};
use crate::api::snapshot::settings::{
    read_history, read_throughput, write_history, write_throughput,
};
use crate::api::snapshot::stream::{read_table_stream, write_table_stream};
use crate::api::snapshot::throughput::{write_meters, write_scaling};
use crate::api::value::item_to_json;
use crate::clock::{Timestamp, UnixTime};
use crate::database::Database;
use crate::json::text::Json;
use crate::model::base64;
use crate::model::item::{Image, Item};
use crate::model::key::Position;
use crate::model::name::AttributeName;
use crate::receipt::Store;
use crate::table::Table;
use crate::table::index::Index;
use crate::table::recovery::Recovery;
use crate::table::schema::{Billing, StrongRegions, TableSchema, WarmThroughput};
use crate::table::status::{IndexStatus, TableStatus};
use crate::table::storage::{Storage, Stored};
use crate::table::time_to_live::{TimeToLive, TimeToLiveStatus};

/// A table as it is at a moment.
pub(super) fn write_table(table: &Table, database: &Database) -> Value {
    let mut object = create_table_request(table);
    let items: Vec<Value> =
        table.items.iter().map(|(_, stored)| item_to_json(&stored.image)).collect();
    if !items.is_empty() {
        object.insert("Items".into(), items.into());
    }
    let state = write_state(table, database);
    if !state.is_empty() {
        object.insert("state".into(), state.into());
    }
    object.into()
}

/// A table and its indexes, as they were at a moment.
pub(super) fn read_table(
    part: Part<'_>,
    schema: TableSchema,
    now: UnixTime,
) -> Result<Table, SnapshotError> {
    let state = part.optional("state", Part::part)?;
    let created_at = state.map(|state| state.optional("created_at", Part::moment)).transpose()?;
    let mut table = Table::new(Arc::new(schema), created_at.flatten().unwrap_or_default());
    table.status = TableStatus::Active;
    table.tags = take_tags(part.fields());
    for item in part.items("Items")? {
        let position =
            table.schema.key.position_of(&item).ok_or(SnapshotError::damaged("Items"))?;
        let size = item.size();
        table.items.put(position, Stored { image: Image::new(item), size });
    }
    for ordinal in 0..table.indexes.len() {
        table.indexes[ordinal].entries = current_entries(&table, &table.indexes[ordinal]);
    }
    if let Some(state) = state {
        read_state(state, &mut table, now)?;
    }
    Ok(table)
}

fn write_state(table: &Table, database: &Database) -> Map<String, Value> {
    let now = database.unix_time(database.now());
    let mut state = Map::new();
    let status = match table.status {
        TableStatus::Creating => Some("CREATING"),
        TableStatus::Active => None,
        TableStatus::Updating => Some("UPDATING"),
        TableStatus::Deleting => Some("DELETING"),
    };
    state.extend(status.map(|status| ("status".to_owned(), Value::from(status))));
    write_moment(&mut state, "created_at", table.created_at);
    let since = table.by_request_since.filter(|since| {
        *since != table.created_at || table.schema.billing != Billing::PayPerRequest
    });
    write_optional_moment(&mut state, "by_request_since", since);
    if let (Billing::PayPerRequest, Billing::Provisioned(throughput)) =
        (definition_billing(&table.schema), table.schema.billing)
    {
        state.insert("ProvisionedThroughput".into(), write_throughput(throughput));
    }
    if is_rising(table.schema.warm_throughput) {
        state.insert("is_warming".into(), true.into());
    }
    if let Some(stream) = &table.stream {
        state.insert("stream".into(), write_table_stream(stream));
    }
    if let Some(StrongRegions { witness }) = &table.strong {
        state.insert("strong".into(), json!({ "witness": witness }));
    }
    if let Some(time_to_live) = write_time_to_live(table, now) {
        state.insert("time_to_live".into(), time_to_live);
    }
    if let Some(recovery) = table.recovery {
        let recovery = json!({ "since": recovery.since.0, "period_days": recovery.period_days });
        state.insert("recovery".into(), recovery);
    }
    if let Some(history) = write_history(&table.throughput_history) {
        state.insert("throughput_history".into(), history);
    }
    if !table.class_changes.is_empty() {
        let changes = table.class_changes.iter().map(|change| Value::from(change.0));
        state.insert("class_changes".into(), changes.collect());
    }
    let limits = database.table_throughput(&table.schema.name);
    let scaling =
        |store: &Store| limits.and_then(|limits| write_scaling(&limits.store(store)?.scaling));
    if let Some(scaling) = scaling(&Store::Table) {
        state.insert("scaling".into(), scaling);
    }
    if let Some(meters) = limits.and_then(|limits| write_meters(table, limits, database.now())) {
        state.insert("meters".into(), meters);
    }
    let indexes: Vec<Value> = table
        .indexes
        .iter()
        .filter_map(|index| write_index(index, table, scaling(&index.store())))
        .collect();
    if !indexes.is_empty() {
        state.insert("indexes".into(), indexes.into());
    }
    state
}

fn read_state(state: Part<'_>, table: &mut Table, now: UnixTime) -> Result<(), SnapshotError> {
    table.status = match state.optional("status", Part::text)? {
        None => TableStatus::Active,
        Some("CREATING") => TableStatus::Creating,
        Some("UPDATING") => TableStatus::Updating,
        Some("DELETING") => TableStatus::Deleting,
        Some(_) => return Err(SnapshotError::damaged("status")),
    };
    if let Some(throughput) =
        state.optional("ProvisionedThroughput", |part, _| read_throughput(part))?
    {
        Arc::make_mut(&mut table.schema).billing = Billing::Provisioned(throughput);
        table.by_request_since = None;
    }
    if let Some(since) = state.optional("by_request_since", Part::moment)? {
        table.by_request_since = Some(since);
    }
    if state.optional("is_warming", Part::boolean)?.unwrap_or_default() {
        set_rising(&mut Arc::make_mut(&mut table.schema).warm_throughput);
    }
    if let Some(stream) = state.optional("stream", Part::part)? {
        table.stream = Some(read_table_stream(stream, &table.schema.name)?);
    }
    if let Some(part) = state.optional("strong", Part::part)? {
        let witness = part.optional("witness", Part::text)?;
        table.strong = Some(StrongRegions { witness: witness.map(str::to_owned) });
    }
    if let Some(part) = state.optional("time_to_live", Part::part)? {
        table.time_to_live = read_time_to_live(part, table, now)?;
    }
    if let Some(part) = state.optional("recovery", Part::part)? {
        let (since, period_days) = (part.moment("since")?, part.number("period_days")?);
        if period_days > RECOVERY_DAYS.1 {
            return Err(SnapshotError::damaged("period_days"));
        }
        table.recovery = Some(Recovery { since, period_days });
    }
    table.throughput_history = read_history(state)?;
    let changes = state.elements("class_changes")?.into_iter().map(number);
    let changes: Option<Vec<u64>> = changes.collect();
    let changes = changes.ok_or(SnapshotError::damaged("class_changes"))?;
    table.class_changes = changes.into_iter().map(Timestamp).collect();
    for part in state.list("indexes")? {
        read_index(part, table)?;
    }
    Ok(())
}

fn is_rising(warm: Option<WarmThroughput>) -> bool {
    warm.is_some_and(|warm| warm.is_rising)
}

fn set_rising(warm: &mut Option<WarmThroughput>) {
    if let Some(warm) = warm {
        warm.is_rising = true;
    }
}

fn write_time_to_live(table: &Table, now: UnixTime) -> Option<Value> {
    let mut object = Map::new();
    let TimeToLive { status, changed_at, .. } = &table.time_to_live;
    write_optional_moment(&mut object, "changed_at", *changed_at);
    let word = match status {
        TimeToLiveStatus::Disabled => None,
        TimeToLiveStatus::Enabling(_) => Some("ENABLING"),
        TimeToLiveStatus::Enabled(_) => Some("ENABLED"),
        TimeToLiveStatus::Disabling(_) => Some("DISABLING"),
    };
    if let (Some(word), Some(attribute)) = (word, status.attribute()) {
        object.insert("status".into(), word.into());
        object.insert("attribute".into(), attribute.as_str().into());
    }
    let expiring = table.time_to_live.expiring();
    if *expiring != table.expected_expiring(status, now) {
        object.insert("expiring".into(), expiring.iter().map(write_expiry).collect());
    }
    (!object.is_empty()).then_some(object.into())
}

fn write_expiry((seconds, position): &(u64, Position)) -> Value {
    json!([seconds, base64::encode(&position.to_bytes())])
}

fn read_time_to_live(
    part: Part<'_>,
    table: &Table,
    now: UnixTime,
) -> Result<TimeToLive, SnapshotError> {
    let attribute = || part.text("attribute").map(AttributeName::from);
    let status = match part.optional("status", Part::text)? {
        None => TimeToLiveStatus::Disabled,
        Some("ENABLING") => TimeToLiveStatus::Enabling(attribute()?),
        Some("ENABLED") => TimeToLiveStatus::Enabled(attribute()?),
        Some("DISABLING") => TimeToLiveStatus::Disabling(attribute()?),
        Some(_) => return Err(SnapshotError::damaged("status")),
    };
    let expiry = |pair: Vec<Json<'_>>| {
        let [seconds, position] = pair.as_slice() else { return None };
        let position = Position::from_bytes(&base64::decode(text(*position)?).ok()?)?;
        table.items.get(&position)?;
        Some((number(*seconds)?, position))
    };
    let expiring = part.optional("expiring", Part::arrays)?;
    let expiring = expiring.map(|pairs| pairs.into_iter().map(expiry).collect::<Option<_>>());
    let expiring = match expiring {
        None => table.expected_expiring(&status, now),
        Some(expiring) => expiring.ok_or(SnapshotError::damaged("expiring"))?,
    };
    let changed_at = part.optional("changed_at", Part::moment)?;
    Ok(TimeToLive::with_expiring(status, changed_at, expiring))
}

fn write_index(index: &Index, table: &Table, scaling: Option<Value>) -> Option<Value> {
    let mut object = Map::new();
    let status = match index.status {
        IndexStatus::Creating { backfilling: false } => Some("CREATING"),
        IndexStatus::Creating { backfilling: true } => Some("BACKFILLING"),
        IndexStatus::Active => None,
        IndexStatus::Updating => Some("UPDATING"),
        IndexStatus::Deleting => Some("DELETING"),
    };
    object.extend(status.map(|status| ("status".to_owned(), Value::from(status))));
    if let Some(history) = write_history(&index.throughput_history) {
        object.insert("throughput_history".into(), history);
    }
    if let (Billing::PayPerRequest, Some(throughput)) =
        (definition_billing(&table.schema), index.schema.throughput)
    {
        object.insert("ProvisionedThroughput".into(), write_throughput(throughput));
    }
    if let Some(scaling) = scaling {
        object.insert("scaling".into(), scaling);
    }
    if is_rising(index.schema.warm_throughput) {
        object.insert("is_warming".into(), true.into());
    }
    if !is_current(index, table) {
        let entries = index.entries.iter().map(|(_, stored)| item_to_json(&stored.image));
        object.insert("entries".into(), entries.collect());
    }
    if object.is_empty() {
        return None;
    }
    object.insert("index".into(), index.schema.name.as_str().into());
    Some(object.into())
}

fn read_index(part: Part<'_>, table: &mut Table) -> Result<(), SnapshotError> {
    let name = part.text("index")?;
    let found = table.schema.index(name).map(|(ordinal, _)| ordinal);
    let ordinal = found.ok_or(SnapshotError::damaged("index"))?;
    if let Some(throughput) =
        part.optional("ProvisionedThroughput", |part, _| read_throughput(part))?
    {
        let name = table.schema.indexes[ordinal].name.clone();
        table.change_index(&name, |schema| schema.throughput = Some(throughput));
    }
    if part.optional("is_warming", Part::boolean)?.unwrap_or_default() {
        let name = table.schema.indexes[ordinal].name.clone();
        table.change_index(&name, |schema| set_rising(&mut schema.warm_throughput));
    }
    let entries = part.optional("entries", Part::items)?;
    let entries = entries.map(|items| read_entries(items, table, ordinal)).transpose()?;
    let index = &mut table.indexes[ordinal];
    index.throughput_history = read_history(part)?;
    index.status = match part.optional("status", Part::text)? {
        None => IndexStatus::Active,
        Some("CREATING") => IndexStatus::Creating { backfilling: false },
        Some("BACKFILLING") => IndexStatus::Creating { backfilling: true },
        Some("UPDATING") => IndexStatus::Updating,
        Some("DELETING") => IndexStatus::Deleting,
        Some(_) => return Err(SnapshotError::damaged("status")),
    };
    if let Some(entries) = entries {
        index.entries = entries;
    }
    Ok(())
}

fn read_entries(items: Vec<Item>, table: &Table, ordinal: usize) -> Result<Storage, SnapshotError> {
    let mut entries = Storage::default();
    for item in items {
        let image = Image::new(item);
        let position = table.schema.key.position_of(&image);
        let entry = position
            .and_then(|position| table.indexes[ordinal].schema.entry(&image, &position))
            .ok_or(SnapshotError::damaged("entries"))?;
        entries.put(entry.position, Stored { image: entry.image, size: entry.size });
    }
    Ok(entries)
}

/// The entries of an index that has caught up with its table.
fn current_entries(table: &Table, index: &Index) -> Storage {
    let mut entries = Storage::default();
    for (position, stored) in table.items.iter() {
        if let Some(entry) = index.schema.entry(&stored.image, position) {
            entries.put(entry.position, Stored { image: entry.image, size: entry.size });
        }
    }
    entries
}

/// Whether an index shows a reader what it would show if it had caught up with its table.
fn is_current(index: &Index, table: &Table) -> bool {
    let schema = &index.schema;
    let mut count = 0;
    let all_are_current = table.items.iter().all(|(position, stored)| {
        let Some(place) = schema.entry_position(&stored.image, position) else { return true };
        count += 1;
        index.entries.get(&place).is_some_and(|entry| {
            Arc::ptr_eq(&entry.image, &stored.image)
                || schema.projected(&entry.image).eq(schema.projected(&stored.image))
        })
    });
    all_are_current && count == index.entries.count()
}
