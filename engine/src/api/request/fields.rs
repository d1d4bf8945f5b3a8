//! The members of a request, each as the type that it was checked to have.

use crate::api::request::shape::present;
use crate::api::value::boolean;
use crate::json::text::{Json, JsonArray, JsonObject};
use crate::model::number::{Number, NumberError};

/// A whole JSON number; none if it is negative or larger than any limit.
pub(crate) fn integer(number: &str) -> Option<u64> {
    number.parse().ok()
}

/// A JSON number without its fraction, and cut to 32 bits.
pub(crate) fn cut_integer(number: &str) -> i32 {
    let limit = if number.starts_with('-') { i32::MIN } else { i32::MAX };
    match Number::parse(number) {
        Ok(number) => {
            let digits = number.to_string();
            let whole = digits.split('.').next().unwrap_or_default();
            // A text that is too long for `i32`, and not empty, is beyond its range.
            whole.parse().unwrap_or(limit)
        }
        Err(NumberError::Underflow | NumberError::TooManyDigits) => 0,
        Err(_) => limit,
    }
}

/// The members of a request. Their types were checked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fields<'j>(pub(crate) JsonObject<'j>);

impl<'j> Fields<'j> {
    pub(crate) fn new(members: JsonObject<'j>) -> Self {
        Self(members)
    }

    /// A value as it was sent; null counts as absent.
    pub(crate) fn value(self, name: &str) -> Option<Json<'j>> {
        present(self.0, name)
    }

    pub(crate) fn text(self, name: &str) -> Option<&'j str> {
        match self.value(name) {
            Some(Json::String(text)) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn boolean(self, name: &str) -> Option<bool> {
        match self.value(name) {
            Some(value) => boolean(value).ok(),
            None => None,
        }
    }

    pub(crate) fn integer(self, name: &str) -> Option<u64> {
        match self.value(name) {
            Some(Json::Number(number)) => {
                integer(number).or_else(|| u64::try_from(cut_integer(number)).ok())
            }
            _ => None,
        }
    }

    /// A map as it was sent.
    pub(crate) fn map(self, name: &str) -> Option<JsonObject<'j>> {
        match self.value(name) {
            Some(Json::Object(members)) => Some(members),
            _ => None,
        }
    }

    pub(crate) fn fields(self, name: &str) -> Option<Self> {
        self.map(name).map(Self)
    }

    /// The structure that a value is, if it is one.
    pub(crate) fn from_json(json: Json<'j>) -> Option<Self> {
        match json {
            Json::Object(members) => Some(Self(members)),
            _ => None,
        }
    }

    /// A string that the constraints require.
    pub(crate) fn required_text(self, name: &str) -> &'j str {
        self.text(name).expect("the member is required")
    }

    /// The structures of a list; none if the list is not there.
    pub(crate) fn list(self, name: &str) -> Option<Vec<Self>> {
        let mut structures = Vec::new();
        for element in self.elements(name)?.iter() {
            structures.extend(Self::from_json(element));
        }
        Some(structures)
    }

    /// The strings of a list; none if the list is not there.
    pub(crate) fn texts(self, name: &str) -> Option<Vec<&'j str>> {
        let mut texts = Vec::new();
        for element in self.elements(name)?.iter() {
            if let Json::String(text) = element {
                texts.push(text);
            }
        }
        Some(texts)
    }

    /// The elements of a list as they were sent.
    pub(crate) fn elements(self, name: &str) -> Option<JsonArray<'j>> {
        match self.value(name) {
            Some(Json::Array(elements)) => Some(elements),
            _ => None,
        }
    }
}

/// The first name that occurs twice in a list.
pub(crate) fn first_repeated<'n>(names: &[&'n str]) -> Option<&'n str> {
    let mut places = names.iter().enumerate();
    places.find(|(place, name)| names[..*place].contains(name)).map(|(_, name)| *name)
}

impl Fields<'_> {
    /// A flag with a default.
    pub(crate) fn flag(self, name: &str, default: bool) -> bool {
        self.boolean(name).unwrap_or(default)
    }
}
