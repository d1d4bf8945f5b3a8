//! DynamoDB JSON and plain JSON, to and from values.
//!
//! **DynamoDB JSON** tags each value with its type: `{"N": "5"}`. It is what requests and replies hold, and loses nothing.
//! **Plain JSON** is what a document client shows: `5`. Binaries become base64 strings and sets become arrays, so they
//! come back as strings and lists; [`changed_by_plain_json`] names them.
//!
//! Values are read from [`Json`], straight from the text of a request. The functions that take a [`Value`] are for
//! callers that already have one; they are slower.

pub mod error;
pub(crate) mod words;

use std::collections::BTreeSet;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::api::value::error::{DuplicateWords, FaultClass, ValueError, WireType};
use crate::json::text::{Json, JsonArray, JsonText};
use crate::model::attribute_value::{AttributeValue, NESTING_LEVELS_MAX, ValueKind};
use crate::model::base64;
use crate::model::document_path::{DocumentPath, PathElement};
use crate::model::item::{AttributeMap, Item};
use crate::model::name::AttributeName;
use crate::model::number::Number;

/// Bytes of an attribute's name. Source: the same page; Observed: 64 KB itself is rejected.
pub const NAME_SIZE_MAX: usize = 65_535;

/// Reads a value from DynamoDB JSON, as in `{"S": "ann"}`.
///
/// Of several errors, the first serialization fault is returned, or else the first validation fault.
pub fn read_attribute_value(json: Json<'_>) -> Result<AttributeValue, ValueError> {
    Decoder::default().decode(|decoder| decoder.value(json, 1))
}

/// Reads an item, or a key, from DynamoDB JSON, as in `{"id": {"S": "ann"}}`. Fails as [`read_attribute_value`] does.
///
/// ```
/// use engine::api::value::{item_to_json, read_item};
/// use engine::json::text::JsonText;
///
/// let text = JsonText::parse(r#"{ "id": { "S": "ann" }, "visits": { "N": "1e1" } }"#).unwrap();
/// let item = read_item(text.root()).unwrap();
/// assert_eq!(item_to_json(&item).to_string(), r#"{"id":{"S":"ann"},"visits":{"N":"10"}}"#);
/// ```
pub fn read_item(json: Json<'_>) -> Result<Item, ValueError> {
    read_item_like(json, None)
}

/// Reads an item that probably has the attributes of another, and shares their names with it.
/// Fails as [`read_attribute_value`] does.
pub fn read_item_like(json: Json<'_>, other: Option<&Item>) -> Result<Item, ValueError> {
    let decoder = Decoder { known_names: other.map(|item| &item.0), ..Decoder::default() };
    decoder.decode(|decoder| decoder.map(json, 1)).map(Item)
}

/// A value from DynamoDB JSON. Fails as [`read_attribute_value`] does.
pub fn attribute_value_from_json(json: Value) -> Result<AttributeValue, ValueError> {
    from_printed(json, read_attribute_value)
}

/// An item, or a key, from DynamoDB JSON. Fails as [`read_attribute_value`] does.
pub fn item_from_json(json: Value) -> Result<Item, ValueError> {
    from_printed(json, read_item)
}

/// The DynamoDB JSON of a value, as a tree.
pub fn attribute_value_to_json(value: &AttributeValue) -> Value {
    serde_json::to_value(value).expect("all names are strings")
}

/// The DynamoDB JSON of an item, as a tree.
pub fn item_to_json(item: &Item) -> Value {
    serde_json::to_value(item).expect("all names are strings")
}

/// Writes DynamoDB JSON.
impl Serialize for AttributeValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tag = self.kind().tag();
        match self {
            Self::S(text) => tagged(serializer, tag, text),
            Self::N(number) => tagged(serializer, tag, &number.to_string()),
            Self::B(bytes) => tagged(serializer, tag, &base64::encode(bytes)),
            Self::Bool(flag) => tagged(serializer, tag, flag),
            Self::Null => tagged(serializer, tag, &true),
            Self::Ss(members) => tagged(serializer, tag, members),
            Self::Ns(members) => {
                let members: Vec<String> = members.iter().map(Number::to_string).collect();
                tagged(serializer, tag, &members)
            }
            Self::Bs(members) => {
                let members: Vec<String> = members.iter().map(|it| base64::encode(it)).collect();
                tagged(serializer, tag, &members)
            }
            Self::L(elements) => tagged(serializer, tag, elements),
            Self::M(map) => tagged(serializer, tag, map),
        }
    }
}

