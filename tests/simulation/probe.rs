//! What the simulator reads from the engine besides replies: positions, which are not documented, and the state of
//! partitions and queues. The only file of the simulation that uses the engine's types.

use std::collections::BTreeMap;

use engine::api::value::{item_from_json, item_to_json};
use engine::api::{self, snapshot};
use engine::database::Database;
use engine::model::item::Item;
use engine::model::key::{KeySchema, Position};
use engine::receipt::{Receipt, Store, UnitKind};
use engine::table::index::Index;
use engine::table::storage::Storage;
use engine::throughput::view::StoreThroughput;
use serde_json::{Value, json};

use crate::item::Attributes;
use crate::simulation::bill::{Charges, Kind};
use crate::simulation::index::Progress;
use crate::simulation::model::{Key, key_text};
use crate::simulation::schema::{IndexDefinition, Table};

/// An item or entry as it is stored, in a table or in an index.
#[derive(Debug, Clone)]
pub struct Stored {
    /// The whole item, even if an index projects only a part of it.
    pub item: Attributes,
    /// Its size there.
    pub size: usize,
}

/// A table or index of the engine.
fn storage<'d>(database: &'d Database, table: Table, index: Option<&str>) -> Option<&'d Storage> {
    let table = database.table(table.name())?;
    match index {
        None => Some(&table.items),
        Some(name) => table.index(name).map(|index| &index.entries),
    }
}

/// Everything that a table or index stores, in the order of positions.
pub fn stored(database: &Database, table: Table, index: Option<&str>) -> Vec<Stored> {
    let storage = storage(database, table, index);
    let stored = storage.into_iter().flat_map(Storage::iter);
    stored
        .map(|(_, stored)| Stored { item: attributes(&stored.image), size: bytes(stored.size.0) })
        .collect()
}

/// The items of a table, or of the entries of an index, each with the position that determines its partition.
pub fn placed(
    database: &Database,
    table: Table,
    index: Option<&str>,
) -> Vec<(Position, Attributes)> {
    let storage = storage(database, table, index);
    let stored = storage.into_iter().flat_map(Storage::iter);
    stored.map(|(position, stored)| (position.clone(), attributes(&stored.image))).collect()
}

/// The hash of the partition key of an item, in a table or global index.
pub fn hash(database: &Database, table: Table, index: Option<&str>, item: &Attributes) -> u64 {
    let table = database.table(table.name()).expect("the tables of the setup exist");
    let key = match index.and_then(|name| table.index(name)) {
        None => &table.schema.key,
        Some(index) => &index.schema.key,
    };
    let partition = KeySchema { partition: key.partition.clone(), sort: Vec::new() };
    let position = partition.position_of(&engine_item(item));
    position.expect("an item has the keys of its table and index").hash()
}

/// The size of a table or index.
pub fn stored_size(database: &Database, table: Table, index: Option<&str>) -> usize {
    storage(database, table, index).map_or(0, |storage| bytes(storage.size().0))
}

fn bytes(count: u64) -> usize {
    usize::try_from(count).expect("sizes are small")
}

/// An item of the engine in DynamoDB JSON.
fn attributes(item: &Item) -> Attributes {
    let Value::Object(members) = normalized(item_to_json(item)) else { return Attributes::new() };
    members.into_iter().collect()
}

/// JSON in which the members of string sets have one order: a set has none.
pub fn normalized(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let member = |(name, value): (String, Value)| match (name.as_str(), value) {
                ("SS", Value::Array(mut set)) => {
                    set.sort_by_key(ToString::to_string);
                    (name, Value::Array(set))
                }
                (_, value) => (name, normalized(value)),
            };
            Value::Object(members.into_iter().map(member).collect())
        }
        Value::Array(elements) => elements.into_iter().map(normalized).collect(),
        value => value,
    }
}

/// The items of a table by key.
pub fn items(database: &Database, table: Table) -> BTreeMap<Key, Attributes> {
    let stored = stored(database, table, None).into_iter();
    stored.map(|stored| (key_text(&table.key_of(&stored.item)), stored.item)).collect()
}

