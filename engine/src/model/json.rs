//! DynamoDB JSON and plain JSON, to and from values.
//!
//! **DynamoDB JSON** tags each value with its type: `{"N": "5"}`. It is what requests and replies hold, and loses nothing.
//! **Plain JSON** is what a document client shows: `5`. Binaries become base64 strings and sets become arrays, so they
//! come back as strings and lists; [`changed_by_plain_json`] names them.
//!
//! JSON is taken by value, and its strings are moved.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::model::attribute_value::{AttributeValue, ValueKind};
use crate::model::base64;
use crate::model::document_path::{DocumentPath, PathElement};
use crate::model::item::{AttributeMap, Item};
use crate::model::name::AttributeName;
use crate::model::number::Number;
use crate::model::value_error::{ValueError, WireType};

/// Levels of values within each other, of which a top-level attribute is the first. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html>
pub const NESTING_LEVELS_MAX: usize = 32;

/// Bytes of an attribute's name. Source: the same page; Observed: 64 KB itself is refused.
pub const NAME_SIZE_MAX: usize = 65_535;

/// A value from DynamoDB JSON, as in `{"S": "ann"}`.
///
/// Of several errors, the first serialization fault is returned, or else the first validation fault.
pub fn attribute_value_from_json(json: Value) -> Result<AttributeValue, ValueError> {
    Decoder::decode(|decoder| decoder.value(json, 1))
}

/// An item, or a key, from DynamoDB JSON, as in `{"id": {"S": "ann"}}`.
///
/// Fails as [`attribute_value_from_json`] does.
///
/// ```
/// use engine::model::json::{item_from_json, item_to_json};
///
/// let json = serde_json::json!({ "id": { "S": "ann" }, "visits": { "N": "1e1" } });
/// let item = item_from_json(json).unwrap();
/// assert_eq!(item_to_json(&item).to_string(), r#"{"id":{"S":"ann"},"visits":{"N":"10"}}"#);
/// ```
pub fn item_from_json(json: Value) -> Result<Item, ValueError> {
    Decoder::decode(|decoder| decoder.map(json, 1)).map(Item)
}

/// The DynamoDB JSON of a value.
pub fn attribute_value_to_json(value: &AttributeValue) -> Value {
    let content = match value {
        AttributeValue::S(text) => Value::String(text.clone()),
        AttributeValue::N(number) => Value::String(number.to_string()),
        AttributeValue::B(bytes) => Value::String(base64::encode(bytes)),
        AttributeValue::Bool(flag) => Value::Bool(*flag),
        AttributeValue::Null => Value::Bool(true),
        AttributeValue::Ss(members) => array(members, |text| Value::String(text.clone())),
        AttributeValue::Ns(members) => array(members, |number| Value::String(number.to_string())),
        AttributeValue::Bs(members) => array(members, |bytes| Value::String(base64::encode(bytes))),
        AttributeValue::L(elements) => array(elements, attribute_value_to_json),
        AttributeValue::M(map) => map_to_json(map),
    };
    Value::Object(Map::from_iter([(value.kind().tag().to_owned(), content)]))
}

/// The DynamoDB JSON of an item.
pub fn item_to_json(item: &Item) -> Value {
    map_to_json(item)
}

/// The value that plain JSON stands for: a string is S, a number N, `true` BOOL, `null` NULL, an array L and an object M.
///
/// Fails if a number is out of range, a name is empty or too long, or values are nested too deeply.
pub fn value_from_plain(json: Value) -> Result<AttributeValue, ValueError> {
    plain_value(json, 1)
}

/// The item that a plain JSON object stands for. Fails as [`value_from_plain`] does.
pub fn item_from_plain(json: Value) -> Result<Item, ValueError> {
    match json {
        Value::Object(members) => plain_map(members, 1).map(Item),
        other => Err(ValueError::wrong_type(WireType::ATTRIBUTE_MAP, &other)),
    }
}

/// The plain JSON of a value: binaries become base64 strings, and sets become arrays.
pub fn plain_from_value(value: &AttributeValue) -> Value {
    match value {
        AttributeValue::S(text) => Value::String(text.clone()),
        AttributeValue::N(number) => plain_number(number),
        AttributeValue::B(bytes) => Value::String(base64::encode(bytes)),
        AttributeValue::Bool(flag) => Value::Bool(*flag),
        AttributeValue::Null => Value::Null,
        AttributeValue::Ss(members) => array(members, |text| Value::String(text.clone())),
        AttributeValue::Ns(members) => array(members, plain_number),
        AttributeValue::Bs(members) => array(members, |bytes| Value::String(base64::encode(bytes))),
        AttributeValue::L(elements) => array(elements, plain_from_value),
        AttributeValue::M(map) => plain_from_map(map),
    }
}

