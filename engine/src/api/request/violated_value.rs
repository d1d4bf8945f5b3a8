//! A value of a request as the message about a violation shows it.

use crate::api::request::fields::cut_integer;
use crate::api::request::shape::{Echo, Shape, present};
use crate::json::text::Json;
use crate::json::value::canonical_text;

/// A value as DynamoDB quotes it: members of structures with a small first letter, names of maps as they are.
pub(crate) fn worded(value: Json<'_>, shape: &Shape) -> String {
    let mut text = String::new();
    match shape {
        Shape::Map { tables: Some(Echo::Json), .. } => return canonical_text(value),
        Shape::Map { tables: Some(Echo::Java), of, .. } => write_java_map(value, of, &mut text),
        _ => word(value, shape, &mut text),
    }
    text
}

/// The members of a value of an attribute, as Java prints them.
const JAVA_TYPES: [&str; 16] = [
    "S",
    "N",
    "B",
    "INT",
    "DECIMAL",
    "DOUBLE",
    "SS",
    "NS",
    "BS",
    "INTSET",
    "DECIMALSET",
    "DOUBLESET",
    "M",
    "L",
    "NULL",
    "BOOL",
];

/// Appends a value as Java prints it: the members of a structure that are not there are null.
///
/// Observed: 2026-10, requests that were sent to the service.
fn write_java(value: Json<'_>, shape: &Shape, text: &mut String) {
    match (value, shape) {
        (Json::Array(elements), shape) => {
            let of = if let Shape::List { of, .. } = shape { of } else { shape };
            text.push('[');
            for (position, element) in elements.iter().enumerate() {
                text.push_str(if position == 0 { "" } else { ", " });
                write_java(element, of, text);
            }
            text.push(']');
        }
        (Json::Object(object), Shape::Structure { name, members }) => {
            text.push_str(name);
            text.push('(');
            for (position, member) in members.iter().enumerate() {
                text.push_str(if position == 0 { "" } else { ", " });
                text.push_str(&camel_case(member.name));
                text.push('=');
                let value = present(object, member.name).unwrap_or(Json::Null);
                write_java(value, &member.shape, text);
            }
            // A put and a delete have a member that no request has.
            let is_request = members.iter().any(|member| matches!(member.shape, Shape::Attributes));
            text.push_str(if is_request { ", workloadProfileName=null)" } else { ")" });
        }
        (value, Shape::Attributes) => write_java_map(value, &Shape::Value, text),
        (Json::Object(object), Shape::Value) => {
            text.push_str("AttributeValue(");
            for (position, name) in JAVA_TYPES.iter().enumerate() {
                text.push_str(if position == 0 { "" } else { ", " });
                text.push_str(&camel_case(name));
                text.push('=');
                match (present(object, name), *name) {
                    (Some(value), "M") => write_java_map(value, &Shape::Value, text),
                    (Some(value), "L") => write_java(value, &JAVA_LIST, text),
                    (value, _) => word(value.unwrap_or(Json::Null), &Shape::Maximum, text),
                }
            }
            text.push(')');
        }
        (value, shape) => word(value, shape, text),
    }
}

static JAVA_LIST: Shape = Shape::List { of: &Shape::Value, length: (0, usize::MAX) };

fn write_java_map(value: Json<'_>, of: &Shape, text: &mut String) {
    let Json::Object(values) = value else { return };
    text.push('{');
    for (position, (name, value)) in values.iter().enumerate() {
        text.push_str(if position == 0 { "" } else { ", " });
        text.push_str(name);
        text.push('=');
        write_java(value, of, text);
    }
    text.push('}');
}

fn word(value: Json<'_>, shape: &Shape, text: &mut String) {
    match (value, shape) {
        (Json::Null, _) => text.push_str("null"),
        (Json::Bool(flag), _) => text.push_str(if flag { "true" } else { "false" }),
        (Json::Number(content), Shape::CutInteger { .. }) => {
            text.push_str(&cut_integer(content).to_string());
        }
        (Json::Number(content) | Json::String(content), _) => text.push_str(content),
        (Json::Array(elements), shape) => {
            let of = if let Shape::List { of, .. } = shape { of } else { shape };
            text.push('[');
            for (position, element) in elements.iter().enumerate() {
                text.push_str(if position == 0 { "" } else { ", " });
                word(element, of, text);
            }
            text.push(']');
        }
        // As in KeySchemaElement(attributeName=id, keyType=HASH).
        (Json::Object(object), Shape::Structure { name, members }) => {
            text.push_str(name);
            text.push('(');
            let start = text.len();
            for member in *members {
                if let Some(value) = present(object, member.name) {
                    word_pair(&camel_case(member.name), value, &member.shape, start, text);
                }
            }
            text.push(')');
        }
        (Json::Object(object), shape) => {
            let of = if let Shape::Map { of, .. } = shape { of } else { shape };
            text.push('{');
            let start = text.len();
            for (name, value) in object.iter() {
                word_pair(name, value, of, start, text);
            }
            text.push('}');
        }
    }
}

/// Appends a name and its value to those that the text has since `start`.
fn word_pair(name: &str, value: Json<'_>, shape: &Shape, start: usize, text: &mut String) {
    text.push_str(if text.len() == start { "" } else { ", " });
    text.push_str(name);
    text.push('=');
    word(value, shape, text);
}

/// The name of a member as the classic words spell it.
pub(crate) fn camel_case(name: &str) -> String {
    let mut text = name.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    text
}
