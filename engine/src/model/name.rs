//! Names of tables, indexes and attributes, shared rather than copied.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::model::bytes::Bytes;

/// The name of an attribute: case-sensitive UTF-8, counted in bytes wherever it occurs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct AttributeName(Arc<str>);

impl AttributeName {
    /// A name from its text.
    pub fn new(text: impl Into<Arc<str>>) -> Self {
        Self(text.into())
    }

    /// The text of the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// UTF-8 bytes of the name, which count towards the size of an item.
    pub fn size(&self) -> Bytes {
        Bytes::from_length(self.0.len())
    }
}

impl Deref for AttributeName {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for AttributeName {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl From<&str> for AttributeName {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl From<String> for AttributeName {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}

impl fmt::Display for AttributeName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// What the ARN of a replica begins with, and no name of a table.
pub(crate) const ARN_START: &str = "arn:";

/// The name of a table. Its letters and length were checked when the table was created.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TableName(Arc<str>);

/// The name of a secondary index, unique within its table.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct IndexName(Arc<str>);

impl TableName {
    /// A name from its text.
    pub fn new(text: impl Into<Arc<str>>) -> Self {
        Self(text.into())
    }

    /// The text of the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The Region of a replica, which is called by its ARN. None for the tables of the Region in which the database is.
    pub fn region(&self) -> Option<&str> {
        self.replica().map(|(region, _)| region)
    }

    /// The name without its Region: replicas of each other share it.
    pub fn short(&self) -> &str {
        self.replica().map_or(self.as_str(), |(_, name)| name)
    }

    /// The Region and the name in the ARN of a replica.
    fn replica(&self) -> Option<(&str, &str)> {
        let parts: Vec<&str> = self.0.strip_prefix(ARN_START)?.split(':').collect();
        match parts.as_slice() {
            ["aws", "dynamodb", region, _, resource] => {
                Some((region, resource.strip_prefix("table/")?))
            }
            _ => None,
        }
    }
}

impl Borrow<str> for TableName {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TableName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl IndexName {
    /// A name from its text.
    pub fn new(text: impl Into<Arc<str>>) -> Self {
        Self(text.into())
    }

    /// The text of the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for IndexName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}
