//! What identifies an item: its primary key.

use engine::api::value::{attribute_value_to_json, item_from_json};
use engine::json::value as json_value;
use engine::model::attribute_value::AttributeValue;
use engine::model::item::Item;
use engine::model::key::KeySchema;
use engine::model::name::AttributeName;
use engine::table::Table;
use engine::table::storage::Stored;
use serde_json::Value;

use crate::view::edit::ItemId;

/// Room for an id, so that most are written without growing.
const ID_LENGTH_USUAL: usize = 96;

/// The primary key of an item as canonical JSON.
pub(crate) fn item_id(table: &Table, item: &Item) -> ItemId {
    let mut attributes: Vec<&AttributeName> =
        table.schema.key.attributes().map(|attribute| &attribute.name).collect();
    attributes.sort();
    let mut id = String::with_capacity(ID_LENGTH_USUAL);
    for name in attributes {
        let value = item.get(name).map(attribute_value_to_json);
        id.push(if id.is_empty() { '{' } else { ',' });
        id.push_str(&Value::from(name.as_str()).to_string());
        id.push(':');
        id.push_str(&value.unwrap_or_default().to_string());
    }
    id.push('}');
    ItemId(id.into())
}

/// The partition key of an item, as text.
pub(crate) fn partition_text(key: &KeySchema, item: &Item) -> String {
    let texts = key.partition.iter().map(|attribute| match item.get(&attribute.name) {
        Some(AttributeValue::S(text)) => text.clone(),
        Some(AttributeValue::N(number)) => number.to_string(),
        _ => attribute.name.to_string(),
    });
    texts.collect::<Vec<_>>().join(", ")
}

/// The item of an id, as it is stored; `None` if there is none.
pub(crate) fn stored_item<'t>(table: &'t Table, id: &ItemId) -> Option<&'t Stored> {
    let key = key_of(id)?;
    let position = table.schema.key.position_of(&key)?;
    table.items.get(&position)
}

/// The attributes of the key of an item; `None` if it is the id of none.
pub(crate) fn key_of(id: &ItemId) -> Option<Item> {
    item_from_json(json_value::parse(&id.0).ok()?).ok()
}
