//! What a workload of a session will ask, and its requests while they are written.

use std::rc::Rc;

use crate::analysis::experiment::units::put_back;
use crate::analysis::experiment::{experiment_views, set_up};
use crate::sandbox::command::SetUp;
use crate::sandbox::state::State;
use crate::session::Session;
use crate::view::experiment::ExperimentView;
use crate::view::pattern::PatternTarget;
use crate::view::traffic::{Placement, RequestEditor, TrafficView};
use crate::view::value::Text;
use crate::view::workload::{PatternPlan, WorkloadPlan};
use crate::views::open_table;
use crate::views::traffic_draft::{new_request, placed, request_editor, request_with};

impl Session {
    /// The experiments, for a table or else the first one.
    pub fn experiments(&self, table: Option<&str>) -> Vec<ExperimentView> {
        let State { database, plan, .. } = &self.state;
        experiment_views(database, plan.experiment.as_ref(), open_table(&self.state, table))
    }

    /// The table whose units the chosen experiment has changed, and the request that puts them back when it is removed.
    pub fn put_back(&self) -> Option<(Text, Text)> {
        let put_back = put_back(&self.state.database, self.state.plan.experiment.as_ref())?;
        Some((put_back.table, put_back.request))
    }

    /// What a workload will ask of tables and keys, before it runs.
    pub fn traffic(&self, plan: &WorkloadPlan) -> Rc<TrafficView> {
        self.asked.traffic(self.revision, &self.state, plan)
    }

    /// A new request of a workload, about a table or else the first one; `None` without a table.
    pub fn new_request(&self, table: Option<&str>, plan: &WorkloadPlan) -> Option<PatternPlan> {
        Some(new_request(&self.state, open_table(&self.state, table)?, plan))
    }

    /// A request of a workload with another operation, or that looks elsewhere.
    pub fn request_with(
        &self,
        plan: &WorkloadPlan,
        position: usize,
        operation: &str,
        target: Option<&PatternTarget>,
    ) -> PatternPlan {
        request_with(&self.state, plan, position, operation, target)
    }

    /// What can be changed of a request of a workload; `None` without a table.
    pub fn request_editor(
        &self,
        table: Option<&str>,
        pattern: &PatternPlan,
    ) -> Option<RequestEditor> {
        Some(request_editor(&self.state, open_table(&self.state, table)?, pattern))
    }

    /// A request of a workload whose key is in another partition, by its position; `None` if no such key was found.
    pub fn placed(
        &self,
        pattern: &PatternPlan,
        placement: &Placement,
        position: usize,
    ) -> Option<PatternPlan> {
        placed(&self.state, pattern, placement, position)
    }

    /// How to run an experiment on a table, or else on the first one; `None` if it cannot be.
    pub fn set_up(&self, table: Option<&str>, experiment: &str) -> Option<SetUp> {
        let State { database, plan, .. } = &self.state;
        set_up(database, plan.experiment.as_ref(), open_table(&self.state, table), experiment)
    }
}
