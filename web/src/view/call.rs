//! The request form: any operation, with its JSON as it is sent.

use std::rc::Rc;

use crate::view::draft::{FaultView, PreviewView};
use crate::view::value::Text;

/// A request being written, on the open table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallForm {
    /// DynamoDB's name of the operation.
    pub operation: Text,
    /// The request's JSON, as typed.
    pub text: Text,
    /// Whether it was typed. If not, the text is ignored and a first proposal is meant: `CallFormView::text` says it.
    pub typed: bool,
}

/// What a request form needs to know.
#[derive(Debug, Clone, PartialEq)]
pub struct CallFormView {
    /// The operations that are offered.
    pub operations: Vec<Text>,
    /// The request as it stands: what was typed, or the proposal.
    pub text: Text,
    /// What it would cost; `None` for work that has no price.
    pub preview: Option<Rc<PreviewView>>,
    /// Why it would be refused.
    pub fault: Option<Rc<FaultView>>,
}
