//! Parts of a document, read by name. A member that is missing or has another type is an error with its name.

use serde_json::{Map, Value};

use crate::api::request::fields::{Fields, integer};
use crate::api::snapshot::error::SnapshotError;
use crate::api::value::read_item;
use crate::clock::Timestamp;
use crate::json::text::{Json, JsonObject};
use crate::model::base64;
use crate::model::item::Item;
use crate::model::key::Position;

/// The largest count or time that is accepted, so that adding to it cannot overflow.
const NUMBER_MAX: u64 = 1 << 53;

/// An object of a document.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part<'j>(JsonObject<'j>);

impl<'j> Part<'j> {
    pub(super) fn new(json: Json<'j>) -> Option<Self> {
        match json {
            Json::Object(members) => Some(Self(members)),
            _ => None,
        }
    }

    pub(super) fn members(self) -> JsonObject<'j> {
        self.0
    }

    /// The members, as operations read them. Their types must have been checked.
    pub(super) fn fields(self) -> Fields<'j> {
        Fields::new(self.0)
    }

    /// Reads a member if it is there.
    pub(super) fn optional<T>(
        self,
        name: &'static str,
        read: impl FnOnce(Self, &'static str) -> Result<T, SnapshotError>,
    ) -> Result<Option<T>, SnapshotError> {
        self.fields().value(name).map(|_| read(self, name)).transpose()
    }

    pub(super) fn text(self, name: &'static str) -> Result<&'j str, SnapshotError> {
        self.fields().text(name).ok_or(SnapshotError::damaged(name))
    }

    pub(super) fn number(self, name: &'static str) -> Result<u64, SnapshotError> {
        let number = self.fields().value(name).and_then(number);
        number.filter(|number| *number <= NUMBER_MAX).ok_or(SnapshotError::damaged(name))
    }

    pub(super) fn boolean(self, name: &'static str) -> Result<bool, SnapshotError> {
        self.fields().boolean(name).ok_or(SnapshotError::damaged(name))
    }

    pub(super) fn moment(self, name: &'static str) -> Result<Timestamp, SnapshotError> {
        self.number(name).map(Timestamp)
    }

    pub(super) fn part(self, name: &'static str) -> Result<Self, SnapshotError> {
        self.fields().map(name).map(Self).ok_or(SnapshotError::damaged(name))
    }

    pub(super) fn item(self, name: &'static str) -> Result<Item, SnapshotError> {
        let item = self.fields().value(name).and_then(|json| read_item(json).ok());
        item.ok_or(SnapshotError::damaged(name))
    }

    /// The elements of a list; empty if there is no such member.
    pub(super) fn elements(self, name: &'static str) -> Result<Vec<Json<'j>>, SnapshotError> {
        match self.fields().value(name) {
            None => Ok(Vec::new()),
            Some(Json::Array(elements)) => Ok(elements.iter().collect()),
            Some(_) => Err(SnapshotError::damaged(name)),
        }
    }

    /// The objects of a list; empty if there is no such member.
    pub(super) fn list(self, name: &'static str) -> Result<Vec<Self>, SnapshotError> {
        let parts = self.elements(name)?.into_iter().map(Self::new);
        parts.collect::<Option<_>>().ok_or(SnapshotError::damaged(name))
    }

    /// The items of a list; empty if there is no such member.
    pub(super) fn items(self, name: &'static str) -> Result<Vec<Item>, SnapshotError> {
        let items = self.elements(name)?.into_iter().map(|json| read_item(json).ok());
        items.collect::<Option<_>>().ok_or(SnapshotError::damaged(name))
    }

    /// The lists of a list; empty if there is no such member.
    pub(super) fn arrays(self, name: &'static str) -> Result<Vec<Vec<Json<'j>>>, SnapshotError> {
        let arrays = self.elements(name)?.into_iter().map(|json| match json {
            Json::Array(elements) => Some(elements.iter().collect()),
            _ => None,
        });
        arrays.collect::<Option<_>>().ok_or(SnapshotError::damaged(name))
    }
}

/// The text, if the value is a string.
pub(super) fn text(json: Json<'_>) -> Option<&str> {
    match json {
        Json::String(text) => Some(text),
        _ => None,
    }
}

/// The number, if the value is a whole number.
pub(super) fn number(json: Json<'_>) -> Option<u64> {
    match json {
        Json::Number(number) => integer(number),
        _ => None,
    }
}

/// Writes a time, unless it is zero.
pub(super) fn write_moment(object: &mut Map<String, Value>, name: &str, at: Timestamp) {
    write_optional_moment(object, name, Some(at).filter(|at| *at > Timestamp::default()));
}

/// Writes a time, if there is one.
pub(super) fn write_optional_moment(
    object: &mut Map<String, Value>,
    name: &str,
    at: Option<Timestamp>,
) {
    if let Some(at) = at {
        object.insert(name.into(), at.0.into());
    }
}

/// Writes a number, unless it is the default.
pub(crate) fn write_unless(object: &mut Map<String, Value>, name: &str, number: u64, default: u64) {
    if number != default {
        object.insert(name.into(), number.into());
    }
}

/// The place of an item.
pub(super) fn read_position(part: Part<'_>, name: &'static str) -> Result<Position, SnapshotError> {
    let bytes = base64::decode(part.text(name)?).ok();
    bytes.and_then(|bytes| Position::from_bytes(&bytes)).ok_or(SnapshotError::damaged(name))
}
