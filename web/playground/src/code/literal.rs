//! Values as source code and JSON write them, with exact numbers and members in the order of the text.

use engine::json::text::Json;

use crate::view::edit::ValueKind;

/// A value as source code writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Literal {
    /// `null` or `None`.
    Null,
    /// True or false.
    Bool(bool),
    /// A number, digit by digit.
    Number(String),
    /// A string.
    Text(String),
    /// Bytes, which JSON writes as base64.
    Bytes(Vec<u8>),
    /// A set, which JSON does not have.
    Set(Vec<Literal>),
    /// An array.
    List(Vec<Literal>),
    /// An object. Of members with one name the last counts.
    Map(Vec<(String, Literal)>),
}

impl Literal {
    /// A string.
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// An object with a single member.
    pub(crate) fn single(name: &str, value: Self) -> Self {
        Self::Map(vec![(name.to_owned(), value)])
    }

    /// The member of an object.
    pub(crate) fn member(&self, name: &str) -> Option<&Self> {
        let Self::Map(members) = self else { return None };
        members.iter().rev().find(|(other, _)| other == name).map(|(_, value)| value)
    }

    /// The string that this is.
    pub(crate) fn as_text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }
}

/// The type of an attribute value, and what is in it; `None` if it has no type or several.
pub(crate) fn tagged(literal: &Literal) -> Option<(ValueKind, &Literal)> {
    match members_of(literal)? {
        [(tag, content)] => Some((ValueKind::from_tag(tag)?, content)),
        _ => None,
    }
}

/// The members of an object.
pub(crate) fn members_of(literal: &Literal) -> Option<&[(String, Literal)]> {
    if let Literal::Map(members) = literal { Some(members) } else { None }
}

impl From<Json<'_>> for Literal {
    fn from(json: Json<'_>) -> Self {
        match json {
            Json::Null => Self::Null,
            Json::Bool(flag) => Self::Bool(flag),
            Json::Number(text) => Self::Number(text.to_owned()),
            Json::String(text) => Self::text(text),
            Json::Array(elements) => Self::List(elements.iter().map(Self::from).collect()),
            Json::Object(members) => Self::Map(
                members.iter().map(|(name, value)| (name.to_owned(), value.into())).collect(),
            ),
        }
    }
}
