//! JSON as it is typed into an editor. What is ambiguous is rejected, because nothing typed may be dropped silently.

use std::collections::BTreeSet;

use engine::json::text::{Json, JsonText, SyntaxError};
use engine::json::value as json_value;
use serde_json::Value;

use crate::view::draft::FaultView;
use crate::view::edit::ValueKind;
use crate::view::message::{Argument, Message};

/// Reads a text. Fails if it is not JSON, or if an object has two members of one name.
pub(crate) fn parse(text: &str) -> Result<Value, FaultView> {
    let json = JsonText::parse(text).map_err(|error| syntax_fault(&error))?;
    if let Some(name) = duplicate(json.root()) {
        return Err(duplicate_fault(text, name));
    }
    json_value::parse(text).map_err(|error| syntax_fault(&error))
}

/// Why a text cannot be sent as a request: an object has two members of one name. What is no JSON is for the engine to
/// reject.
pub(crate) fn ambiguity(text: &str) -> Option<FaultView> {
    let json = JsonText::parse(text).ok()?;
    duplicate(json.root()).map(|name| duplicate_fault(text, name))
}

/// The members of a set as DynamoDB JSON. Numbers may be typed without quotes, but only into a set of numbers.
pub(crate) fn set_members(kind: ValueKind, json: &Value) -> Result<Value, FaultView> {
    let no_list = || FaultView::unreadable(Message::plain("fault.set_list"), None);
    let of_other_type = |key, member: &Value| {
        let member = Argument::Code(member.to_string().into());
        Err(FaultView::unreadable(Message::plain(key).with("member", member), None))
    };
    let members = json.as_array().ok_or_else(no_list)?;
    let members = members.iter().map(|member| match (kind, member) {
        (_, Value::String(text)) => Ok(Value::from(text.as_str())),
        (ValueKind::Ns, Value::Number(number)) => Ok(number.to_string().into()),
        (ValueKind::Ns, other) => of_other_type("fault.set_numbers", other),
        (ValueKind::Bs, other) => of_other_type("fault.set_binaries", other),
        (_, other) => of_other_type("fault.set_strings", other),
    });
    members.collect()
}

fn syntax_fault(error: &SyntaxError) -> FaultView {
    let message = Message::plain("fault.not_json")
        .with("line", Argument::Count(error.line as u64))
        .with("column", Argument::Count(error.column as u64));
    FaultView::unreadable(message, FaultView::place(error.line, error.column))
}

/// A fault at the second member of a name, which is a part of the text unless it has escapes.
fn duplicate_fault(text: &str, name: &str) -> FaultView {
    let message = Message::plain("fault.member_twice").with("name", Argument::Code(name.into()));
    let offset = name.as_ptr().addr().checked_sub(text.as_ptr().addr());
    let before = offset.and_then(|offset| text.get(..offset)?.strip_suffix('"'));
    let place = before.and_then(|before| {
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        FaultView::place(before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    });
    FaultView::unreadable(message, place)
}

/// The first name that two members of one object have, as the second one writes it.
fn duplicate(json: Json<'_>) -> Option<&str> {
    match json {
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => None,
        Json::Array(elements) => elements.iter().find_map(duplicate),
        Json::Object(members) => {
            let mut names = BTreeSet::new();
            members.iter().find_map(|(name, value)| match names.insert(name) {
                true => duplicate(value),
                false => Some(name),
            })
        }
    }
}
