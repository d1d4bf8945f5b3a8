//! Items in DynamoDB JSON, as tests write them down.

use std::collections::BTreeMap;

use serde_json::{Value, json};

/// An item, a key or an index entry: attribute values in DynamoDB JSON, by name.
pub type Attributes = BTreeMap<String, Value>;

/// A string value.
pub fn string(text: &str) -> Value {
    json!({ "S": text })
}

/// A number value.
pub fn number(integer: i64) -> Value {
    json!({ "N": integer.to_string() })
}

/// The whole number of a value of type N; zero for any other value.
pub fn integer(value: &Value) -> i64 {
    value["N"].as_str().and_then(|text| text.parse().ok()).unwrap_or_default()
}