/// Writes an object with one member, whose name is the type of the value in it.
fn tagged<S: Serializer>(
    serializer: S,
    tag: &'static str,
    content: &(impl Serialize + ?Sized),
) -> Result<S::Ok, S::Error> {
    // The first two arguments are for formats other than JSON.
    serializer.serialize_newtype_variant("AttributeValue", 0, tag, content)
}

/// Writes DynamoDB JSON.
impl Serialize for AttributeMap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|(name, value)| (name.as_str(), value)))
    }
}

/// Writes DynamoDB JSON.
impl Serialize for Item {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// The value of plain JSON: a string is S, a number N, `true` BOOL, `null` NULL, an array L and an object M.
///
/// Fails if a number is out of range, a name is empty or too long, or values are nested too deeply.
pub fn value_from_plain(json: Value) -> Result<AttributeValue, ValueError> {
    plain_value(json, 1)
}

/// The item of a plain JSON object. Fails as [`value_from_plain`] does.
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
/// Its result after a fault is a placeholder that is not used.
#[derive(Default)]
struct Decoder<'k> {
    /// Attributes of which the names can be shared.
    known_names: Option<&'k AttributeMap>,
    /// The first serialization fault.
    unreadable: Option<ValueError>,
    /// The first validation fault.
    invalid: Option<ValueError>,
    /// The first fault of a name within a value.
    nested_name: Option<ValueError>,
}

