//! The request form: any operation, with its JSON as it is sent.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::view::draft::{FaultView, PreviewView};
use crate::view::request::RequestFields;
use crate::view::statement::StatementView;
use crate::view::value::Text;

/// A request being written, on the open table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallForm {
    /// DynamoDB's name of the operation.
    pub operation: Text,
    /// The request's JSON, or code that sends a request.
    pub text: Text,
    /// Where the text is from.
    pub origin: TextOrigin,
}

impl CallForm {
    /// A form for an operation, with the proposal for the table as it is.
    pub fn new(operation: &str) -> Self {
        Self { operation: operation.into(), text: "".into(), origin: TextOrigin::Proposed }
    }
}

/// Where the text of a request is from. Only a proposal changes with the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum TextOrigin {
    /// It is the proposal for the table as it is: `CallFormView::text`.
    Proposed,
    /// It was a proposal when it was sent, and stays what it was then.
    Sent,
    Typed,
}

/// What a request form needs to know.
#[derive(Debug, Clone, PartialEq)]
pub struct CallFormView {
    /// The operations that are offered.
    pub operations: Vec<Text>,
    /// The current text: what was typed, or the proposal.
    pub text: Text,
    /// The operation of the request: that of the code if the text is code.
    pub operation: Text,
    /// The operation of which the request must be, if that is another.
    pub meant: Option<Text>,
    /// The request as it is sent; `None` if the text is code that does not send one known request.
    pub request: Option<Text>,
    /// Its members as fields; `None` if the text is not JSON, and for operations on tables.
    pub fields: Option<Rc<RequestFields>>,
    /// Its PartiQL statements.
    pub statements: Vec<StatementView>,
    /// What it would cost; `None` for work that has no price.
    pub preview: Option<Rc<PreviewView>>,
    /// Why it would be rejected.
    pub fault: Option<Rc<FaultView>>,
}