/// The plain JSON of an item.
pub fn plain_from_item(item: &Item) -> Value {
    plain_from_map(item)
}

/// Where in an item plain JSON changes the type of a value: its binaries and its sets.
pub fn changed_by_plain_json(item: &Item) -> Vec<DocumentPath> {
    let mut changed = Vec::new();
    for (name, value) in item.iter() {
        collect_changed(DocumentPath::new(name.clone()), value, &mut changed);
    }
    changed
}

/// Reads DynamoDB JSON to its end, because a serialization fault anywhere is reported before any validation fault.
#[derive(Default)]
struct Decoder {
    invalid: Option<ValueError>,
}

impl Decoder {
    fn decode<T>(read: impl FnOnce(&mut Self) -> Result<T, ValueError>) -> Result<T, ValueError> {
        let mut decoder = Self::default();
        let value = read(&mut decoder)?;
        decoder.invalid.map_or(Ok(value), Err)
    }

    /// Keeps the first validation fault; what was read stands for a value that will not be used.
    fn invalid(&mut self, error: ValueError) -> AttributeValue {
        self.invalid.get_or_insert(error);
        AttributeValue::Null
    }

    fn map(&mut self, json: Value, level: usize) -> Result<AttributeMap, ValueError> {
        let members = match json {
            Value::Object(members) => members,
            other => return Err(ValueError::wrong_type(WireType::ATTRIBUTE_MAP, &other)),
        };
        let mut map = AttributeMap::with_capacity(members.len());
        for (name, json) in members {
            if let Err(error) = check_name(&name) {
                self.invalid(error);
            }
            map.insert(AttributeName::from(name), self.value(json, level)?);
        }
        Ok(map)
    }

    fn value(&mut self, json: Value, level: usize) -> Result<AttributeValue, ValueError> {
        let members = match json {
            Value::Object(members) => members,
            Value::Null => return Ok(self.invalid(ValueError::NoDatatype)),
            other => return Err(ValueError::wrong_type(WireType::ATTRIBUTE_VALUE, &other)),
        };
        if level > NESTING_LEVELS_MAX {
            self.invalid(ValueError::TooDeep);
        }
        let mut value = None;
        // Members with other names and members that are null count as absent.
        for (tag, content) in members {
            let Some(kind) = ValueKind::from_tag(&tag) else { continue };
            if !content.is_null() && value.replace(self.content(kind, content, level)?).is_some() {
                self.invalid(ValueError::SeveralDatatypes);
            }
        }
        Ok(value.unwrap_or_else(|| self.invalid(ValueError::NoDatatype)))
    }

    fn content(
        &mut self,
        kind: ValueKind,
        json: Value,
        level: usize,
    ) -> Result<AttributeValue, ValueError> {
        Ok(match kind {
            ValueKind::S => AttributeValue::S(string(json)?),
            ValueKind::N => match Number::parse(&string(json)?) {
                Ok(number) => AttributeValue::N(number),
                Err(error) => self.invalid(error.into()),
            },
            ValueKind::B => AttributeValue::B(binary(json)?),
            ValueKind::Bool => AttributeValue::Bool(boolean(&json)?),
            ValueKind::Null if boolean(&json)? => AttributeValue::Null,
            ValueKind::Null => self.invalid(ValueError::NullFalse),
            ValueKind::Ss => {
                self.set(kind, members(json, string)?, String::clone, AttributeValue::Ss)
            }
            ValueKind::Ns => self.number_set(&members(json, string)?),
            ValueKind::Bs => {
                let encode = |bytes: &Vec<u8>| base64::encode(bytes);
                self.set(kind, members(json, binary)?, encode, AttributeValue::Bs)
            }
            ValueKind::L => {
                let elements =
                    list(json)?.into_iter().map(|element| self.value(element, level + 1));
                AttributeValue::L(elements.collect::<Result<_, _>>()?)
            }
            ValueKind::M => AttributeValue::M(self.map(json, level + 1)?),
        })
    }

    fn number_set(&mut self, texts: &[String]) -> AttributeValue {
        let numbers = texts.iter().map(|text| Number::parse(text)).collect::<Result<_, _>>();
        match numbers {
            Ok(numbers) => self.set(ValueKind::Ns, numbers, Number::to_string, AttributeValue::Ns),
            Err(error) => self.invalid(error.into()),
        }
    }

