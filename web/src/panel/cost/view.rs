//! What the open table costs in a month. Pure.

use playground::view::cost::CostView;

use crate::panel::cost::state::{Cell, RejectedPrice, State};
use crate::panel::shared::Shared;

/// What the panel shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The estimate of the open table; `None` when the sandbox has no table.
    pub cost: Option<CostView>,
    /// A price that was typed and is not used.
    pub rejected: Option<RejectedPrice>,
    /// The amount whose arithmetic is shown.
    pub open: Option<Cell>,
}

/// What the panel shows.
pub(super) fn view(state: &State, shared: &Shared) -> View {
    let cost = shared.session.cost(shared.selection.table.as_deref());
    View { cost, rejected: state.rejected.clone(), open: state.open.clone() }
}
