//! What differs between two designs, while the dialog is open. Pure.

use playground::view::compare::ComparisonView;

use crate::panel::setting::Menu;
use crate::panel::shared::Shared;

/// What differs.
pub type View = ComparisonView;

/// What the dialog shows; `None` if it is closed.
pub(super) fn view(shared: &Shared) -> Option<View> {
    let is_open = shared.page.menu == Some(Menu::Compare);
    shared.session.pair_view(is_open)?.comparison
}
