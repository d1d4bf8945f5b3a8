//! Reads JSON text into the values of serde_json, with numbers digit by digit and with the position of a syntax error.

use std::collections::BTreeMap;

use serde_json::{Map, Number, Value};

use crate::json::text::{Json, JsonText, SyntaxError};

/// Reads a text. Of members with one name the last counts. Fails at the first character that cannot be part of JSON.
///
/// ```
/// use engine::json::value::parse;
///
/// let value = parse(r#"{ "b": [1.50, null], "a": "\u0041" }"#).unwrap();
/// assert_eq!(value.to_string(), r#"{"a":"A","b":[1.50,null]}"#);
/// ```
pub fn parse(text: &str) -> Result<Value, SyntaxError> {
    JsonText::parse(text).map(|text| value(text.root()))
}

/// The value of a text that was read.
pub fn of(text: &JsonText<'_>) -> Value {
    value(text.root())
}

fn value(json: Json<'_>) -> Value {
    match json {
        Json::Null => Value::Null,
        Json::Bool(flag) => Value::Bool(flag),
        Json::Number(text) => Value::Number(Number::from_string_unchecked(text.to_owned())),
        Json::String(text) => Value::String(text.to_owned()),
        Json::Array(elements) => {
            let mut list = Vec::with_capacity(elements.len());
            for element in elements.iter() {
                list.push(value(element));
            }
            Value::Array(list)
        }
        Json::Object(members) => {
            let mut object = Map::new();
            for (name, member) in members.iter() {
                object.insert(name.to_owned(), value(member));
            }
            Value::Object(object)
        }
    }
}

/// A value as text in one form: texts of equal values are equal. Members are in the order of their names, and a member
/// that is null is left out, as one that is absent.
///
/// ```
/// use engine::json::text::JsonText;
/// use engine::json::value::canonical_text;
///
/// let text = JsonText::parse(r#"{ "b": 1, "a": { "d": null, "c": [2, 1] } }"#).unwrap();
/// assert_eq!(canonical_text(text.root()), r#"{"a":{"c":[2,1]},"b":1}"#);
/// ```
pub fn canonical_text(json: Json<'_>) -> String {
    let mut text = String::new();
    write_canonical(json, &mut text);
    text
}

fn write_canonical(json: Json<'_>, text: &mut String) {
    match json {
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {
            text.push_str(&value(json).to_string());
        }
        Json::Array(elements) => {
            text.push('[');
            for (position, element) in elements.iter().enumerate() {
                text.push_str(if position == 0 { "" } else { "," });
                write_canonical(element, text);
            }
            text.push(']');
        }
        Json::Object(object) => {
            // Of members with one name the last counts.
            let members: BTreeMap<&str, Json<'_>> = object.iter().collect();
            text.push('{');
            let given = members.into_iter().filter(|(_, member)| !member.is_null());
            for (position, (name, member)) in given.enumerate() {
                text.push_str(if position == 0 { "" } else { "," });
                text.push_str(&Value::from(name).to_string());
                text.push(':');
                write_canonical(member, text);
            }
            text.push('}');
        }
    }
}

/// The members of an object without those of some names.
///
/// ```
/// use engine::json::value::without;
/// use serde_json::json;
///
/// let request = json!({ "TableName": "orders", "Limit": 5 });
/// assert_eq!(without(request.as_object().unwrap(), &["Limit"]).len(), 1);
/// ```
pub fn without(members: &Map<String, Value>, names: &[&str]) -> Map<String, Value> {
    let rest = members.iter().filter(|(name, _)| !names.contains(&name.as_str()));
    rest.map(|(name, member)| (name.clone(), member.clone())).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<String>().prop_map(Value::from),
            "[\0-\u{7f}]{0,4}".prop_map(Value::from),
        ];
        leaf.prop_recursive(5, 30, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::btree_map(any::<String>(), inner, 0..5)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(value in any_json()) {
            prop_assert_eq!(parse(&value.to_string()).unwrap(), value.clone());
            prop_assert_eq!(parse(&format!("{value:#}")).unwrap(), value);
        }

        #[test]
        fn a_text_is_read_as_serde_json_reads_it(text in r#"[\[\]{}",:\\u0-9eE+. truefalsn\n-]{0,16}"#) {
            // A number stays as it was written, where serde_json gives every exponent a sign.
            let read = parse(&text).ok().map(|value| value.to_string());
            let read: Option<Value> = read.map(|text| serde_json::from_str(&text).unwrap());
            prop_assert_eq!(read, serde_json::from_str(&text).ok());
        }
    }
}
