//! The workload as it is typed, and how far its run is. Pure.

use std::rc::Rc;

use playground::analysis::experiment::experiment_title;
use playground::sandbox::workload::fault_of_plan;
use playground::view::first::First;
use playground::view::message::Message;
use playground::view::request::{Caret, Suggestion};
use playground::view::traffic::{RequestEditor, TrafficView};
use playground::view::workload::{WorkloadPlan, WorkloadStage, WorkloadView};

use crate::panel::shared::Shared;
use crate::panel::workload::state::{State, form_of};

/// What the panel shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The workload of the sandbox, without the result of its run.
    pub workload: WorkloadView,
    /// The title of the experiment that is chosen.
    pub experiment: Option<Message>,
    /// The plan while it is typed or drawn.
    pub draft: Option<Rc<WorkloadPlan>>,
    /// What the plan that the sandbox has will ask; `None` while it runs.
    pub traffic: Option<Rc<TrafficView>>,
    /// Why the plan as it is typed cannot be kept.
    pub fault: Option<Message>,
    /// Whether there is a table for another request.
    pub can_add: bool,
    /// The request that is open to be changed.
    pub open: Option<OpenRequest>,
}

/// A request that is open to be changed.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenRequest {
    pub position: usize,
    pub editor: RequestEditor,
    /// Where the user types in an expression.
    pub caret: Option<Caret>,
    /// What is suggested there.
    pub suggestions: First<Suggestion>,
}

/// What the panel shows. `last` is what it showed for the same sandbox.
pub(super) fn view(state: &State, shared: &Shared, last: Option<&View>) -> View {
    let workload = shared.session.workload(None);
    let is_idle = workload.stage == WorkloadStage::Idle;
    let known = last.and_then(|last| last.traffic.clone());
    let asked = || known.unwrap_or_else(|| shared.session.traffic(&workload.plan));
    let traffic = is_idle.then(asked);
    let draft = state.draft.clone();
    let experiment = workload.experiment.as_deref().map(experiment_title);
    let fault = draft.as_ref().and_then(|draft| fault_of_plan(draft));
    let can_add = is_idle && shared.session.database().tables().next().is_some();
    let plan = draft.as_ref().unwrap_or(&workload.plan);
    let open = state.open.filter(|_| is_idle).and_then(|position| {
        let table = shared.table_name();
        let pattern = plan.patterns.get(position)?;
        let caret = state.caret.clone();
        let suggestions =
            caret.as_ref().map(|caret| shared.session.suggestions(table, &form_of(pattern), caret));
        Some(OpenRequest {
            position,
            editor: shared.session.request_editor(table, pattern)?,
            caret,
            suggestions: suggestions.unwrap_or_default(),
        })
    });
    View { workload, experiment, draft, traffic, fault, can_add, open }
}
