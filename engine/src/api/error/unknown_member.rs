//! A member that an operation does not have, and the words for it.

use std::fmt;

/// A member that its structure does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownMember {
    /// The structure, such as `TransactItems[0].Put`; empty for the request itself.
    pub path: String,
    /// The member.
    pub name: String,
    /// The members that the structure has.
    pub known: Vec<&'static str>,
}

impl UnknownMember {
    /// The same member, seen from the structure around its own.
    pub(crate) fn within(mut self, step: &str) -> Self {
        let separator = match self.path.is_empty() || self.path.starts_with('[') {
            true => "",
            false => ".",
        };
        self.path = format!("{step}{separator}{}", self.path);
        self
    }
}

impl fmt::Display for UnknownMember {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, name, known } = self;
        let place = if path.is_empty() { "input" } else { path };
        write!(
            formatter,
            "Unknown parameter in {place}: \"{name}\", must be one of: {}",
            known.join(", ")
        )
    }
}
