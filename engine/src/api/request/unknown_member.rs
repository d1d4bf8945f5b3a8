//! Members that an operation does not have, such as a misspelt `ConditionExpresion`.
//!
//! Model: what the service does with such a request is not documented. Its clients reject it before they send it, and so
//! does every operation here, in the words of the AWS CLI and SDK for Python: an ignored condition would overwrite an item.

use serde_json::Value;

use crate::api::error::unknown_member::UnknownMember;
use crate::api::request::shape::{Member, Shape};
use crate::json::text::{Json, JsonObject};

/// Removes from a structure, at any depth, what is not among `members`.
pub(crate) fn retain_known(structure: &mut Value, members: &[Member]) {
    let Some(object) = structure.as_object_mut() else { return };
    object.retain(|name, _| members.iter().any(|member| member.name == name));
    for member in members {
        if let Some(value) = object.get_mut(member.name) {
            retain_known_in(value, &member.shape);
        }
    }
}

fn retain_known_in(value: &mut Value, shape: &Shape) {
    match shape {
        Shape::Structure { members, .. } => retain_known(value, members),
        Shape::List { of, .. } => {
            for element in value.as_array_mut().into_iter().flatten() {
                retain_known_in(element, of);
            }
        }
        Shape::Map { of, .. } => {
            for (_, value) in value.as_object_mut().into_iter().flatten() {
                retain_known_in(value, of);
            }
        }
        Shape::Text { .. }
        | Shape::AttributeName { .. }
        | Shape::Table { .. }
        | Shape::Word(_)
        | Shape::Integer { .. }
        | Shape::CutInteger { .. }
        | Shape::Maximum
        | Shape::Boolean
        | Shape::LenientBoolean
        | Shape::Attributes
        | Shape::Value
        | Shape::Texts => {}
    }
}

/// The first member of a request that is not among `members`, at any depth. Types must have been checked.
pub(crate) fn find_unknown(
    request: JsonObject<'_>,
    members: &'static [Member],
) -> Option<UnknownMember> {
    for (name, value) in request.iter().filter(|(_, value)| !value.is_null()) {
        let Some(member) = members.iter().find(|member| member.name == name) else {
            let known = members.iter().map(|member| member.name).collect();
            return Some(UnknownMember { path: String::new(), name: name.to_owned(), known });
        };
        if let Some(unknown) = find_in(value, &member.shape) {
            return Some(unknown.within(name));
        }
    }
    None
}

fn find_in(value: Json<'_>, shape: &'static Shape) -> Option<UnknownMember> {
    match (shape, value) {
        (Shape::Structure { members, .. }, Json::Object(object)) => find_unknown(object, members),
        (Shape::List { of, .. }, Json::Array(elements)) => {
            elements.iter().enumerate().find_map(|(position, element)| {
                Some(find_in(element, of)?.within(&format!("[{position}]")))
            })
        }
        (Shape::Map { of, .. }, Json::Object(values)) => {
            values.iter().find_map(|(name, value)| Some(find_in(value, of)?.within(name)))
        }
        (
            Shape::Structure { .. }
            | Shape::List { .. }
            | Shape::Map { .. }
            | Shape::Text { .. }
            | Shape::AttributeName { .. }
            | Shape::Table { .. }
            | Shape::Word(_)
            | Shape::Integer { .. }
            | Shape::CutInteger { .. }
            | Shape::Maximum
            | Shape::Boolean
            | Shape::LenientBoolean
            | Shape::Attributes
            | Shape::Value
            | Shape::Texts,
            _,
        ) => None,
    }
}
