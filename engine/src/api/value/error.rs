//! What can be wrong with a value that arrives as JSON.
//!
//! A text here is the core of DynamoDB's message in the wording of autumn 2026;
//! the prefix, such as `1 validation error detected: `, is the business of the operation.

use std::fmt;

use serde_json::Value;

use crate::api::value::words::INVALID;
use crate::json::text::Json;
use crate::model::attribute_value::ValueKind;
use crate::model::base64::Base64Error;
use crate::model::number::NumberError;

/// What is wrong with a value that arrives as JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ValueError {
    /// The JSON has another type than its member.
    WrongType(WrongType),
    /// A binary is not base64.
    Base64(Base64Error),
    /// `{}` in place of a value.
    NoDatatype,
    /// A value has two tags, as in `{"S": "a", "N": "1"}`.
    SeveralDatatypes,
    /// A `NULL` is false.
    NullFalse,
    /// A number is none, or is out of range.
    Number(NumberError),
    /// A set has no members.
    EmptySet(ValueKind),
    /// A member of a set is `null`.
    NullInSet(ValueKind),
    /// A set has a member twice.
    Duplicates {
        /// SS, NS or BS.
        kind: ValueKind,
        /// All members as they were sent.
        members: Vec<String>,
        /// How the message writes them.
        words: DuplicateWords,
    },
    /// A value is nested in more than 31 others.
    TooDeep,
    /// An attribute, or the member of a map, has no name.
    EmptyName,
    /// A name is longer than 65,535 bytes.
    LongName,
}

/// How a message writes the members of a set of which some are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DuplicateWords {
    /// As they are.
    Older,
    /// In quotation marks; those before the first that repeats an earlier one in order.
    Newer,
}

/// The exception by which DynamoDB reports a [`ValueError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultClass {
    /// `SerializationException`: the JSON cannot be read as what the operation takes. Found before all others.
    Serialization,
    /// `ValidationException`: it can, and says what no table accepts.
    Validation,
}

/// A JSON value of another type than expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrongType {
    /// What the member should be.
    pub expected: WireType,
    /// What it is.
    pub found: JsonType,
}

/// The type of a member of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WireType {
    /// A JSON string.
    String,
    /// `true` or `false`.
    Boolean,
    /// `true` or `false`, or a word that says so.
    LenientBoolean,
    /// A whole number of 32 bits.
    Integer,
    /// A whole number of 64 bits.
    Long,
    /// A JSON string with base64.
    Blob,
    /// A JSON array.
    List,
    /// A JSON object with names of the client's choice; the Java class of its values.
    Map(&'static str),
    /// A JSON object with members that the operation defines; its name.
    Structure(&'static str),
}

/// The type of a JSON value, as far as errors tell it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants are those of JSON")]
pub enum JsonType {
    Null,
    True,
    False,
    /// A number without point and exponent.
    Integer,
    /// Any other number.
    Decimal,
    String,
    Array,
    Object,
}

impl WireType {
    /// The type of `Item`, `Key` and `ExpressionAttributeValues`, and of `M`.
    pub const ATTRIBUTE_MAP: Self = Self::Map("com.amazonaws.dynamodb.v20120810.AttributeValue");

    /// The type of a value with its tag.
    pub const ATTRIBUTE_VALUE: Self = Self::Structure("AttributeValue");
}

impl ValueError {
    /// The error of a JSON value that is not of the type expected.
    pub fn wrong_type(expected: WireType, found: impl Into<JsonType>) -> Self {
        Self::WrongType(WrongType { expected, found: found.into() })
    }

    /// Changes the words to those of before June 2026.
    pub fn use_older_words(&mut self) {
        match self {
            Self::Duplicates { words, .. } => *words = DuplicateWords::Older,
            Self::Number(error) => *error = error.clone().as_older(),
            Self::WrongType(_)
            | Self::Base64(_)
            | Self::NoDatatype
            | Self::SeveralDatatypes
            | Self::NullFalse
            | Self::EmptySet(_)
            | Self::NullInSet(_)
            | Self::TooDeep
            | Self::EmptyName
            | Self::LongName => {}
        }
    }

    /// Which exception reports the error.
    pub fn class(&self) -> FaultClass {
        match self {
            Self::WrongType(_) | Self::Base64(_) => FaultClass::Serialization,
            Self::NoDatatype
            | Self::SeveralDatatypes
            | Self::NullFalse
            | Self::Number(_)
            | Self::EmptySet(_)
            | Self::NullInSet(_)
            | Self::Duplicates { .. }
            | Self::TooDeep
            | Self::EmptyName
            | Self::LongName => FaultClass::Validation,
        }
    }
}

impl JsonType {
    /// The type of a number that is written so.
    fn of_number(text: &str) -> Self {
        if text.contains(['.', 'e', 'E']) { Self::Decimal } else { Self::Integer }
    }

    /// DynamoDB's name for a JSON value that is no array and no object.
    const fn token(self) -> &'static str {
        match self {
            Self::Null => "NULL_VALUE",
            Self::True => "TRUE_VALUE",
            Self::False => "FALSE_VALUE",
            Self::Integer => "NUMBER_VALUE",
            Self::Decimal => "DECIMAL_VALUE",
            Self::String => "STRING_VALUE",
            Self::Array => "START_ARRAY",
            Self::Object => "START_OBJECT",
        }
    }
}

impl From<&Value> for JsonType {
    fn from(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(true) => Self::True,
            Value::Bool(false) => Self::False,
            Value::Number(number) => Self::of_number(number.as_str()),
            Value::String(_) => Self::String,
            Value::Array(_) => Self::Array,
            Value::Object(_) => Self::Object,
        }
    }
}

