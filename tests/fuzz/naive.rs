//! The entries of an index worked out from the items of its table, without the engine's own rules for indexes.

use std::collections::BTreeMap;

use engine::api::value::item_to_json;
use engine::model::attribute_value::AttributeValue;
use engine::model::item::{AttributeMap, Item};
use engine::model::key::{KeyAttribute, KeyType};
use engine::table::Table;
use engine::table::index::Index;
use engine::table::schema::{IndexSchema, Projection};

/// Bytes of a partition key value and of a sort key value at most.
const KEY_SIZES_MAX: (usize, usize) = (2_048, 1_024);

/// The projected attributes of an entry, by the key of its item.
pub(crate) type Entries = BTreeMap<String, Item>;

/// The entries that the items of a table should have.
pub(crate) fn entries_of_table(index: &Index, table: &Table) -> Entries {
    let items = table.items.iter().map(|(_, stored)| &*stored.image);
    let indexed = items.filter(|item| is_indexed(item, &index.schema));
    indexed.map(|item| (key(item, table), projected(item, index, table))).collect()
}

/// The entries that an index has. Two entries of one item would be one here, and its size would be wrong.
pub(crate) fn entries_of_index(index: &Index, table: &Table) -> Entries {
    let images = index.entries.iter().map(|(_, stored)| &*stored.image);
    images.map(|item| (key(item, table), projected(item, index, table))).collect()
}

/// Bytes of the attributes of an entry.
pub(crate) fn size(entry: &Item) -> engine::model::bytes::Bytes {
    entry.iter().map(|(name, value)| name.size() + value.size()).sum()
}

/// Whether every key attribute of an index is in the item, with its type and a legal length.
fn is_indexed(item: &AttributeMap, index: &IndexSchema) -> bool {
    let fits = |attribute: &KeyAttribute, size_max: usize| {
        let length = match (attribute.kind, item.get(&attribute.name)) {
            (KeyType::S, Some(AttributeValue::S(text))) => text.len(),
            (KeyType::B, Some(AttributeValue::B(bytes))) => bytes.len(),
            (KeyType::N, Some(AttributeValue::N(_))) => 1,
            (KeyType::S | KeyType::B | KeyType::N, _) => 0,
        };
        (1..=size_max).contains(&length)
    };
    index.key.partition.iter().all(|attribute| fits(attribute, KEY_SIZES_MAX.0))
        && index.key.sort.iter().all(|attribute| fits(attribute, KEY_SIZES_MAX.1))
}

fn projected(item: &AttributeMap, index: &Index, table: &Table) -> Item {
    let is_key = |name: &str| {
        let mut keys = table.schema.key.attributes().chain(index.schema.key.attributes());
        keys.any(|attribute| attribute.name.as_str() == name)
    };
    let is_projected = |name: &str| match &index.schema.projection {
        Projection::All => true,
        Projection::KeysOnly => is_key(name),
        Projection::Include(names) => {
            is_key(name) || names.iter().any(|other| other.as_str() == name)
        }
    };
    let attributes = item.iter().filter(|(name, _)| is_projected(name));
    attributes.map(|(name, value)| (name.clone(), value.clone())).collect()
}

fn key(item: &AttributeMap, table: &Table) -> String {
    let attributes = table.schema.key.attributes();
    let values = attributes.filter_map(|attribute| item.get_entry(&attribute.name));
    item_to_json(&values.map(|(name, value)| (name.clone(), value.clone())).collect()).to_string()
}
