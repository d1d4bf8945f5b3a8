//! Constraints that a request breaks, and DynamoDB's words for them.

use std::fmt;

use crate::api::shape::{Shape, present};
use crate::database::Wording;
use crate::model::json_text::Json;

/// All violations of a request, as they are reported: every one with its value and as `tableName` in
/// the classic words, the first without its value and as `TableName` in the revised ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violations {
    pub(crate) wording: Wording,
    pub(crate) list: Vec<Violation>,
}

/// A constraint that a member breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Violation {
    pub(crate) path: String,
    pub(crate) classic_path: String,
    pub(crate) value: String,
    pub(crate) constraint: Constraint,
}

/// The constraints that can be broken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Constraint {
    NotNull,
    LengthAtLeast(usize),
    LengthAtMost(usize),
    Pattern,
    Enumeration(&'static [&'static str]),
    AtLeast(u64),
    AtMost(u64),
    ListLength(usize, usize),
}

impl fmt::Display for Violations {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.wording {
            Wording::Revised => {
                let first = self.list.first().expect("there are violations, or there is no error");
                formatter.write_str("1 validation error detected: ")?;
                first.write_revised(formatter)
            }
            Wording::Classic => {
                let plural = if self.list.len() == 1 { "" } else { "s" };
                write!(formatter, "{} validation error{plural} detected: ", self.list.len())?;
                for (position, violation) in self.list.iter().enumerate() {
                    let separator = if position == 0 { "" } else { "; " };
                    formatter.write_str(separator)?;
                    violation.write_classic(formatter)?;
                }
                Ok(())
            }
        }
    }
}

impl Violation {
    fn write_revised(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.constraint {
            Constraint::Enumeration(_) => {
                write!(formatter, "Failed to satisfy constraint: {}", self.constraint)
            }
            _ => write!(
                formatter,
                "Value at '{}' failed to satisfy constraint: {}",
                self.path, self.constraint
            ),
        }
    }

    fn write_classic(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quote = if self.constraint == Constraint::NotNull { "" } else { "'" };
        let Self { value, classic_path: path, .. } = self;
        write!(
            formatter,
            "Value {quote}{value}{quote} at '{path}' failed to satisfy constraint: {}",
            self.constraint
        )
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotNull => formatter.write_str("Member must not be null"),
            Self::LengthAtLeast(length) => {
                write!(formatter, "Member must have length greater than or equal to {length}")
            }
            Self::LengthAtMost(length) => {
                write!(formatter, "Member must have length less than or equal to {length}")
            }
            Self::Pattern => formatter
                .write_str("Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+"),
            Self::Enumeration(words) => {
                write!(formatter, "Member must satisfy enum value set: [{}]", words.join(", "))
            }
            Self::AtLeast(min) => {
                write!(formatter, "Member must have value greater than or equal to {min}")
            }
            Self::AtMost(max) => {
                write!(formatter, "Member must have value less than or equal to {max}")
            }
            Self::ListLength(min, max) => write!(
                formatter,
                "Map value must satisfy constraint: [Member must have length less than or equal \
                 to {max}, Member must have length greater than or equal to {min}]"
            ),
        }
    }
}

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
        (Json::Object(object), Shape::Structure { members, .. }) => {
            text.push('{');
            let start = text.len();
            for member in *members {
                if let Some(value) = present(object, member.name) {
                    word_pair(&camel_case(member.name), value, &member.shape, start, text);
                }
            }
            text.push('}');
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

/// A name and its value, behind those that stand in the text since `start`.
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
