//! Plain JSON where a spec or a lesson shows values, `DynamoDB` JSON where the wire wants them.
//!
//! `{"id": "ann", "age": 7}` in `Item`, `Key`, `ExclusiveStartKey` and `ExpressionAttributeValues` is sent as
//! `{"id": {"S": "ann"}, "age": {"N": "7"}}`; replies are read the same way. A value that already has the form of
//! `DynamoDB` JSON, `{"SS": ["a"]}`, is not changed: sets and binaries have no other form here.

use serde_json::{Map, Value, json};

/// Members of requests and replies whose members are attribute values.
const MAPS_OF_VALUES: [&str; 10] = [
    "Item",
    "Key",
    "Attributes",
    "ExclusiveStartKey",
    "LastEvaluatedKey",
    "ExpressionAttributeValues",
    "ItemCollectionKey",
    "Keys",
    "OldImage",
    "NewImage",
];

/// Members whose elements are maps of attribute values.
const LISTS_OF_MAPS: [&str; 2] = ["Items", "Keys"];

/// Members whose values, by table, are lists of maps of attribute values.
const TABLES_OF_MAPS: [&str; 1] = ["Responses"];

/// Gives every plain value in a request or an expected reply its type.
pub fn typed(value: Value) -> Value {
    convert(value, &typed_value)
}

/// Shows values as plain JSON wherever no type is lost.
pub fn plain(value: Value) -> Value {
    convert(value, &plain_value)
}

fn convert(value: Value, convert_value: &dyn Fn(Value) -> Value) -> Value {
    match value {
        Value::Object(members) => members
            .into_iter()
            .map(|(name, member)| {
                let member = convert_member(&name, member, convert_value);
                (name, member)
            })
            .collect(),
        Value::Array(elements) => {
            elements.into_iter().map(|element| convert(element, convert_value)).collect()
        }
        scalar => scalar,
    }
}

fn convert_member(name: &str, member: Value, convert_value: &dyn Fn(Value) -> Value) -> Value {
    match member {
        Value::Object(map) if MAPS_OF_VALUES.contains(&name) => convert_map(map, convert_value),
        Value::Array(maps) if LISTS_OF_MAPS.contains(&name) => convert_list(maps, convert_value),
        Value::Object(tables) if TABLES_OF_MAPS.contains(&name) => tables
            .into_iter()
            .map(|(table, list)| match list {
                Value::Array(maps) => (table, convert_list(maps, convert_value)),
                other => (table, other),
            })
            .collect(),
        other => convert(other, convert_value),
    }
}

fn convert_list(maps: Vec<Value>, convert_value: &dyn Fn(Value) -> Value) -> Value {
    maps.into_iter()
        .map(|map| match map {
            Value::Object(map) => convert_map(map, convert_value),
            other => other,
        })
        .collect()
}

fn convert_map(map: Map<String, Value>, convert_value: &dyn Fn(Value) -> Value) -> Value {
    map.into_iter().map(|(name, value)| (name, convert_value(value))).collect()
}

/// One plain value as `DynamoDB` JSON.
pub fn typed_value(value: Value) -> Value {
    match value {
        value if has_type(&value) => value,
        Value::String(text) => json!({ "S": text }),
        Value::Number(number) => json!({ "N": number.to_string() }),
        Value::Bool(flag) => json!({ "BOOL": flag }),
        Value::Null => json!({ "NULL": true }),
        Value::Array(elements) => {
            json!({ "L": elements.into_iter().map(typed_value).collect::<Value>() })
        }
        Value::Object(map) => json!({ "M": convert_map(map, &typed_value) }),
    }
}

/// One value of `DynamoDB` JSON as plain JSON, or unchanged if its plain form would be read as another value.
fn plain_value(value: Value) -> Value {
    let shown = match value.as_object().and_then(|object| object.iter().next()) {
        Some((tag, content)) => match (tag.as_str(), content) {
            ("S" | "BOOL", content) => content.clone(),
            ("N", Value::String(number)) => serde_json::from_str(number).unwrap_or(Value::Null),
            ("NULL", _) => Value::Null,
            ("L", Value::Array(elements)) => elements.iter().cloned().map(plain_value).collect(),
            ("M", Value::Object(map)) => convert_map(map.clone(), &plain_value),
            _ => return value,
        },
        None => return value,
    };
    if typed_value(shown.clone()) == value { shown } else { value }
}

fn has_type(value: &Value) -> bool {
    let Some(object) = value.as_object().filter(|object| object.len() == 1) else { return false };
    object.iter().all(|(tag, content)| match tag.as_str() {
        "S" | "N" | "B" => content.is_string(),
        "BOOL" | "NULL" => content.is_boolean(),
        "SS" | "NS" | "BS" => {
            content.as_array().is_some_and(|members| members.iter().all(Value::is_string))
        }
        "L" => content.as_array().is_some_and(|elements| elements.iter().all(has_type)),
        "M" => content.as_object().is_some_and(|map| map.values().all(has_type)),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(plain_form: &str, wire_form: &str) {
        let (shown, wire): (Value, Value) =
            (serde_json::from_str(plain_form).unwrap(), serde_json::from_str(wire_form).unwrap());
        assert_eq!(typed(shown.clone()), wire);
        assert_eq!(plain(wire), shown);
    }

    #[test]
    fn plain_values_get_their_types_where_values_are_expected() {
        check(
            r#"{"Item": {"id": "ann"}, "TableName": "T"}"#,
            r#"{"Item": {"id": {"S": "ann"}}, "TableName": "T"}"#,
        );
        check(r#"{"Items": [{"n": 1.50}]}"#, r#"{"Items": [{"n": {"N": "1.50"}}]}"#);
        check(
            r#"{"Key": {"l": [true, null, {"a": {}}]}}"#,
            r#"{"Key": {"l": {"L": [{"BOOL": true}, {"NULL": true}, {"M": {"a": {"M": {}}}}]}}}"#,
        );
    }

    #[test]
    fn typed_values_are_not_changed() {
        check(r#"{"Item": {"tags": {"SS": ["a"]}}}"#, r#"{"Item": {"tags": {"SS": ["a"]}}}"#);
        check(
            r#"{"Item": {"m": {"M": {"S": {"S": "x"}}}}}"#,
            r#"{"Item": {"m": {"M": {"S": {"S": "x"}}}}}"#,
        );
    }
}
