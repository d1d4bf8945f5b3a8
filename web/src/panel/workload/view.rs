//! The workload as it is typed, and how far its run is. Pure.

use std::rc::Rc;

use playground::view::workload::{WorkloadPlan, WorkloadView};

use crate::panel::shared::Shared;
use crate::panel::workload::state::State;

/// What the panel shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The workload of the sandbox, without the result of its run.
    pub workload: WorkloadView,
    /// The plan while it is typed or drawn.
    pub draft: Option<Rc<WorkloadPlan>>,
}

/// What the panel shows.
pub(super) fn view(state: &State, shared: &Shared) -> View {
    let table = shared.selection.table.as_deref();
    View { workload: shared.session.workload(table, None), draft: state.draft.clone() }
}
