//! Whether JSON has the members that a reader expects, in words for who wrote it.

use std::fmt;

use serde_json::{Map, Value};

use crate::json::repeat::{RepeatedMember, repeated_members};
use crate::json::text::JsonText;

/// What a member may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    /// A text or a list of texts.
    Texts,
    Number,
    Flag,
    Object,
    List,
    Any,
}

/// A member: its name, what it may be, and whether it must be there.
pub(super) type Member = (&'static str, Kind, bool);

/// Why an object is not as expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShapeFault {
    NotAnObject,
    Missing { member: &'static str },
    Unknown { member: String, known: Vec<&'static str> },
    OfAnotherKind { member: &'static str, expected: &'static str },
    Repeated { member: String },
}

/// The members of an object that has those that must be there, and no others.
pub(super) fn object<'j>(
    json: &'j Value,
    members: &[Member],
) -> Result<&'j Map<String, Value>, ShapeFault> {
    let object = json.as_object().ok_or(ShapeFault::NotAnObject)?;
    if let Some(member) = object.keys().find(|name| members.iter().all(|(it, ..)| it != name)) {
        let known = members.iter().map(|(name, ..)| *name).collect();
        return Err(ShapeFault::Unknown { member: member.clone(), known });
    }
    for (member, kind, is_needed) in members {
        match object.get(*member) {
            None if *is_needed => return Err(ShapeFault::Missing { member }),
            Some(value) if !kind.is_of(value) => {
                return Err(ShapeFault::OfAnotherKind { member, expected: kind.words() });
            }
            None | Some(_) => {}
        }
    }
    Ok(object)
}

/// The first member of a JSON text that its object already has. Its value would be dropped, or drop the one before.
pub(super) fn repeated_member(text: &str) -> Option<RepeatedMember> {
    let json = JsonText::parse(text).ok()?;
    repeated_members(&json).into_iter().next()
}

/// Why a text is no JSON, and where.
pub(super) fn not_json(error: &serde_json::Error) -> String {
    let what = match (error.is_eof(), error.line(), error.column()) {
        (true, 1, 0) => return "the text is empty".to_owned(),
        (true, ..) => "the JSON is not complete",
        (false, ..) => "this is not JSON",
    };
    format!("line {}, column {}: {what}", error.line(), error.column())
}

impl Kind {
    pub(super) fn is_of(self, value: &Value) -> bool {
        match self {
            Self::Text => value.is_string(),
            Self::Texts => {
                let of_texts = |list: &Vec<Value>| list.iter().all(Value::is_string);
                value.is_string() || value.as_array().is_some_and(of_texts)
            }
            Self::Number => value.is_i64() || value.is_u64(),
            Self::Flag => value.is_boolean(),
            Self::Object => value.is_object(),
            Self::List => value.is_array(),
            Self::Any => true,
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Text => "a text",
            Self::Texts => "a text or a list of texts",
            Self::Number => "a whole number",
            Self::Flag => "true or false",
            Self::Object => "an object",
            Self::List => "a list",
            Self::Any => "a value",
        }
    }
}

impl fmt::Display for ShapeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnObject => f.write_str("a JSON object is expected"),
            Self::Missing { member } => write!(f, "{member} is missing"),
            Self::Unknown { member, known } => {
                write!(f, "{member} is no member here; there are {}", known.join(", "))
            }
            Self::OfAnotherKind { member, expected } => {
                write!(f, "{member}: {expected} is expected")
            }
            Self::Repeated { member } => write!(f, "{member} is there twice"),
        }
    }
}
