//! What the open table costs in a month. Pure.

use playground::view::cost::CostView;

use crate::panel::shared::Shared;

/// The estimate of the open table; `None` when the sandbox has no table.
pub(super) fn view(shared: &Shared) -> Option<CostView> {
    shared.session.cost(shared.selection.table.as_deref())
}
