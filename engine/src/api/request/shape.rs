//! The constraints of a request as data.
//!
//! Operations on the older framework report all violations at once; the newer one (2026) reports the first and names
//! members as the API reference does.

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
    /// How an operation with the revised words reports a value that breaks a constraint.
    pub(crate) report: Report,
}

/// How an operation with the revised words reports a value that breaks a constraint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Report {
    /// In the revised words.
    Revised,
    /// In the classic words, if no other member breaks a constraint.
    Classic,
    /// Later and in words of its own.
    Own,
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
    /// A whole number that limits something, or -1 for no limit.
    Maximum,
    /// True or false.
    Boolean,
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
    },
    /// Members with names of their own; the name of the structure.
    Structure {
        /// Its name.
        name: &'static str,
        /// Its members.
        members: &'static [Member],
    },
}

impl Member {
    pub(crate) const fn required(name: &'static str, shape: Shape) -> Self {
        Self { name, required: true, shape, report: Report::Revised }
    }

    pub(crate) const fn optional(name: &'static str, shape: Shape) -> Self {
        Self { name, required: false, shape, report: Report::Revised }
    }

    /// A member whose violations are reported in this way.
    pub(crate) const fn reported(self, report: Report) -> Self {
        Self { report, ..self }
    }
}

/// A member's value; JSON null counts as absent.
pub(crate) fn present<'j>(object: JsonObject<'j>, name: &str) -> Option<Json<'j>> {
    object.get(name).filter(|value| !value.is_null())
}
