//! Members that an operation does not have, such as a misspelt `ConditionExpresion`.
//!
//! Clients reject such a request before they send it, and so does every operation here, in the words of the AWS CLI and SDK
//! for Python: an ignored condition would overwrite an item. The service ignores the member (Observed: before 2020), as
//! does a process that answers clients in its place: see [`ignore_unknown_members`].

use std::sync::OnceLock;

use serde_json::Value;

use crate::api::error::unknown_member::UnknownMember;
use crate::api::request::shape::{Member, Shape};
use crate::json::text::{Json, JsonObject};

/// Members of the service that are not implemented, wherever they occur. They are never ignored: the reply would say that
/// something was done.
pub const NOT_IMPLEMENTED: [&str; 14] = [
    "Disassociate",
    "DisassociationProtectionEnabled",
    "GlobalSecondaryIndexes",
    "GlobalTableSettingsReplicationMode",
    "GlobalTableSourceArn",
    "KMSMasterKeyId",
    "OnDemandThroughputOverride",
    "ProvisionedThroughputOverride",
    "ResourcePolicy",
    "TableClassOverride",
    "Timestamp",
    "Update",
    "VectorIndexUpdates",
    "VectorIndexes",
];

/// Set if requests with unknown members are done without them.
static IGNORES: OnceLock<()> = OnceLock::new();

/// Does all further requests of this process without the members that no operation has. Called once, before the first
/// request.
pub fn ignore_unknown_members() {
    IGNORES.get_or_init(|| ());
}

/// The member for which a request is refused. Types must have been checked.
pub(crate) fn find_refused(
    request: JsonObject<'_>,
    members: &'static [Member],
) -> Option<UnknownMember> {
    let is_refused = |name: &str| IGNORES.get().is_none() || NOT_IMPLEMENTED.contains(&name);
    find_unknown(request, members, &is_refused)
}

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

/// The first member of a structure that is refused and not among `members`, at any depth.
fn find_unknown(
    structure: JsonObject<'_>,
    members: &'static [Member],
    is_refused: &dyn Fn(&str) -> bool,
) -> Option<UnknownMember> {
    for (name, value) in structure.iter().filter(|(_, value)| !value.is_null()) {
        let Some(member) = members.iter().find(|member| member.name == name) else {
            if !is_refused(name) {
                continue;
            }
            let known = members.iter().map(|member| member.name).collect();
            return Some(UnknownMember { path: String::new(), name: name.to_owned(), known });
        };
        if let Some(unknown) = find_in(value, &member.shape, is_refused) {
            return Some(unknown.within(name));
        }
    }
    None
}

fn find_in(
    value: Json<'_>,
    shape: &'static Shape,
    is_refused: &dyn Fn(&str) -> bool,
) -> Option<UnknownMember> {
    match (shape, value) {
        (Shape::Structure { members, .. }, Json::Object(object)) => {
            find_unknown(object, members, is_refused)
        }
        (Shape::List { of, .. }, Json::Array(elements)) => {
            elements.iter().enumerate().find_map(|(position, element)| {
                Some(find_in(element, of, is_refused)?.within(&format!("[{position}]")))
            })
        }
        (Shape::Map { of, .. }, Json::Object(values)) => values
            .iter()
            .find_map(|(name, value)| Some(find_in(value, of, is_refused)?.within(name))),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::text::JsonText;
    use crate::operation::Operation;

    #[track_caller]
    fn found(request: &str, is_refused: &dyn Fn(&str) -> bool) -> Option<String> {
        let text = JsonText::parse(request).expect("it is JSON");
        let Json::Object(members) = text.root() else { panic!("it is an object") };
        let definition = Operation::TransactWriteItems.definition();
        find_unknown(members, definition.members, is_refused).map(|unknown| unknown.name)
    }

    #[test]
    fn a_member_that_is_not_refused_is_passed_over_at_any_depth() {
        let request = r#"{ "a": 1, "TransactItems": [{ "b": 2, "Put": { "c": 3 } }] }"#;
        assert_eq!(found(request, &|_| true).as_deref(), Some("a"));
        assert_eq!(found(request, &|name| name != "a").as_deref(), Some("b"));
        assert_eq!(found(request, &|name| name == "c").as_deref(), Some("c"));
        assert_eq!(found(request, &|_| false), None);
    }
}
