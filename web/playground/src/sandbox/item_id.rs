//! What identifies an item: its primary key.

use engine::api::value::attribute_value_to_json;
use engine::model::item::Item;
use engine::model::name::AttributeName;
use engine::table::Table;
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
