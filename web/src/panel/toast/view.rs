//! The result of the last operation, while the toast is open. Pure.

use playground::view::message::Message;
use playground::view::value::OperationOutcome;

use crate::panel::shared::Shared;

/// The result of the last operation.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// What it cost, or that it was rejected.
    pub outcome: OperationOutcome,
    /// What changed.
    pub messages: Vec<Message>,
}

/// What the toast shows; `None` if it is closed.
pub(super) fn view(shared: &Shared) -> Option<View> {
    let outcome = shared.session.outcome(shared.selection.operation);
    let outcome = outcome.filter(|_| shared.page.toast)?;
    Some(View { outcome, messages: shared.session.announcement().messages.clone() })
}