impl Decoder<'_> {
    fn decode<T>(mut self, read: impl FnOnce(&mut Self) -> T) -> Result<T, ValueError> {
        let value = read(&mut self);
        // Observed: 2026-10, names at the top level are checked before depth, all others after it. Model: the others come
        // after all faults of values.
        self.unreadable.or(self.invalid).or(self.nested_name).map_or(Ok(value), Err)
    }

    fn fault(&mut self, error: ValueError) {
        let first = match error.class() {
            FaultClass::Serialization => &mut self.unreadable,
            FaultClass::Validation => &mut self.invalid,
        };
        first.get_or_insert(error);
    }

    /// The value, if there is one; its fault is kept.
    fn check<T>(&mut self, read: Result<T, ValueError>) -> Option<T> {
        read.map_err(|error| self.fault(error)).ok()
    }

    fn map(&mut self, json: Json<'_>, level: usize) -> AttributeMap {
        let Json::Object(members) = json else {
            self.fault(ValueError::wrong_type(WireType::ATTRIBUTE_MAP, json));
            return AttributeMap::default();
        };
        for name in members.iter().filter_map(|(name, _)| check_name(name).err()) {
            if level == 1 {
                self.fault(name);
            } else {
                self.nested_name.get_or_insert(name);
            }
        }
        let mut attributes = Vec::with_capacity(members.len());
        for (name, json) in members.iter() {
            attributes.push((self.name(name), self.value(json, level)));
        }
        AttributeMap::from(attributes)
    }

    fn name(&self, text: &str) -> AttributeName {
        let known = self.known_names.and_then(|known| known.get_entry(text));
        known.map_or_else(|| AttributeName::from(text), |(name, _)| name.clone())
    }

    fn value(&mut self, json: Json<'_>, level: usize) -> AttributeValue {
        let Json::Object(members) = json else {
            self.fault(match json {
                Json::Null => ValueError::NoDatatype,
                other => ValueError::wrong_type(WireType::ATTRIBUTE_VALUE, other),
            });
            return AttributeValue::Null;
        };
        if level > NESTING_LEVELS_MAX {
            self.fault(ValueError::TooDeep);
        }
        let mut first = None;
        for (tag, content) in members.iter() {
            // Members with other names and members that are null count as absent.
            let Some(kind) = ValueKind::from_tag(tag).filter(|_| !content.is_null()) else {
                continue;
            };
            let value = self.content(kind, content, level);
            if first.is_none() {
                first = Some(value);
            } else {
                self.fault(ValueError::SeveralDatatypes);
            }
        }
        first.unwrap_or_else(|| {
            self.fault(ValueError::NoDatatype);
            AttributeValue::Null
        })
    }

    fn content(&mut self, kind: ValueKind, json: Json<'_>, level: usize) -> AttributeValue {
        match kind {
            ValueKind::S => {
                AttributeValue::S(self.check(string(json)).unwrap_or_default().to_owned())
            }
            ValueKind::N => AttributeValue::N(self.check(number(json)).unwrap_or_default()),
            ValueKind::B => AttributeValue::B(self.check(binary(json)).unwrap_or_default()),
            ValueKind::Bool => AttributeValue::Bool(self.check(boolean(json)).unwrap_or_default()),
            ValueKind::Null => {
                if let Some(false) = self.check(boolean(json)) {
                    self.fault(ValueError::NullFalse);
                }
                AttributeValue::Null
            }
            ValueKind::Ss => {
                let read = |member| string(member).map(str::to_owned);
                AttributeValue::Ss(self.set(kind, json, read))
            }
            ValueKind::Ns => AttributeValue::Ns(self.set(kind, json, number)),
            ValueKind::Bs => AttributeValue::Bs(self.set(kind, json, binary)),
            ValueKind::L => {
                let mut elements = Vec::new();
                if let Some(list) = self.check(list(json)) {
                    for element in list.iter() {
                        elements.push(self.value(element, level + 1));
                    }
                }
                AttributeValue::L(elements)
            }
            ValueKind::M => AttributeValue::M(self.map(json, level + 1)),
        }
    }

    fn set<'j, T: Ord>(
        &mut self,
        kind: ValueKind,
        json: Json<'j>,
        read: fn(Json<'j>) -> Result<T, ValueError>,
    ) -> BTreeSet<T> {
        let Some(elements) = self.check(list(json)) else { return BTreeSet::new() };
        if elements.is_empty() {
            self.fault(ValueError::EmptySet(kind));
        }
        let mut set = BTreeSet::new();
        let mut count = 0;
        for element in elements.iter() {
            if element.is_null() {
                self.fault(ValueError::NullInSet(kind));
                continue;
            }
            if let Some(member) = self.check(read(element)) {
                set.insert(member);
                count += 1;
            }
        }
        if set.len() < count {
            self.fault(duplicates(kind, elements));
        }
        set
    }
}

/// The error of a set with equal members: of them all, because all other faults come before.
fn duplicates(kind: ValueKind, elements: JsonArray<'_>) -> ValueError {
    let mut members = Vec::new();
    for element in elements.iter() {
        members.extend(match kind {
            ValueKind::Ns => number(element).map(|number| number.to_string()),
            _ => string(element).map(str::to_owned),
        });
    }
    ValueError::Duplicates { kind, members, words: DuplicateWords::Newer }
}

fn string(json: Json<'_>) -> Result<&str, ValueError> {
    match json {
        Json::String(text) => Ok(text),
        other => Err(ValueError::wrong_type(WireType::String, other)),
    }
}

fn number(json: Json<'_>) -> Result<Number, ValueError> {
    Ok(Number::parse(string(json)?)?)
}

/// A truth value, which a request may also write as a word, in letters of any case.
///
/// Observed: 2026, requests that were sent to the service.
pub(crate) fn boolean(json: Json<'_>) -> Result<bool, ValueError> {
    let is_one_of = |word: &str, words: [&str; 5]| {
        words.iter().any(|candidate| candidate.eq_ignore_ascii_case(word))
    };
    match json {
        Json::Bool(flag) => Ok(flag),
        Json::String(word) if is_one_of(word, ["true", "t", "yes", "y", "1"]) => Ok(true),
        Json::String(word) if is_one_of(word, ["false", "f", "no", "n", "0"]) => Ok(false),
        other => Err(ValueError::wrong_type(WireType::LenientBoolean, other)),
    }
}

