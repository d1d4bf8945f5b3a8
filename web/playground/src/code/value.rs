//! The attribute values of a request: where they are, and how they change between DynamoDB JSON and native values.

use std::collections::BTreeSet;

use engine::model::base64;
use engine::model::number::Number;

use crate::code::literal::Literal;

/// Significant digits that a number of DynamoDB can have.
const DIGIT_COUNT_MAX: usize = 38;

/// How an attribute value is converted; `None` if that is impossible.
pub(super) type Convert = fn(Literal) -> Option<Literal>;

/// What a value in a request is.
#[derive(Debug, Clone, Copy)]
enum Place {
    /// An attribute value.
    Value,
    /// A list of attribute values.
    Values,
    /// A map of names to attribute values.
    Attributes,
    /// A list of such maps.
    Keys,
    /// A map with names of the user's choice to structures, or to lists of structures.
    Structures,
    /// Members that DynamoDB names, a list of such structures, or a scalar.
    Structure,
    /// Tags: a tag has a `Key` and a `Value` that are strings.
    Tags,
}

/// Converts each attribute value of a request.
pub(super) fn convert_values(request: Literal, convert: Convert) -> Option<Literal> {
    convert_at(Place::Structure, request, convert)
}

fn convert_at(place: Place, literal: Literal, convert: Convert) -> Option<Literal> {
    match (place, literal) {
        (Place::Value, value) => convert(value),
        (Place::Tags, tags) => Some(tags),
        (Place::Values, Literal::List(values)) => {
            values.into_iter().map(convert).collect::<Option<_>>().map(Literal::List)
        }
        (Place::Attributes, Literal::Map(members)) => {
            let converted = members.into_iter().map(|(name, value)| Some((name, convert(value)?)));
            converted.collect::<Option<_>>().map(Literal::Map)
        }
        (Place::Keys, list) => convert_in(Place::Attributes, list, convert),
        (Place::Structures, Literal::Map(members)) => {
            let converted = members
                .into_iter()
                .map(|(name, value)| Some((name, convert_at(Place::Structure, value, convert)?)));
            converted.collect::<Option<_>>().map(Literal::Map)
        }
        (Place::Structure, Literal::Map(members)) => {
            let converted = members.into_iter().map(|(name, value)| {
                let converted = convert_at(place_of(&name), value, convert)?;
                Some((name, converted))
            });
            converted.collect::<Option<_>>().map(Literal::Map)
        }
        (Place::Structure, list @ Literal::List(_)) => convert_in(Place::Structure, list, convert),
        (Place::Values | Place::Attributes | Place::Structures | Place::Structure, other) => {
            Some(other)
        }
    }
}

fn convert_in(place: Place, list: Literal, convert: Convert) -> Option<Literal> {
    let Literal::List(elements) = list else { return Some(list) };
    let converted = elements.into_iter().map(|element| convert_at(place, element, convert));
    converted.collect::<Option<_>>().map(Literal::List)
}

/// What a member is that DynamoDB names.
fn place_of(member: &str) -> Place {
    match member {
        "Item" | "Key" | "ExpressionAttributeValues" | "ExclusiveStartKey" => Place::Attributes,
        "Keys" => Place::Keys,
        "Tags" => Place::Tags,
        "Value" => Place::Value,
        "AttributeValueList" | "Parameters" => Place::Values,
        "RequestItems" | "Expected" | "AttributeUpdates" | "KeyConditions" | "QueryFilter"
        | "ScanFilter" => Place::Structures,
        _ => Place::Structure,
    }
}

/// DynamoDB JSON with its binaries as bytes, as clients take them. `None` for base64 that cannot be read.
pub(super) fn with_bytes(typed: Literal) -> Option<Literal> {
    let Literal::Map(members) = typed else { return Some(typed) };
    let mut converted = Vec::with_capacity(members.len());
    for (tag, content) in members {
        let content = match (tag.as_str(), content) {
            ("B", content) => decoded(content)?,
            ("BS", Literal::List(members)) => {
                Literal::List(members.into_iter().map(decoded).collect::<Option<_>>()?)
            }
            ("L", Literal::List(elements)) => {
                Literal::List(elements.into_iter().map(with_bytes).collect::<Option<_>>()?)
            }
            ("M", Literal::Map(members)) => {
                let converted =
                    members.into_iter().map(|(name, value)| Some((name, with_bytes(value)?)));
                Literal::Map(converted.collect::<Option<_>>()?)
            }
            (_, content) => content,
        };
        converted.push((tag, content));
    }
    Some(Literal::Map(converted))
}

fn decoded(content: Literal) -> Option<Literal> {
    base64::decode(content.as_text()?).ok().map(Literal::Bytes)
}

/// The native value of DynamoDB JSON. `None` if a document client would not send the same: for what DynamoDB rejects,
/// such as an empty set or a number with 39 digits.
pub(super) fn native(typed: Literal) -> Option<Literal> {
    let Literal::Map(members) = typed else { return None };
    let [(tag, content)] = <[_; 1]>::try_from(members).ok()?;
    match (tag.as_str(), content) {
        ("S", Literal::Text(text)) => Some(Literal::Text(text)),
        ("N", Literal::Text(text)) => native_number(Literal::Text(text)),
        ("B", content) => decoded(content),
        ("BOOL", Literal::Bool(flag)) => Some(Literal::Bool(flag)),
        ("NULL", Literal::Bool(true)) => Some(Literal::Null),
        ("SS", Literal::List(members)) => native_set(members, Some),
        ("NS", Literal::List(members)) => native_set(members, native_number),
        ("BS", Literal::List(members)) => native_set(members, decoded),
        ("L", Literal::List(elements)) => {
            elements.into_iter().map(native).collect::<Option<_>>().map(Literal::List)
        }
        ("M", Literal::Map(members)) => {
            let converted = members.into_iter().map(|(name, value)| Some((name, native(value)?)));
            converted.collect::<Option<_>>().map(Literal::Map)
        }
        _ => None,
    }
}

