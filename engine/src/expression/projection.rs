//! Projection expressions.

use crate::expression::binding::Bindings;
use crate::expression::error::ExpressionError;
use crate::model::document_path::DocumentPath;
use crate::model::item::Item;

/// Which parts of an item are asked for.
#[derive(Debug, Clone)]
pub struct ProjectionExpression {}

impl ProjectionExpression {
    /// Parses and binds a ProjectionExpression.
    pub fn parse(_text: &str, _bindings: &mut Bindings) -> Result<Self, ExpressionError> {
        todo!()
    }

    /// The parts of the item that the expression names, each in its hierarchy.
    pub fn apply(&self, _item: &Item) -> Item {
        todo!()
    }

    /// The paths, in the order of the text.
    pub fn paths(&self) -> impl Iterator<Item = &DocumentPath> {
        [].into_iter()
    }
}
