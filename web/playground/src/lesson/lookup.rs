//! Finds what conditions name: items by the text of their keys, indexes of any table, partitions and hot keys.

use engine::api::value::attribute_value_to_json;
use engine::database::Database;
use engine::model::attribute_value::AttributeValue;
use engine::model::item::Item;
use engine::model::key::KeySchema;
use engine::model::partition_id::PartitionId;
use engine::receipt::{Store, UnitKind};
use engine::table::Table;
use engine::table::index::Index;
use engine::throughput::view::{HotKeyShare, PartitionThroughput};
use serde_json::Value;

use crate::lesson::observed::Observed;
use crate::lesson::{result, table_name};
use crate::sandbox::operation::OperationRecord;

/// An item, by its table and the values of its key attributes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemName {
    pub table: String,
    /// The values of the key attributes, as text.
    pub key: Vec<String>,
}

impl ItemName {
    /// Reads `item TABLE KEY… VERB …`, and returns the verb and the words after it.
    pub(crate) fn parse<'w, 't>(words: &'w [&'t str]) -> Option<(Self, &'t str, &'w [&'t str])> {
        let ["item", table, rest @ ..] = words else { return None };
        let verbs = ["has", "lacks", "exists", "missing", "bytes"];
        let end = rest.iter().position(|word| verbs.contains(word)).filter(|end| *end > 0)?;
        let key = rest[..end].iter().map(|word| (*word).to_owned()).collect();
        Some((Self { table: table_name::referenced(table), key }, rest[end], &rest[end + 1..]))
    }

    pub(crate) fn names(&self, table: &Table, item: &Item) -> bool {
        key_texts(&table.schema.key, item) == self.key
    }

    pub(crate) fn find<'d>(&self, database: &'d Database) -> Option<&'d Item> {
        let table = database.table(&self.table)?;
        let mut images = table.items.iter().map(|(_, stored)| &*stored.image);
        images.find(|image| self.names(table, image))
    }
}

/// The index of this name, of any table; of a replica only if no other table has it.
pub(crate) fn find_index<'d>(database: &'d Database, name: &str) -> Option<(&'d Table, &'d Index)> {
    let found = || database.tables().filter_map(|table| Some((table, table.index(name)?)));
    found().find(|(table, _)| table.schema.name.region().is_none()).or_else(|| found().next())
}

/// The values of the key attributes of an item, as text.
pub(crate) fn key_texts(key: &KeySchema, item: &Item) -> Vec<String> {
    let attributes = key.partition.iter().chain(&key.sort);
    attributes.filter_map(|attribute| Some(text_of(item.get(attribute.name.as_str())?))).collect()
}

/// A value of a key as text.
fn text_of(value: &AttributeValue) -> String {
    match attribute_value_to_json(value) {
        Value::Object(tagged) => {
            tagged.values().next().and_then(Value::as_str).unwrap_or_default().to_owned()
        }
        other => other.to_string(),
    }
}

/// The items that a read returned, each by the last attribute of the key of its table.
pub(crate) fn listed(database: &Database, operation: &OperationRecord) -> Option<Vec<String>> {
    let reply = operation.reply.as_ref().ok()?;
    let arm = operation.receipts.first()?.arms.first()?;
    let key = &database.table(arm.table.as_str())?.schema.key;
    let last = key.sort.last().or(key.partition.last())?;
    let name = |item: &Value| {
        let tagged = item.get(last.name.as_str()).and_then(Value::as_object)?;
        tagged.values().next()?.as_str().map(str::to_owned)
    };
    Some(result::items(reply).into_iter().map(|item| name(item).unwrap_or_default()).collect())
}

/// The most written partition key of the partition that the last run asked for most; its most read key if nothing was written there.
pub(crate) fn hottest_key(observed: &Observed) -> Option<String> {
    let throughput = observed.run.as_ref()?.result.throughput.as_ref()?;
    let stores = throughput.tables.values().flatten();
    let asked = |partition: &PartitionThroughput| -> u64 {
        let samples = partition.samples.iter();
        samples.map(|it| (it.asked(UnitKind::Read) + it.asked(UnitKind::Write)).halves()).sum()
    };
    let hottest = stores.flat_map(|store| &store.partitions).max_by_key(|it| asked(it))?;
    let keys: Vec<&HotKeyShare> = hottest.write_keys.iter().chain(&hottest.read_keys).collect();
    let key = keys.first()?.key.as_ref()?;
    key.iter().next().map(|(_, value)| text_of(value))
}

/// The partition in which items with a value of the partition key are.
pub(crate) fn partition_of(table: &Table, key: &str) -> Option<PartitionId> {
    let mut images = table.items.iter().map(|(_, stored)| &*stored.image);
    let name = table.schema.key.partition.first()?.name.as_str();
    let image = images.find(|image| image.get(name).is_some_and(|value| text_of(value) == key))?;
    table.partition_of(&Store::Table, image)
}