fn native_number(text: Literal) -> Option<Literal> {
    let number = Number::parse(text.as_text()?).ok()?;
    Some(Literal::Number(without_needless_zeros(&number.to_string())))
}

/// A number with an exponent if it has more than 38 digits otherwise: boto3 counts the zeros at the end of an integer.
fn without_needless_zeros(text: &str) -> String {
    let digits = text.trim_start_matches('-');
    if digits.len() <= DIGIT_COUNT_MAX {
        return text.to_owned();
    }
    let sign = if digits.len() < text.len() { "-" } else { "" };
    match digits.split_once('.') {
        None => {
            let significant = digits.trim_end_matches('0');
            format!("{sign}{significant}E+{}", digits.len() - significant.len())
        }
        Some(("0", decimals)) => {
            format!("{sign}{}E-{}", decimals.trim_start_matches('0'), decimals.len())
        }
        Some(_) => text.to_owned(),
    }
}

fn native_set(members: Vec<Literal>, convert: Convert) -> Option<Literal> {
    let members: Vec<Literal> = members.into_iter().map(convert).collect::<Option<_>>()?;
    let of_one_type = members
        .iter()
        .all(|it| matches!(it, Literal::Text(_) | Literal::Number(_) | Literal::Bytes(_)));
    let distinct: BTreeSet<String> = members.iter().map(|member| format!("{member:?}")).collect();
    let is_set = of_one_type && !members.is_empty() && distinct.len() == members.len();
    is_set.then_some(Literal::Set(members))
}

/// The DynamoDB JSON of a native value. `None` for a set of values that no set can have.
pub(super) fn typed(native: Literal) -> Option<Literal> {
    Some(match native {
        Literal::Null => Literal::single("NULL", Literal::Bool(true)),
        Literal::Bool(flag) => Literal::single("BOOL", Literal::Bool(flag)),
        Literal::Number(text) => Literal::single("N", Literal::Text(text)),
        Literal::Text(text) => Literal::single("S", Literal::Text(text)),
        Literal::Bytes(bytes) => Literal::single("B", Literal::Text(base64::encode(&bytes))),
        Literal::Set(members) => typed_set(members)?,
        Literal::List(elements) => Literal::single(
            "L",
            Literal::List(elements.into_iter().map(typed).collect::<Option<_>>()?),
        ),
        Literal::Map(members) => {
            let converted = members.into_iter().map(|(name, value)| Some((name, typed(value)?)));
            Literal::single("M", Literal::Map(converted.collect::<Option<_>>()?))
        }
    })
}

fn typed_set(members: Vec<Literal>) -> Option<Literal> {
    let tag = match members.first() {
        None | Some(Literal::Text(_)) => "SS",
        Some(Literal::Number(_)) => "NS",
        Some(Literal::Bytes(_)) => "BS",
        Some(
            Literal::Null | Literal::Bool(_) | Literal::Set(_) | Literal::List(_) | Literal::Map(_),
        ) => return None,
    };
    let texts = members.into_iter().map(|member| match (tag, member) {
        ("SS", Literal::Text(text)) | ("NS", Literal::Number(text)) => Some(Literal::Text(text)),
        ("BS", Literal::Bytes(bytes)) => Some(Literal::Text(base64::encode(&bytes))),
        _ => None,
    });
    Some(Literal::single(tag, Literal::List(texts.collect::<Option<_>>()?)))
}

/// Whether a value is DynamoDB JSON: an object whose one member is a tag, with content of that type.
pub(super) fn is_typed(value: &Literal) -> bool {
    let Literal::Map(members) = value else { return false };
    let [(tag, content)] = members.as_slice() else { return false };
    match (tag.as_str(), content) {
        ("S" | "N" | "B", Literal::Text(_))
        | ("B", Literal::Bytes(_))
        | ("BOOL" | "NULL", Literal::Bool(_))
        | ("SS" | "NS" | "BS", Literal::List(_)) => true,
        ("L", Literal::List(elements)) => elements.iter().all(is_typed),
        ("M", Literal::Map(members)) => members.iter().all(|(_, value)| is_typed(value)),
        _ => false,
    }
}

/// DynamoDB JSON with its bytes as base64.
pub(super) fn with_base64(typed: Literal) -> Option<Literal> {
    Some(match typed {
        Literal::Bytes(bytes) => Literal::Text(base64::encode(&bytes)),
        Literal::List(elements) => {
            Literal::List(elements.into_iter().map(with_base64).collect::<Option<_>>()?)
        }
        Literal::Map(members) => {
            let converted =
                members.into_iter().map(|(name, value)| Some((name, with_base64(value)?)));
            Literal::Map(converted.collect::<Option<_>>()?)
        }
        Literal::Set(_) => return None,
        other @ (Literal::Null | Literal::Bool(_) | Literal::Number(_) | Literal::Text(_)) => other,
    })
}
