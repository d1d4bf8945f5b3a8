//! The placeholders of a request.

use engine::api::value::attribute_value_from_json;
use engine::expression::binding::Bindings;
use serde_json::{Map, Value};

/// What the placeholders of a request stand for; `None` if a value cannot be read.
pub(super) fn bindings(request: &Value) -> Option<Bindings> {
    let none = Map::new();
    let given = |member: &str| request[member].as_object().unwrap_or(&none).iter();
    let mut names = Vec::new();
    for (placeholder, name) in given("ExpressionAttributeNames") {
        names.push((placeholder.clone(), name.as_str()?.into()));
    }
    let mut values = Vec::new();
    for (placeholder, value) in given("ExpressionAttributeValues") {
        values.push((placeholder.clone(), attribute_value_from_json(value.clone()).ok()?));
    }
    Bindings::new(names, values).ok()
}
