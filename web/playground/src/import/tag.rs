//! Values with a type tag, as DynamoDB JSON has them.

use engine::api::value::attribute_value_from_json;
use serde_json::Value;

/// The types of DynamoDB JSON.
const TAGS: [&str; 10] = ["S", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", "L", "M"];

/// Whether a value is a typed one, as in `{"S": "x"}`.
pub(super) fn is_tagged(value: &Value) -> bool {
    let Value::Object(members) = value else { return false };
    let mut names = members.keys();
    let (Some(name), None) = (names.next(), names.next()) else { return false };
    TAGS.contains(&name.as_str()) && attribute_value_from_json(value.clone()).is_ok()
}
