//! Which of two designs is shown. Pure.

use playground::view::compare::Letter;

use crate::panel::shared::Shared;

/// The design that is shown.
pub type View = Letter;

/// What the strip shows; `None` if there is one design only.
pub(super) fn view(shared: &Shared) -> Option<View> {
    Some(shared.session.pair_view(false)?.letter)
}
