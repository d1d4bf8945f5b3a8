//! The experiments, if they are shown. Pure.

use playground::view::experiment::ExperimentView;
use playground::view::workload::WorkloadStage;

use crate::panel::experiments::state::State;
use crate::panel::shared::Shared;

/// What the panel shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// Whether there is a result, beside which the experiments are shown only if the user wants it.
    pub has_result: bool,
    /// The experiments; none if they are not shown.
    pub experiments: Vec<ExperimentView>,
}

/// What the panel shows. `last` is what it showed for the same sandbox and table.
pub(super) fn view(state: &State, shared: &Shared, last: Option<&View>) -> View {
    let session = shared.session;
    let is_idle = session.workload_stage() == WorkloadStage::Idle;
    let has_result = !is_idle || session.last_run_since().is_some();
    let is_open = state.is_open.unwrap_or(!has_result);
    let experiments = match last {
        _ if !is_open => Vec::new(),
        Some(last) if !last.experiments.is_empty() => last.experiments.clone(),
        Some(_) | None => session.experiments(shared.selection.table.as_deref()),
    };
    View { has_result, experiments }
}
