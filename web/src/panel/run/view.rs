//! The run under way or else the last one. Pure.

use std::rc::Rc;

use playground::view::message::Message;
use playground::view::verdict::VerdictView;
use playground::view::workload::{RunView, WorkloadStage, WorkloadView};

use crate::panel::run::state::State;
use crate::panel::shared::Shared;

/// What the panel shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The run; `None` before the first one.
    pub run: Option<Rc<RunView>>,
    /// Whether it is under way.
    pub stage: WorkloadStage,
    /// What limited a run that is over, and what was tried.
    pub verdict: Option<VerdictView>,
    /// Without a result: what ran before the sandbox was stored and opened again.
    pub earlier: Option<Message>,
}

/// What the panel shows.
pub(super) fn view(state: State, shared: &Shared) -> View {
    let WorkloadView { run, stage, earlier, .. } = shared.session.workload(Some(state.interest));
    View { run, stage, verdict: shared.session.verdict(), earlier }
}