fn binary(json: Json<'_>) -> Result<Vec<u8>, ValueError> {
    match json {
        Json::String(text) => Ok(base64::decode(text)?),
        other => Err(ValueError::wrong_type(WireType::Blob, other)),
    }
}

fn list(json: Json<'_>) -> Result<JsonArray<'_>, ValueError> {
    match json {
        Json::Array(elements) => Ok(elements),
        other => Err(ValueError::wrong_type(WireType::List, other)),
    }
}

/// Reads a JSON value by way of its text.
fn from_printed<T>(
    json: Value,
    read: impl FnOnce(Json<'_>) -> Result<T, ValueError>,
) -> Result<T, ValueError> {
    let text = json.to_string();
    // A printed value is JSON; all that can be wrong with it is its depth.
    JsonText::parse(&text).map_or(Err(ValueError::TooDeep), |text| read(text.root()))
}

/// Checks the length of a name, at the top level or in a map.
pub(crate) fn check_name(name: &str) -> Result<(), ValueError> {
    match name.len() {
        0 => Err(ValueError::EmptyName),
        1..=NAME_SIZE_MAX => Ok(()),
        _ => Err(ValueError::LongName),
    }
}

fn plain_from_map(map: &AttributeMap) -> Value {
    let mut object = Map::new();
    for (name, value) in map.iter() {
        object.insert(name.as_str().to_owned(), plain_from_value(value));
    }
    Value::Object(object)
}

fn array<'m, T: 'm>(
    members: impl IntoIterator<Item = &'m T>,
    to_json: impl Fn(&T) -> Value,
) -> Value {
    Value::Array(members.into_iter().map(to_json).collect())
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
            let mut list = Vec::with_capacity(elements.len());
            for element in elements {
                list.push(plain_value(element, level + 1)?);
            }
            AttributeValue::L(list)
        }
        Value::Object(members) => AttributeValue::M(plain_map(members, level + 1)?),
    })
}

