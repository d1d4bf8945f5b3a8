//! Bound statements: what a statement asks for, with its parameters put in. A table makes a plan of it.

use std::ops::Range;

use crate::expression::condition::Node;
use crate::expression::update;
use crate::model::document_path::DocumentPath;
use crate::model::item::{Image, Item};
use crate::model::name::AttributeName;
use crate::partiql::ast::Direction;
use crate::partiql::ast::Returning;

/// A statement whose operands were checked.
///
/// ```
/// use engine::model::attribute_value::AttributeValue;
/// use engine::partiql::statement::Statement;
///
/// let parameters = [AttributeValue::S("ann".to_owned())];
/// let statement = Statement::parse("SELECT * FROM Orders WHERE customer = ?", &parameters).unwrap();
/// assert_eq!(statement.table(), "Orders");
/// assert!(!statement.is_write());
/// ```
#[derive(Debug, Clone)]
pub enum Statement {
    /// Reads items.
    Select(Select),
    /// Puts an item that does not exist.
    Insert(Insert),
    /// Changes an item that exists.
    Update(Update),
    /// Deletes an item.
    Delete(Delete),
    /// Checks a condition on an item, in a transaction.
    Exists(Select),
}

/// Which items are read, and what of them.
#[derive(Debug, Clone)]
pub struct Select {
    pub(crate) source: Source,
    /// `None` for all attributes.
    pub(crate) columns: Option<Vec<Column>>,
    pub(crate) condition: Option<Node>,
    /// Where the condition is in the statement, in bytes.
    pub(crate) condition_span: Option<Range<usize>>,
    pub(crate) order: Vec<OrderTerm>,
}

/// The item that is put.
#[derive(Debug, Clone)]
pub struct Insert {
    pub(crate) source: Source,
    pub(crate) item: Image,
}

/// How an item is changed.
#[derive(Debug, Clone)]
pub struct Update {
    pub(crate) source: Source,
    pub(crate) changes: update::Update,
    pub(crate) condition: Option<Node>,
    pub(crate) returning: Option<Returning>,
}

/// Which item is deleted.
#[derive(Debug, Clone)]
pub struct Delete {
    pub(crate) source: Source,
    pub(crate) condition: Option<Node>,
    pub(crate) returns_old: bool,
}

/// A table, by name or ARN, or an index of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Source {
    pub(crate) table: String,
    pub(crate) index: Option<String>,
}

/// A column of the result of a SELECT.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its name in the result.
    pub name: AttributeName,
    /// Where its value is in the item.
    pub path: DocumentPath,
}

/// A term of ORDER BY.
#[derive(Debug, Clone)]
pub(crate) struct OrderTerm {
    pub(crate) path: DocumentPath,
    pub(crate) direction: Direction,
}

/// What IS can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum IsType {
    Missing,
    Null,
    Boolean,
    Blob,
    String,
    Numeric,
    Struct,
    List,
}

impl Statement {
    /// The table that the statement names, by name or ARN.
    pub fn table(&self) -> &str {
        &self.source().table
    }

    /// The index that the statement names.
    pub fn index(&self) -> Option<&str> {
        self.source().index.as_deref()
    }

    /// Whether the statement names an index.
    pub fn is_on_index(&self) -> bool {
        self.index().is_some()
    }

    /// Whether the statement writes. In a transaction EXISTS counts as a write.
    pub fn is_write(&self) -> bool {
        match self {
            Self::Select(_) => false,
            Self::Insert(_) | Self::Update(_) | Self::Delete(_) | Self::Exists(_) => true,
        }
    }

    /// The item that an INSERT puts.
    pub fn inserted(&self) -> Option<&Item> {
        match self {
            Self::Insert(insert) => Some(&insert.item),
            Self::Select(_) | Self::Update(_) | Self::Delete(_) | Self::Exists(_) => None,
        }
    }

    /// Whether the statement has a RETURNING clause.
    pub fn has_returning(&self) -> bool {
        match self {
            Self::Update(update) => update.returning.is_some(),
            Self::Delete(delete) => delete.returns_old,
            Self::Select(_) | Self::Insert(_) | Self::Exists(_) => false,
        }
    }

    fn source(&self) -> &Source {
        match self {
            Self::Select(select) | Self::Exists(select) => &select.source,
            Self::Insert(insert) => &insert.source,
            Self::Update(update) => &update.source,
            Self::Delete(delete) => &delete.source,
        }
    }
}

impl IsType {
    /// The type with this name, in any case.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Some(match name.to_ascii_uppercase().as_str() {
            "MISSING" => Self::Missing,
            "NULL" => Self::Null,
            "BOOL" | "BOOLEAN" => Self::Boolean,
            "BLOB" => Self::Blob,
            "STRING" => Self::String,
            "NUMERIC" => Self::Numeric,
            "STRUCT" | "TUPLE" => Self::Struct,
            "LIST" => Self::List,
            _ => return None,
        })
    }
}
