//! Which of two designs is shown. Pure.

use crate::panel::shared::Shared;
use playground::view::compare::Letter;

/// The design that is shown.
pub type View = Letter;

/// What the strip shows; `None` if there is one design only.
pub(super) fn view(shared: &Shared) -> Option<View> {
    Some(shared.session.pair_view(false)?.letter)
}
