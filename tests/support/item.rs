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

/// A binary value.
pub fn binary(bytes: &[u8]) -> Value {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let groups = bytes.chunks(3).map(|group| {
        let byte = |position: usize| u32::from(group.get(position).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        let digit = |position: usize| match position <= group.len() {
            true => char::from(DIGITS[(bits >> (18 - 6 * position) & 63) as usize]),
            false => '=',
        };
        [0, 1, 2, 3].map(digit).iter().collect::<String>()
    });
    json!({ "B": groups.collect::<String>() })
}

/// The whole number of a value of type N; zero for any other value.
pub fn integer(value: &Value) -> i64 {
    value["N"].as_str().and_then(|text| text.parse().ok()).unwrap_or_default()
}
