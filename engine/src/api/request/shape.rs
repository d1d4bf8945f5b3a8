//! The constraints of a request as data.
//!
//! In which order they are checked, and what is reported, is said in `layer.rs`.

use crate::json::text::{Json, JsonObject};

/// A member of a request, by its name on the wire.
#[derive(Debug)]
pub struct Member {
    /// Its name.
    pub name: &'static str,
    /// Whether a request without it is rejected.
    pub required: bool,
    /// What its value must look like.
    pub shape: Shape,
    /// Whether the newer checks look at it later than at the other members.
    pub(crate) is_late: bool,
}

/// What a member must look like.
#[derive(Debug)]
pub enum Shape {
    /// A string with a length in characters; letters, digits and `_-.` only if `plain`.
    Text {
        /// The least and the greatest length.
        length: (usize, usize),
        /// Whether other characters are rejected.
        plain: bool,
    },
    /// The name of an attribute, with a size in bytes.
    AttributeName {
        /// The least and the greatest size.
        size: (usize, usize),
    },
    /// A table: by its name, with a length in characters, or by its ARN.
    Table {
        /// The least and the greatest length.
        length: (usize, usize),
    },
    /// One of a list of words.
    Word(&'static [&'static str]),
    /// A whole number between two bounds.
    Integer {
        /// The lower bound.
        min: u64,
        /// The upper bound.
        max: u64,
    },
    /// A number that is cut to a whole one of 32 bits, between two bounds.
    ///
    /// Observed: 2026, requests that were sent to the service.
    CutInteger {
        /// The lower bound.
        min: u64,
        /// The upper bound.
        max: u64,
    },
    /// A whole number that limits something, or -1 for no limit. The operation checks its range.
    Maximum,
    /// True or false.
    Boolean,
    /// True or false, or a word that says so.
    LenientBoolean,
    /// A map of attribute names to values, checked to the end when it is read.
    Attributes,
    /// One attribute value, checked to the end when it is read.
    Value,
    /// Strings by placeholder.
    Texts,
    /// A list with bounds of its length.
    List {
        /// What an element must look like.
        of: &'static Shape,
        /// The least and the greatest number of elements.
        length: (usize, usize),
    },
    /// A map of table names to shapes; the bounds of lists that are its values, if they have a common check.
    Map {
        /// What a value must look like.
        of: &'static Shape,
        /// The least and the greatest number of elements of a list.
        list_length: Option<(usize, usize)>,
        /// Whether the names are those of tables, and how a message repeats the map then.
        tables: Option<Echo>,
    },
    /// Members with names of their own; the name of the structure.
    Structure {
        /// Its name.
        name: &'static str,
        /// Its members.
        members: &'static [Member],
    },
}

/// How a message repeats a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Echo {
    /// As JSON.
    Json,
    /// As Java prints it, with all members that are not there.
    Java,
}

impl Member {
    pub(crate) const fn required(name: &'static str, shape: Shape) -> Self {
        Self { name, required: true, shape, is_late: false }
    }

    pub(crate) const fn optional(name: &'static str, shape: Shape) -> Self {
        Self { name, required: false, shape, is_late: false }
    }

    /// A member that the newer checks look at later.
    pub(crate) const fn late(self) -> Self {
        Self { is_late: true, ..self }
    }
}

/// A member's value; JSON null counts as absent.
pub(crate) fn present<'j>(object: JsonObject<'j>, name: &str) -> Option<Json<'j>> {
    object.get(name).filter(|value| !value.is_null())
}