/// The items of a table that is not among those of the model.
pub fn items_of(database: &Database, table: &str) -> Vec<Attributes> {
    let items = database.table(table).into_iter().flat_map(|table| table.items.iter());
    items.map(|(_, stored)| attributes(&stored.image)).collect()
}

/// A database as it is saved, but for the number of events.
pub fn saved(database: &Database) -> Value {
    let mut json: Value = serde_json::from_str(&snapshot::save(database)).unwrap_or_default();
    json["state"].as_object_mut().map(|state| state.remove("events"));
    json
}

/// The entries of an index of a table by the key of their items.
pub fn entries(
    database: &Database,
    table: Table,
    index: &IndexDefinition,
) -> BTreeMap<Key, Attributes> {
    let stored = stored(database, table, Some(index.name)).into_iter();
    let entry = |item: &Attributes| (key_text(&table.key_of(item)), index.projected(item));
    stored.map(|stored| entry(&stored.item)).collect()
}

/// How many changes of an index of a table are pending.
pub fn pending_count(database: &Database, table: Table, definition: &IndexDefinition) -> usize {
    let index = database.table(table.name()).and_then(|table| table.index(definition.name));
    index.map_or(0, Index::pending_count)
}

/// The reply to `DescribeTable`.
pub fn description(database: &Database, table: Table) -> Value {
    let request = json!({ "TableName": table.name() }).to_string();
    let reply = api::preview(database, "DescribeTable", &request).reply;
    reply.map(|mut reply| reply["Table"].take()).unwrap_or_default()
}

/// The indexes of a table with their progress.
pub fn indexes(description: &Value) -> Vec<(&'static IndexDefinition, Progress)> {
    let of = |member: &str| description[member].as_array().into_iter().flatten();
    let indexes = of("LocalSecondaryIndexes").chain(of("GlobalSecondaryIndexes"));
    let index = |index: &Value| {
        let name = index["IndexName"].as_str().unwrap_or_default();
        let progress = match (index["IndexStatus"].as_str(), &index["Backfilling"]) {
            (Some("CREATING"), Value::Bool(true)) => Progress::Backfilling,
            (Some("CREATING"), _) => Progress::Allocating,
            (Some("DELETING"), _) => Progress::Deleting,
            _ => Progress::Active,
        };
        (IndexDefinition::named(name), progress)
    };
    indexes.map(index).collect()
}

/// The charges of a receipt: halves of units by table and index, if there are any, and their kind.
pub fn charged(receipt: &Receipt) -> (Charges, Vec<Kind>) {
    let (mut charged, mut kinds) = (BTreeMap::new(), Vec::new());
    for arm in receipt.arms.iter().filter(|arm| !arm.units.is_zero()) {
        let table = Table::named(arm.table.as_str()).expect("steps name tables of the list");
        let index = match &arm.store {
            Store::Table => None,
            Store::Local(name) | Store::Global(name) => {
                Some(IndexDefinition::named(name.as_str()).name)
            }
        };
        *charged.entry((table, index)).or_default() += arm.units.halves();
        kinds.push(match arm.unit_kind() {
            UnitKind::Read => Kind::Read,
            UnitKind::Write => Kind::Write,
        });
    }
    kinds.sort();
    kinds.dedup();
    (charged, kinds)
}

/// The throughput of a table and its global indexes, while it is limited.
pub fn throughput(database: &Database, table: Table) -> Vec<(Option<String>, StoreThroughput)> {
    let stores = database.throughput(table.name()).into_iter().flatten();
    let named = |throughput: StoreThroughput| {
        let index = match &throughput.store {
            Store::Table => None,
            Store::Local(name) | Store::Global(name) => Some(name.to_string()),
        };
        (index, throughput)
    };
    stores.map(named).collect()
}

/// The item of the engine that DynamoDB JSON describes.
pub fn engine_item(attributes: &Attributes) -> Item {
    item_from_json(json!(attributes)).expect("the model holds legal items")
}

/// Virtual time in milliseconds.
pub fn now(database: &Database) -> u64 {
    database.now().0
}
