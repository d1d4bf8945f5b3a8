//! Condition and filter expressions.

use crate::expression::binding::Bindings;
use crate::expression::error::{ExpressionError, Parameter};
use crate::model::document_path::DocumentPath;
use crate::model::item::Item;

/// A condition on an item.
#[derive(Debug, Clone)]
pub struct Condition {}

impl Condition {
    /// Parses and binds the text of `parameter`.
    pub fn parse(
        _text: &str,
        _parameter: Parameter,
        _bindings: &mut Bindings,
    ) -> Result<Self, ExpressionError> {
        todo!()
    }

    /// Whether the condition holds. A missing item is one without attributes.
    pub fn matches(&self, _item: &Item) -> bool {
        todo!()
    }

    /// The paths mentioned, in the order of the text.
    pub fn paths(&self) -> impl Iterator<Item = &DocumentPath> {
        [].into_iter()
    }
}
