//! The workload as it is typed, and the run under way or else the last one. Pure.

use std::rc::Rc;

use playground::view::workload::{WorkloadPlan, WorkloadView};

use crate::panel::shared::Shared;
use crate::panel::workload::state::State;

/// What the panel shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The workload of the sandbox, and its run.
    pub workload: WorkloadView,
    /// The plan while it is typed or drawn.
    pub draft: Option<Rc<WorkloadPlan>>,
}

/// What the panel shows.
pub(super) fn view(state: &State, shared: &Shared) -> View {
    let table = shared.selection.table.as_deref();
    View { workload: shared.session.workload(table, state.interest), draft: state.draft.clone() }
}
