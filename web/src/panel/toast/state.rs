//! What can be done with the toast. Pure.

use crate::panel::effect::{Effect, Target};
use crate::panel::page::PageAction;

/// What can be done with the toast.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Explain the last operation.
    Explain,
    /// Close the toast.
    Close,
}

/// What an action asks of the page.
pub(super) fn effect(action: Action) -> Effect<Action> {
    match action {
        Action::Explain => Effect::Show(Target::Operation(None)),
        Action::Close => Effect::Page(PageAction::DismissToast),
    }
}