    fn set<T: Ord>(
        &mut self,
        kind: ValueKind,
        members: Vec<T>,
        to_text: impl Fn(&T) -> String,
        make: impl Fn(BTreeSet<T>) -> AttributeValue,
    ) -> AttributeValue {
        if members.is_empty() {
            self.invalid(ValueError::EmptySet(kind))
        } else if BTreeSet::from_iter(&members).len() < members.len() {
            let members = members.iter().map(to_text).collect();
            self.invalid(ValueError::Duplicates { kind, members })
        } else {
            make(members.into_iter().collect())
        }
    }
}

fn string(json: Value) -> Result<String, ValueError> {
    match json {
        Value::String(text) => Ok(text),
        other => Err(ValueError::wrong_type(WireType::String, &other)),
    }
}

fn boolean(json: &Value) -> Result<bool, ValueError> {
    json.as_bool().ok_or_else(|| ValueError::wrong_type(WireType::Boolean, json))
}

fn binary(json: Value) -> Result<Vec<u8>, ValueError> {
    match json {
        Value::String(text) => Ok(base64::decode(&text)?),
        other => Err(ValueError::wrong_type(WireType::Blob, &other)),
    }
}

fn list(json: Value) -> Result<Vec<Value>, ValueError> {
    match json {
        Value::Array(elements) => Ok(elements),
        other => Err(ValueError::wrong_type(WireType::List, &other)),
    }
}

fn members<T>(
    json: Value,
    read: impl Fn(Value) -> Result<T, ValueError>,
) -> Result<Vec<T>, ValueError> {
    list(json)?.into_iter().map(read).collect()
}

/// Checks the length of a name, at the top level or in a map.
fn check_name(name: &str) -> Result<(), ValueError> {
    match name.len() {
        0 => Err(ValueError::EmptyName),
        1..=NAME_SIZE_MAX => Ok(()),
        _ => Err(ValueError::LongName),
    }
}

fn map_to_json(map: &AttributeMap) -> Value {
    Value::Object(
        map.iter()
            .map(|(name, value)| (name.as_str().to_owned(), attribute_value_to_json(value)))
            .collect(),
    )
}

fn array<'value, T: 'value>(
    members: impl IntoIterator<Item = &'value T>,
    to_json: impl Fn(&T) -> Value,
) -> Value {
    members.into_iter().map(to_json).collect()
}

fn plain_value(json: Value, level: usize) -> Result<AttributeValue, ValueError> {
    if level > NESTING_LEVELS_MAX {
        return Err(ValueError::TooDeep);
    }
    Ok(match json {
        Value::Null => AttributeValue::Null,
        Value::Bool(flag) => AttributeValue::Bool(flag),
        Value::Number(number) => AttributeValue::N(Number::parse(number.as_str())?),
        Value::String(text) => AttributeValue::S(text),
        Value::Array(elements) => {
            let elements = elements.into_iter().map(|element| plain_value(element, level + 1));
            AttributeValue::L(elements.collect::<Result<_, _>>()?)
        }
        Value::Object(members) => AttributeValue::M(plain_map(members, level + 1)?),
    })
}

fn plain_map(members: Map<String, Value>, level: usize) -> Result<AttributeMap, ValueError> {
    let members = members.into_iter().map(|(name, json)| {
        check_name(&name)?;
        Ok((AttributeName::from(name), plain_value(json, level)?))
    });
    members.collect()
}

fn plain_from_map(map: &AttributeMap) -> Value {
    Value::Object(
        map.iter()
            .map(|(name, value)| (name.as_str().to_owned(), plain_from_value(value)))
            .collect(),
    )
}

fn plain_number(number: &Number) -> Value {
    Value::Number(serde_json::Number::from_string_unchecked(number.to_string()))
}

fn collect_changed(path: DocumentPath, value: &AttributeValue, changed: &mut Vec<DocumentPath>) {
    match value {
        AttributeValue::S(_)
        | AttributeValue::N(_)
        | AttributeValue::Bool(_)
        | AttributeValue::Null => {}
        AttributeValue::B(_)
        | AttributeValue::Ss(_)
        | AttributeValue::Ns(_)
        | AttributeValue::Bs(_) => changed.push(path),
        AttributeValue::L(elements) => {
            for (position, element) in elements.iter().enumerate() {
                collect_changed(path.child(PathElement::Position(position)), element, changed);
            }
        }
        AttributeValue::M(map) => {
            for (name, member) in map.iter() {
                collect_changed(path.child(PathElement::Name(name.clone())), member, changed);
            }
        }
    }
}
