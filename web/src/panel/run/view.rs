//! The run under way or else the last one. Pure.

use std::rc::Rc;

use playground::view::message::Message;
use playground::view::value::{Method, Text};
use playground::view::verdict::VerdictView;
use playground::view::workload::{RunView, WorkloadStage, WorkloadView};

use crate::panel::part::heat::{self, StoreHeat};
use crate::panel::run::state::State;
use crate::panel::shared::Shared;

/// What the panel shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The run; `None` before the first one.
    pub run: Option<Rc<RunView>>,
    /// Whether it is under way.
    pub stage: WorkloadStage,
    /// The heat of the partitions of each metered table and global index, by table: writes and reads.
    pub heat: Vec<(Method, Text, StoreHeat)>,
    /// What limited a run that is over, and what was tried.
    pub verdict: Option<VerdictView>,
    /// Without a result: what ran before the sandbox was stored and opened again.
    pub earlier: Option<Message>,
}

/// What the panel shows.
pub(super) fn view(state: State, shared: &Shared) -> View {
    let WorkloadView { run, stage, earlier, .. } = shared.session.workload(Some(state.interest));
    let heat = run.as_ref().map(|run| heat_of(run, shared)).unwrap_or_default();
    View { run, stage, heat, verdict: shared.session.verdict(), earlier }
}

/// The heat of a run in the seconds of its charts.
fn heat_of(run: &RunView, shared: &Shared) -> Vec<(Method, Text, StoreHeat)> {
    let session = shared.session;
    // The seconds that are kept would be narrower than a line.
    if run.column_seconds > 1 {
        return Vec::new();
    }
    let Some(from) = session.running_since().or(session.last_run_since()) else {
        return Vec::new();
    };
    let of = |method| {
        let stores = heat::of_run(shared, method, (from, run.column_count()), run.chosen);
        stores.into_iter().map(move |(table, heat)| (method, table, heat))
    };
    [Method::Write, Method::Read].into_iter().flat_map(of).collect()
}
