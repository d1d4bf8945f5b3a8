//! JSON text and the values of serde_json: read and printed by one function each.
//!
//! serde_json reads beside the reader that requests need anyway, and prints by a function for each of its notations
//! and destinations. Only its values are used here.

use serde_json::{Map, Number, Value};

use crate::json::text::{Json, JsonText, SyntaxError};

/// Reads a text. Of members with one name the last counts. Fails at the first character that cannot be part of JSON.
///
/// ```
/// use engine::json::value::{compact, parse};
///
/// let value = parse(r#"{ "b": [1.50, null], "a": "\u0041" }"#).unwrap();
/// assert_eq!(compact(&value), r#"{"a":"A","b":[1.50,null]}"#);
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

/// An object with these members: what `json!` makes, without its code for each of them.
///
/// ```
/// use engine::json::value::{compact, object};
///
/// let request = object([("TableName", "orders".into()), ("Limit", 5.into())]);
/// assert_eq!(compact(&request), r#"{"Limit":5,"TableName":"orders"}"#);
/// ```
pub fn object<const COUNT: usize>(mut members: [(&str, Value); COUNT]) -> Value {
    taken(&mut members)
}

/// Compiled once, and not for each count of members.
fn taken(members: &mut [(&str, Value)]) -> Value {
    let mut object = Map::new();
    for (name, value) in members {
        object.insert((*name).to_owned(), value.take());
    }
    Value::Object(object)
}

/// The members of an object but for some. A map that can lose members weighs three kilobytes more in the page.
///
/// ```
/// use engine::json::value::{object, without};
///
/// let request = object([("TableName", "orders".into()), ("Limit", 5.into())]);
/// assert_eq!(without(request.as_object().unwrap(), &["Limit"]).len(), 1);
/// ```
pub fn without(members: &Map<String, Value>, names: &[&str]) -> Map<String, Value> {
    let mut rest = Map::new();
    for (name, value) in members {
        if !names.contains(&name.as_str()) {
            rest.insert(name.clone(), value.clone());
        }
    }
    rest
}

/// The text of a value, without white space.
pub fn compact(value: &Value) -> String {
    print(value, Layout::Compact)
}

/// The text of a value with a line for each element and member, those within others two spaces further in.
///
/// ```
/// use engine::json::value::{indented, parse};
///
/// let value = parse(r#"{"a":[1],"b":[]}"#).unwrap();
/// assert_eq!(indented(&value), "{\n  \"a\": [\n    1\n  ],\n  \"b\": []\n}");
/// ```
pub fn indented(value: &Value) -> String {
    print(value, Layout::Indented)
}

/// How much white space there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Layout {
    Compact,
    Indented,
}

/// A text in the making.
struct Printer {
    text: String,
    layout: Layout,
    depth: usize,
}

fn print(value: &Value, layout: Layout) -> String {
    let mut printer = Printer { text: String::new(), layout, depth: 0 };
    printer.value(value);
    printer.text
}

impl Printer {
    fn value(&mut self, value: &Value) {
        match value {
            Value::Null => self.text.push_str("null"),
            Value::Bool(true) => self.text.push_str("true"),
            Value::Bool(false) => self.text.push_str("false"),
            Value::Number(number) => self.text.push_str(number.as_str()),
            Value::String(text) => self.string(text),
            Value::Array(elements) => {
                self.open('[');
                for (place, element) in elements.iter().enumerate() {
                    self.start(place);
                    self.value(element);
                }
                self.close(']', elements.is_empty());
            }
            Value::Object(members) => {
                self.open('{');
                for (place, (name, member)) in members.iter().enumerate() {
                    self.start(place);
                    self.string(name);
                    self.text.push(':');
                    if self.layout == Layout::Indented {
                        self.text.push(' ');
                    }
                    self.value(member);
                }
                self.close('}', members.is_empty());
            }
        }
    }

    fn open(&mut self, bracket: char) {
        self.text.push(bracket);
        self.depth += 1;
    }

    /// Begins the element or member at a place.
    fn start(&mut self, place: usize) {
        if place > 0 {
            self.text.push(',');
        }
        self.break_line();
    }

    fn close(&mut self, bracket: char, is_empty: bool) {
        self.depth -= 1;
        if !is_empty {
            self.break_line();
        }
        self.text.push(bracket);
    }

    fn break_line(&mut self) {
        if self.layout == Layout::Indented {
            self.text.push('\n');
            for _ in 0..self.depth {
                self.text.push_str("  ");
            }
        }
    }

    fn string(&mut self, text: &str) {
        self.text.push('"');
        // What needs an escape is one byte; all between two of them is put in at once.
        let mut start = 0;
        for (place, byte) in text.bytes().enumerate() {
            let escape = match byte {
                b'"' => "\\\"",
                b'\\' => "\\\\",
                b'\n' => "\\n",
                b'\r' => "\\r",
                b'\t' => "\\t",
                0x8 => "\\b",
                0xC => "\\f",
                0..0x10 => "\\u000",
                0x10..0x20 => "\\u001",
                _ => continue,
            };
            self.text.push_str(&text[start..place]);
            self.text.push_str(escape);
            if escape.len() > 2 {
                // Of a character without an escape of its own, the last digit is missing.
                self.text.extend(char::from_digit(u32::from(byte) % 16, 16));
            }
            start = place + 1;
        }
        self.text.push_str(&text[start..]);
        self.text.push('"');
    }
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
        fn a_value_is_printed_as_serde_json_prints_it(value in any_json()) {
            prop_assert_eq!(compact(&value), value.to_string());
            prop_assert_eq!(indented(&value), serde_json::to_string_pretty(&value).unwrap());
        }

        #[test]
        fn what_is_printed_is_read_back(value in any_json()) {
            prop_assert_eq!(parse(&compact(&value)).unwrap(), value.clone());
            prop_assert_eq!(parse(&indented(&value)).unwrap(), value);
        }

        #[test]
        fn a_text_is_read_as_serde_json_reads_it(text in r#"[\[\]{}",:\\u0-9eE+. truefalsn\n-]{0,16}"#) {
            // A number stays as it was written, where serde_json gives every exponent a sign.
            let read = parse(&text).ok().map(|value| compact(&value));
            let read: Option<Value> = read.map(|text| serde_json::from_str(&text).unwrap());
            prop_assert_eq!(read, serde_json::from_str(&text).ok());
        }
    }
}
