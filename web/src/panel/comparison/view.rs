//! What differs between two designs. Pure.

use playground::view::compare::ComparisonView;

use crate::panel::shared::Shared;

/// What differs.
pub type View = ComparisonView;

/// What the panel shows; `None` if there is one design only.
pub(super) fn view(shared: &Shared) -> Option<View> {
    shared.session.pair_view(true)?.comparison
}
