//! A request as it was sent.

use engine::json::value::parse;
use engine::operation::Operation;
use serde_json::Value;

use crate::view::value::Text;
use crate::visible;

/// A request as it was sent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Request {
    /// DynamoDB's name of the operation.
    pub operation: Text,
    /// The JSON text.
    pub text: Text,
}

impl Request {
    /// Whether it is of this operation.
    pub fn is_of(&self, operation: Operation) -> bool {
        *self.operation == *operation.name()
    }

    /// A request from its text, which is indented as it is shown.
    pub(crate) fn of_text(operation: &str, text: &str) -> Self {
        Self::new(operation, &parse(text).unwrap_or_default())
    }

    /// A request from its JSON, indented as it is shown, with hidden characters as escapes.
    pub(crate) fn new(operation: &str, json: &Value) -> Self {
        Self { operation: operation.into(), text: visible::json(&format!("{json:#}")).into() }
    }
}
