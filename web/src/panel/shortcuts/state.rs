//! What can be done in the dialog about keys. Pure.

use crate::panel::effect::Effect;
use crate::panel::page::PageAction;

/// What can be done in the dialog.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Whether single letters are keys.
    SetLetterKeys(bool),
    /// Close the dialog.
    Close,
}

/// What an action asks of the page.
pub(super) fn effect(action: Action) -> Effect<Action> {
    Effect::Page(match action {
        Action::SetLetterKeys(on) => PageAction::SetLetterKeys(on),
        Action::Close => PageAction::CloseMenu,
    })
}
