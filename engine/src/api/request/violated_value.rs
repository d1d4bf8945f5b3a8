//! A value of a request as the message about a violation shows it.

use crate::api::request::shape::{Shape, present};
use crate::json::text::Json;

/// A value as DynamoDB quotes it: members of structures with a small first letter, names of maps as they are.
pub(crate) fn worded(value: Json<'_>, shape: &Shape) -> String {
    let mut text = String::new();
    word(value, shape, &mut text);
    text
}

fn word(value: Json<'_>, shape: &Shape, text: &mut String) {
    match (value, shape) {
        (Json::Null, _) => text.push_str("null"),
        (Json::Bool(flag), _) => text.push_str(if flag { "true" } else { "false" }),
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
