//! Whether single letters are keys, while the dialog is open. Pure.

use crate::panel::setting::Menu;
use crate::panel::shared::Shared;

/// What the dialog shows besides the keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// Whether single letters are keys.
    pub letter_keys: bool,
}

/// What the dialog shows; `None` if it is closed.
pub(super) fn view(shared: &Shared) -> Option<View> {
    let is_open = shared.page.menu == Some(Menu::Shortcuts);
    is_open.then_some(View { letter_keys: shared.page.letter_keys })
}
