//! `#names` and `:values` of a request.

use std::collections::BTreeMap;

use crate::expression::error::ExpressionError;
use crate::model::attribute_value::AttributeValue;
use crate::model::name::AttributeName;

/// The substitutions of one request, shared by all its expressions, and which of them were used.
#[derive(Debug, Clone, Default)]
pub struct Bindings {}

impl Bindings {
    /// Substitutions by their placeholders, `#` and `:` included. Fails if a placeholder is malformed.
    pub fn new(
        _names: BTreeMap<String, AttributeName>,
        _values: BTreeMap<String, AttributeValue>,
    ) -> Result<Self, ExpressionError> {
        todo!()
    }

    /// To be called after all expressions of the request were parsed: fails if a name, then if a value is unused.
    pub fn finish(&self) -> Result<(), ExpressionError> {
        todo!()
    }
}
