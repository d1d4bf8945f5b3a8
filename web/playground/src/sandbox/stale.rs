//! What was out of date in a read of a global index: changes of the index were pending.

use std::collections::{BTreeMap, BTreeSet};

use engine::api::value::item_from_json;
use engine::database::Database;
use engine::model::item::Item;
use engine::receipt::{Receipt, Staleness, Store};
use engine::table::Table;
use engine::table::index::Index;
use serde_json::Value;

use crate::sandbox::budget::SLICE_STEPS;
use crate::sandbox::item_id::item_id;
use crate::sandbox::request::Request;
use crate::sandbox::throughput::Settings;
use crate::view::edit::ItemId;
use crate::view::receipt::StaleRow;

/// What was out of date in a read of a global index.
#[derive(Debug, Clone)]
pub struct StaleRead {
    /// How far the index was behind.
    pub staleness: Staleness,
    /// The rows that were returned and are out of date.
    pub returned: BTreeMap<ItemId, StaleRow>,
    /// The rows that were not returned, because their entries are not in the index yet.
    pub missed: Vec<MissedRow>,
}

/// A row that will be returned once its entry is in the index.
#[derive(Debug, Clone)]
pub struct MissedRow {
    /// What will be returned.
    pub item: Item,
    /// The row before it; `None` if it will be the first.
    pub after: Option<ItemId>,
}

impl StaleRead {
    /// Compares what a read returned with the table, and with what the same read returns once the index has caught up.
    /// `None` if the index was up to date. `database` is the one that was read.
    pub(crate) fn of(
        database: &Database,
        request: &Request,
        receipt: Option<&Receipt>,
        reply: &Value,
    ) -> Option<Self> {
        let receipt = receipt?;
        let staleness = receipt.staleness?;
        let arm = receipt.arms.first()?;
        let Store::Global(name) = &arm.store else { return None };
        let table = database.table(arm.table.as_str())?;
        let read = Read { table, index: table.index(name.as_str())? };
        let rows = read.rows(reply);
        let stale = rows.iter().filter_map(|row| Some((item_id(table, row), read.fault_of(row)?)));
        let later = read_later(database, request, staleness);
        Some(Self {
            staleness,
            returned: stale.collect(),
            missed: later.map(|reply| read.missed(&rows, &read.rows(&reply))).unwrap_or_default(),
        })
    }
}

/// The index that was read.
struct Read<'d> {
    table: &'d Table,
    index: &'d Index,
}

impl Read<'_> {
    /// The rows of a reply that say which item they are copies of.
    fn rows(&self, reply: &Value) -> Vec<Item> {
        let rows = reply.get("Items").and_then(Value::as_array).into_iter().flatten();
        let rows = rows.filter_map(|row| item_from_json(row.clone()).ok());
        rows.filter(|row| self.table.schema.key.is_complete_in(row)).collect()
    }

    /// What is out of date in a row, if anything is.
    fn fault_of(&self, row: &Item) -> Option<StaleRow> {
        let schema = &self.index.schema;
        let position = self.table.schema.key.position_of(row)?;
        let Some(stored) = self.table.items.get(&position) else {
            return Some(StaleRow::Deleted);
        };
        let Some(current) = schema.entry(&stored.image, &position) else {
            return Some(StaleRow::NoLongerIndexed);
        };
        let is_current = self.index.entries.get(&current.position).is_some_and(|entry| {
            schema.projected(&entry.image).eq(schema.projected(&current.image))
        });
        (!is_current).then_some(StaleRow::OldValue)
    }

    /// Of the rows of a later read, those that are not in the index under this key yet. A row that was returned with
    /// an old value is not counted again.
    fn missed(&self, returned: &[Item], later: &[Item]) -> Vec<MissedRow> {
        let returned: BTreeSet<ItemId> =
            returned.iter().map(|row| item_id(self.table, row)).collect();
        let mut missed = Vec::new();
        let mut after = None;
        for row in later {
            let id = item_id(self.table, row);
            if !returned.contains(&id) && !self.has_entry(row) {
                missed.push(MissedRow { item: row.clone(), after: after.take() });
            }
            after = Some(id);
        }
        missed
    }

    /// Whether the index has the entry that an item has to have.
    fn has_entry(&self, row: &Item) -> bool {
        let Some(position) = self.table.schema.key.position_of(row) else { return false };
        let stored = self.table.items.get(&position);
        let entry = stored.and_then(|it| self.index.schema.entry(&it.image, &position));
        entry.is_some_and(|entry| self.index.entries.get(&entry.position).is_some())
    }
}

/// What the same request returns when the index has caught up. It is not throttled then. `None` also if very much happens until then.
fn read_later(database: &Database, request: &Request, staleness: Staleness) -> Option<Value> {
    let mut later = database.clone();
    Settings::of(database).released().put(&mut later);
    let is_reached = later.advance_within(staleness.caught_up_at, &mut SLICE_STEPS.clone());
    if !is_reached {
        return None;
    }
    engine::api::preview(&later, &request.operation, &request.text).reply.ok()
}