impl From<Json<'_>> for JsonType {
    fn from(json: Json<'_>) -> Self {
        match json {
            Json::Null => Self::Null,
            Json::Bool(true) => Self::True,
            Json::Bool(false) => Self::False,
            Json::Number(text) => Self::of_number(text),
            Json::String(_) => Self::String,
            Json::Array(_) => Self::Array,
            Json::Object(_) => Self::Object,
        }
    }
}

impl From<NumberError> for ValueError {
    fn from(error: NumberError) -> Self {
        Self::Number(error)
    }
}

impl From<Base64Error> for ValueError {
    fn from(error: Base64Error) -> Self {
        Self::Base64(error)
    }
}

impl fmt::Display for ValueError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongType(wrong) => wrong.fmt(formatter),
            Self::Base64(error) => error.fmt(formatter),
            Self::NoDatatype => formatter.write_str(
                "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes",
            ),
            Self::SeveralDatatypes => formatter.write_str(
                "Supplied AttributeValue has more than one datatypes set, \
                 must contain exactly one of the supported datatypes",
            ),
            Self::NullFalse => {
                write!(formatter, "{INVALID} Null attribute value types must have the value of true")
            }
            Self::Number(error) => error.fmt(formatter),
            Self::EmptySet(ValueKind::Ss) => {
                write!(formatter, "{INVALID} An string set  may not be empty")
            }
            Self::EmptySet(ValueKind::Ns) => {
                write!(formatter, "{INVALID} An number set  may not be empty")
            }
            Self::EmptySet(_) => write!(formatter, "{INVALID} Binary sets should not be empty"),
            Self::NullInSet(ValueKind::Ss) => {
                write!(formatter, "{INVALID} An string set may not have a null string as a member")
            }
            // Model: what the service says of other sets is not known.
            Self::NullInSet(_) => Self::NoDatatype.fmt(formatter),
            Self::Duplicates { kind, members, words: DuplicateWords::Older } => {
                write_older_duplicates(*kind, members, formatter)
            }
            Self::Duplicates { kind, members, words: DuplicateWords::Newer } => {
                write_newer_duplicates(*kind, members, formatter)
            }
            Self::TooDeep => formatter.write_str(
                "Nesting Levels have exceeded supported limits: \
                 Attributes in the item have nested levels beyond supported limit",
            ),
            Self::EmptyName => formatter.write_str("Empty attribute name"),
            Self::LongName => write!(
                formatter,
                "{INVALID} Attribute name is too large, must be less than 65536 bytes"
            ),
        }
    }
}

fn write_older_duplicates(
    kind: ValueKind,
    members: &[String],
    formatter: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let of_type = match kind {
        ValueKind::Ns => return formatter.write_str("Input collection contains duplicates"),
        ValueKind::Bs => "of type BS",
        _ => "",
    };
    let members = members.join(", ");
    write!(formatter, "{INVALID} Input collection [{members}]{of_type} contains duplicates.")
}

/// Observed: 2026-10, requests that were sent to the service.
fn write_newer_duplicates(
    kind: ValueKind,
    members: &[String],
    formatter: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let mut places = 0..members.len();
    let repeat = places.find(|place| members[..*place].contains(&members[*place]));
    let mut members = members.to_vec();
    members[..repeat.unwrap_or_default()].sort_unstable();
    match kind {
        ValueKind::Ns => write!(formatter, "{INVALID} Input collection contains duplicates."),
        ValueKind::Bs => {
            let quoted: Vec<String> = members.iter().map(|member| format!("{member:?}")).collect();
            let members = quoted.join(",");
            write!(
                formatter,
                "{INVALID} Input collection [{members}]of type BS contains duplicates."
            )
        }
        _ => write!(formatter, "{INVALID} Input collection {members:?} contains duplicates."),
    }
}

impl std::error::Error for ValueError {}

impl fmt::Display for WrongType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scalar = match self.expected {
            WireType::String => "String",
            WireType::Boolean | WireType::LenientBoolean => "Boolean",
            WireType::Integer => "Integer",
            WireType::Long => "Long",
            WireType::Blob | WireType::List | WireType::Map(_) | WireType::Structure(_) => "",
        };
        match (self.expected, self.found) {
            (_, JsonType::Object) => {
                formatter.write_str("Start of structure or map found where not expected")
            }
            (WireType::LenientBoolean, JsonType::String) => {
                formatter.write_str("Unexpected token received from parser")
            }
            // The service says nothing.
            (WireType::LenientBoolean, JsonType::Array) => Ok(()),
            (WireType::Blob, JsonType::Array) => {
                formatter.write_str("Unrecognized collection type class java.nio.ByteBuffer")
            }
            (WireType::Map(class), JsonType::Array) => write!(
                formatter,
                "Unrecognized collection type java.util.Map<java.lang.String, {class}>"
            ),
            (WireType::Structure(name), JsonType::Array) => write!(
                formatter,
                "Unrecognized collection type class com.amazonaws.dynamodb.v20120810.{name}"
            ),
            (_, JsonType::Array) => {
                write!(formatter, "Unrecognized collection type class java.lang.{scalar}")
            }
            (WireType::Blob, _) => {
                formatter.write_str("only base-64-encoded strings are convertible to bytes")
            }
            (WireType::List | WireType::Map(_), _) => formatter.write_str("Unexpected field type"),
            (WireType::Structure(_), _) => formatter.write_str("Unexpected value type in payload"),
            (_, found) => write!(formatter, "{} cannot be converted to {scalar}", found.token()),
        }
    }
}