fn plain_map(members: Map<String, Value>, level: usize) -> Result<AttributeMap, ValueError> {
    let mut attributes = Vec::with_capacity(members.len());
    for (name, json) in members {
        check_name(&name)?;
        attributes.push((AttributeName::from(name), plain_value(json, level)?));
    }
    Ok(AttributeMap::from(attributes))
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::model::bytes::Bytes;

    fn parse(text: &str) -> Value {
        serde_json::from_str(text).unwrap()
    }

    /// Reads a value and shows it as DynamoDB JSON, or the exception and its words.
    #[track_caller]
    fn check(text: &str, outcome: &str) {
        let read = attribute_value_from_json(parse(text));
        let shown = match &read {
            Ok(value) => attribute_value_to_json(value).to_string(),
            Err(error) => format!("{:?}: {error}", error.class()),
        };
        assert_eq!(shown, outcome);
    }

    #[test]
    fn each_type_has_its_tag() {
        for text in [
            r#"{"S":"ann"}"#,
            r#"{"S":""}"#,
            r#"{"N":"-1.5"}"#,
            r#"{"B":"AAEC"}"#,
            r#"{"B":""}"#,
            r#"{"BOOL":false}"#,
            r#"{"NULL":true}"#,
            r#"{"SS":["a","b"]}"#,
            r#"{"NS":["-1","2","10"]}"#,
            r#"{"BS":["AA==","AQ=="]}"#,
            r#"{"L":[]}"#,
            r#"{"L":[{"S":"a"},{"L":[{"N":"1"}]}]}"#,
            r#"{"M":{}}"#,
            r#"{"M":{"a":{"M":{"b":{"NULL":true}}}}}"#,
        ] {
            check(text, text);
        }
    }

    #[test]
    fn a_set_is_in_order_and_a_number_in_normal_form() {
        check(r#"{"N":"+010.0"}"#, r#"{"N":"10"}"#);
        check(r#"{"SS":["b","¿","a","Z"]}"#, r#"{"SS":["Z","a","b","¿"]}"#);
        check(r#"{"NS":["10","9","-1e1"]}"#, r#"{"NS":["-10","9","10"]}"#);
    }

    #[test]
    fn unknown_and_null_members_count_as_absent() {
        check(r#"{"S":"a","N":null,"X":5}"#, r#"{"S":"a"}"#);
    }

    #[test]
    fn json_of_another_type_is_a_serialization_fault() {
        let package = "com.amazonaws.dynamodb.v20120810";
        for (text, words) in [
            (r#"{"N":5}"#, "NUMBER_VALUE cannot be converted to String"),
            (r#"{"N":5.0}"#, "DECIMAL_VALUE cannot be converted to String"),
            (r#"{"S":true}"#, "TRUE_VALUE cannot be converted to String"),
            (r#"{"S":false}"#, "FALSE_VALUE cannot be converted to String"),
            (r#"{"S":{}}"#, "Start of structure or map found where not expected"),
            (r#"{"S":[]}"#, "Unrecognized collection type class java.lang.String"),
            (r#"{"BOOL":"maybe"}"#, "Unexpected token received from parser"),
            (r#"{"BOOL":[]}"#, ""),
            (r#"{"NULL":1}"#, "NUMBER_VALUE cannot be converted to Boolean"),
            (r#"{"SS":"a"}"#, "Unexpected field type"),
            (r#"{"SS":{}}"#, "Start of structure or map found where not expected"),
            (r#"{"SS":["a",1]}"#, "NUMBER_VALUE cannot be converted to String"),
            (r#"{"NS":[1]}"#, "NUMBER_VALUE cannot be converted to String"),
            (r#"{"B":1}"#, "only base-64-encoded strings are convertible to bytes"),
            (r#"{"B":[]}"#, "Unrecognized collection type class java.nio.ByteBuffer"),
            (
                r#"{"B":"abc"}"#,
                "Base64 encoded length is expected a multiple of 4 bytes but found: 3",
            ),
            (r#"{"L":"a"}"#, "Unexpected field type"),
            (r#"{"L":["a"]}"#, "Unexpected value type in payload"),
            (r#"{"M":"a"}"#, "Unexpected field type"),
            (
                r#"{"M":[]}"#,
                &format!(
                    "Unrecognized collection type java.util.Map<java.lang.String, {package}.AttributeValue>"
                ),
            ),
            (r#""a""#, "Unexpected value type in payload"),
            ("[]", &format!("Unrecognized collection type class {package}.AttributeValue")),
        ] {
            check(text, &format!("Serialization: {words}"));
        }
    }

    #[test]
    fn a_value_that_no_table_accepts_is_a_validation_fault() {
        let invalid = "One or more parameter values were invalid:";
        let datatypes = "must contain exactly one of the supported datatypes";
        for (text, words) in [
            ("{}", format!("Supplied AttributeValue is empty, {datatypes}")),
            ("null", format!("Supplied AttributeValue is empty, {datatypes}")),
            (r#"{"X":"a"}"#, format!("Supplied AttributeValue is empty, {datatypes}")),
            (
                r#"{"S":"a","N":"1"}"#,
                format!("Supplied AttributeValue has more than one datatypes set, {datatypes}"),
            ),
            (
                r#"{"NULL":false}"#,
                format!("{invalid} Null attribute value types must have the value of true"),
            ),
            (r#"{"SS":[]}"#, format!("{invalid} An string set  may not be empty")),
            (r#"{"NS":[]}"#, format!("{invalid} An number set  may not be empty")),
            (r#"{"BS":[]}"#, format!("{invalid} Binary sets should not be empty")),
            (
                r#"{"SS":["a",null]}"#,
                format!("{invalid} An string set may not have a null string as a member"),
            ),
            (r#"{"NS":[null]}"#, format!("Supplied AttributeValue is empty, {datatypes}")),
            (
                r#"{"SS":["m","k","z","k","m"]}"#,
                format!(
                    r#"{invalid} Input collection ["k", "m", "z", "k", "m"] contains duplicates."#
                ),
            ),
            (r#"{"NS":["1","1.0"]}"#, format!("{invalid} Input collection contains duplicates.")),
            (
                r#"{"BS":["Aw==","AQ==","Aw=="]}"#,
                format!(
                    r#"{invalid} Input collection ["AQ==","Aw==","Aw=="]of type BS contains duplicates."#
                ),
            ),
            (
                r#"{"N":"dog"}"#,
                "The parameter cannot be converted to a numeric value: dog".to_owned(),
            ),
            (
                r#"{"NS":["1",""]}"#,
                "The parameter cannot be converted to a numeric value: ".to_owned(),
            ),
            (r#"{"M":{"":{"S":"a"}}}"#, "Empty attribute name".to_owned()),
        ] {
            check(text, &format!("Validation: {words}"));
        }
    }

    #[test]
    fn a_serialization_fault_is_reported_before_a_validation_fault() {
        check(
            r#"{"L":[{"N":"dog"},{"S":5}]}"#,
            "Serialization: NUMBER_VALUE cannot be converted to String",
        );
    }

    #[test]
    fn of_several_validation_faults_the_first_is_reported() {
        check(
            r#"{"L":[{"N":"dog"},{}]}"#,
            "Validation: The parameter cannot be converted to a numeric value: dog",
        );
    }

    fn nested_lists(levels: usize) -> Value {
        (1..levels).fold(json!({ "L": [] }), |inner, _| json!({ "L": [inner] }))
    }

    #[test]
    fn values_nest_thirty_two_levels_deep() {
        assert!(attribute_value_from_json(nested_lists(32)).is_ok());
        assert_eq!(attribute_value_from_json(nested_lists(33)), Err(ValueError::TooDeep));
        assert!(item_from_json(json!({ "a": nested_lists(32) })).is_ok());
        assert_eq!(item_from_json(json!({ "a": nested_lists(33) })), Err(ValueError::TooDeep));
    }

    #[test]
    fn a_name_has_up_to_65_535_bytes() {
        let item = |length| item_from_json(json!({ "n".repeat(length): { "S": "" } }));
        assert_eq!(item(0), Err(ValueError::EmptyName));
        assert!(item(65_535).is_ok());
        assert_eq!(item(65_536), Err(ValueError::LongName));
        assert_eq!(ValueError::LongName.class(), FaultClass::Validation);
    }

    #[test]
    fn an_item_shares_the_names_of_one_like_it() {
        let text = r#"{"id":{"S":"a"},"m":{"M":{"id":{"N":"1"}}}}"#;
        let first = item_from_json(parse(text)).unwrap();
        let text = JsonText::parse(text).unwrap();
        let second = read_item_like(text.root(), Some(&first)).unwrap();
        assert_eq!(first, second);
        let name = |item: &Item| item.get_entry("id").unwrap().0.as_ptr();
        assert_eq!(name(&first), name(&second));
    }

    #[test]
    fn an_item_has_the_size_of_its_names_and_values() {
        let replay = format!(
            r#"{{"UserId":{{"S":"Padma"}},"GameId":{{"S":"G07"}},"Score":{{"N":"310"}},
                "Date":{{"S":"2024-02-05"}},"Replay":{{"S":"{}"}}}}"#,
            "x".repeat(2000)
        );
        for (text, size) in [
            (r#"{"shirt-color":{"S":"R"},"shirt-size":{"S":"M"}}"#, 23),
            (r#"{"pk":{"S":"a"}}"#, 3),
            (r#"{"pk":{"S":"a"},"n":{"N":"-42"}}"#, 7),
            (r#"{"l":{"L":[]}}"#, 4),
            (r#"{"l":{"L":[{"N":"1"},{"S":"ab"}]}}"#, 10),
            (r#"{"m":{"M":{"a":{"BOOL":true}}}}"#, 7),
            (r#"{"m":{"M":{"a":{"M":{}}}}}"#, 9),
            (r#"{"s":{"SS":["a","bcd"]}}"#, 5),
            (r#"{"s":{"NS":["1","-1","100"]}}"#, 8),
            (r#"{"b":{"B":"AAEC"}}"#, 4),
            (r#"{"x":{"NULL":true}}"#, 2),
            (r#"{"naïve":{"S":"漢字"}}"#, 12),
            (&replay, 2048),
        ] {
            assert_eq!(item_from_json(parse(text)).unwrap().size(), Bytes(size), "{text}");
        }
    }

    #[test]
    fn plain_json_stands_for_six_types() {
        let plain = r#"{"b":true,"l":[1.5,"x",null],"m":{"n":12345678901234567890123},"s":"ann"}"#;
        let item = item_from_plain(parse(plain)).unwrap();
        let tagged = concat!(
            r#"{"b":{"BOOL":true},"l":{"L":[{"N":"1.5"},{"S":"x"},{"NULL":true}]},"#,
            r#""m":{"M":{"n":{"N":"12345678901234567890123"}}},"s":{"S":"ann"}}"#
        );
        assert_eq!(item_to_json(&item).to_string(), tagged);
        assert_eq!(plain_from_item(&item).to_string(), plain);
        assert_eq!(changed_by_plain_json(&item), []);
    }

    #[test]
    fn plain_json_changes_sets_and_binaries_and_says_so() {
        let tagged = concat!(
            r#"{"a":{"B":"AAEC"},"l":{"L":[{"S":"x"},{"NS":["2","1"]}]},"#,
            r#""m":{"M":{"s":{"SS":["x"]}}},"n":{"N":"1"}}"#
        );
        let item = item_from_json(parse(tagged)).unwrap();
        let plain = r#"{"a":"AAEC","l":["x",[1,2]],"m":{"s":["x"]},"n":1}"#;
        assert_eq!(plain_from_item(&item).to_string(), plain);
        let changed = changed_by_plain_json(&item).into_iter().map(|path| path.to_string());
        assert_eq!(changed.collect::<Vec<_>>(), ["a", "l[1]", "m.s"]);
    }

    #[test]
    fn plain_json_has_the_limits_of_values() {
        let error = |text| item_from_plain(parse(text)).unwrap_err().to_string();
        assert!(error(r#"{"n":1e126}"#).starts_with("Number overflow."));
        assert!(error(r#"{"":1}"#).ends_with("Empty attribute name"));
        assert_eq!(error("5"), "Unexpected field type");
        let nested = |levels| (1..levels).fold(json!([]), |inner, _| json!([inner]));
        assert!(value_from_plain(nested(32)).is_ok());
        assert_eq!(value_from_plain(nested(33)), Err(ValueError::TooDeep));
    }

    fn any_value() -> impl Strategy<Value = AttributeValue> {
        let any_number = || any::<i64>().prop_map(Number::from);
        let leaf = prop_oneof![
            any::<String>().prop_map(AttributeValue::S),
            any_number().prop_map(AttributeValue::N),
            any::<Vec<u8>>().prop_map(AttributeValue::B),
            any::<bool>().prop_map(AttributeValue::Bool),
            Just(AttributeValue::Null),
            prop::collection::vec(any::<String>(), 1..4)
                .prop_map(|members| AttributeValue::Ss(members.into_iter().collect())),
            prop::collection::vec(any_number(), 1..4)
                .prop_map(|members| AttributeValue::Ns(members.into_iter().collect())),
            prop::collection::vec(any::<Vec<u8>>(), 1..4)
                .prop_map(|members| AttributeValue::Bs(members.into_iter().collect())),
        ];
        leaf.prop_recursive(4, 20, 5, |inner| {
            let name = "[a-zé]{1,3}".prop_map(AttributeName::from);
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(AttributeValue::L),
                prop::collection::vec((name, inner), 0..5)
                    .prop_map(|members| AttributeValue::M(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn a_value_survives_the_wire(value in any_value()) {
            let text = attribute_value_to_json(&value).to_string();
            prop_assert_eq!(attribute_value_from_json(parse(&text)), Ok(value));
        }

        #[test]
        fn plain_json_keeps_what_it_does_not_name(value in any_value()) {
            let item = Item::from_iter([(AttributeName::from("a"), value)]);
            let plain = item_from_plain(plain_from_item(&item)).unwrap();
            prop_assert_eq!(plain == item, changed_by_plain_json(&item).is_empty());
        }
    }
}
