//! What was sent and what came back, and which of the two was copied. Pure.

use playground::view::value::Text;

use crate::panel::request::state::State;
use crate::panel::shared::Shared;

/// What was sent and what came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// DynamoDB's name of the operation.
    pub operation: Text,
    /// The request, and the reply or the error; `None` while they are hidden.
    pub texts: Option<[TextView; 2]>,
}

/// A text that can be copied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextView {
    /// Indented JSON.
    pub text: Text,
    /// Whether it was copied last.
    pub is_copied: bool,
}

/// What the panel shows; `None` before the first operation.
pub(super) fn view(state: &State, shared: &Shared) -> Option<View> {
    let exchange = shared.session.exchange(shared.selection.operation)?;
    let copied = |text: Text| TextView { is_copied: state.copied.as_ref() == Some(&text), text };
    Some(View {
        operation: exchange.operation,
        texts: state.is_open.then(|| [copied(exchange.request), copied(exchange.reply)]),
    })
}
