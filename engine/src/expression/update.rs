//! Update expressions.

use std::fmt;
use std::ops::Range;

use crate::expression::binding::Bindings;
use crate::expression::error::ExpressionError;
use crate::model::document_path::DocumentPath;
use crate::model::item::Item;

/// What an update does to an item.
#[derive(Debug, Clone)]
pub struct Update {}

/// The clause of an update in which a path stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants are the clauses' keywords")]
pub enum Clause {
    Set,
    Remove,
    Add,
    Delete,
}

impl Update {
    /// Parses and binds an UpdateExpression.
    pub fn parse(_text: &str, _bindings: &mut Bindings) -> Result<Self, ExpressionError> {
        todo!()
    }

    /// The item after the update. `before` is the item as it stands, or the key alone if it does not exist.
    pub fn apply(&self, _before: &Item, _item_exists: bool) -> Result<Item, UpdateError> {
        todo!()
    }

    /// Whether the update makes an item where there is none; one that only takes away does not.
    pub fn creates_missing_item(&self) -> bool {
        todo!()
    }

    /// The paths that the update touches, each with its clause, in the order of the text.
    pub fn paths(&self) -> impl Iterator<Item = (Clause, &DocumentPath)> {
        [].into_iter()
    }

    /// `UPDATED_OLD`: the touched paths as they were, each in its hierarchy.
    pub fn updated_old(&self, _before: &Item) -> Item {
        todo!()
    }

    /// `UPDATED_NEW`: the values that the update puts in, each in the hierarchy of its path.
    pub fn updated_new(&self, _before: &Item, _item_exists: bool) -> Result<Item, UpdateError> {
        todo!()
    }
}

/// What keeps an update from being applied to an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpdateError {
    /// The action that cannot be done: where it stands in the text, in bytes.
    pub span: Range<usize>,
}

impl fmt::Display for UpdateError {
    fn fmt(&self, _formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        todo!()
    }
}
