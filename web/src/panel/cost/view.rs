//! What the open table costs in a month. Pure.

use playground::view::cost::CostView;
use playground::view::day::HOUR_COUNT;
use playground::view::message::Message;

use crate::panel::cost::state::{Cell, RejectedPrice, State};
use crate::panel::shared::Shared;

/// What the panel shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The estimate of the open table; `None` when the sandbox has no table.
    pub cost: Option<CostView>,
    /// A price that was typed and is not used.
    pub rejected: Option<RejectedPrice>,
    /// What was typed as the loads of a day and is none, and why.
    pub rejected_day: Option<(String, Message)>,
    /// The load of each hour, while it is being drawn.
    pub drawn: Option<[u64; HOUR_COUNT]>,
    /// The amount whose arithmetic is shown.
    pub open: Option<Cell>,
}

/// What the panel shows.
pub(super) fn view(state: &State, shared: &Shared) -> View {
    let cost = shared.session.cost(shared.table_name());
    let State { rejected, rejected_day, drawn, open } = state.clone();
    View { cost, rejected, rejected_day, drawn, open }
}
