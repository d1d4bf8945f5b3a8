//! Actions on a workload: its settings, its run, and the second that is selected.

use std::rc::Rc;

use crate::app::state::action::Effect;
use crate::app::state::{AppState, ask};
use playground::sandbox::command::{Command, WorkloadCommand};
use playground::view::workload::{Preset, WorkloadInterest, WorkloadPlan};

/// Actions on a workload.
#[derive(Debug, Clone, PartialEq)]
pub enum WorkloadAction {
    /// Take one that is made for the open table.
    Choose(Preset),
    /// The plan after a keystroke, or a step of a drag.
    Edit(Rc<WorkloadPlan>),
    /// The plan is as it shall be.
    Commit,
    /// The plan with a switch turned.
    Set(Rc<WorkloadPlan>),
    /// Start it.
    Start,
    /// Hold it.
    Pause,
    /// Continue it.
    Resume,
    /// Break it off.
    Stop,
    /// Look at one of its seconds.
    Look(usize),
}

impl AppState {
    pub(super) fn update_workload(&mut self, action: WorkloadAction) -> Vec<Effect> {
        let command = match action {
            WorkloadAction::Edit(plan) => {
                self.workload_draft = Some(plan);
                return Vec::new();
            }
            WorkloadAction::Look(second) => {
                self.workload = WorkloadInterest { second: Some(second) };
                return Vec::new();
            }
            WorkloadAction::Choose(preset) => {
                self.workload_draft = None;
                let Some(table) = &self.selection.table else { return Vec::new() };
                WorkloadCommand::Choose { table: table.as_ref().to_owned(), preset }
            }
            WorkloadAction::Commit => match self.workload_draft.take() {
                Some(plan) => WorkloadCommand::Set(plan),
                None => return Vec::new(),
            },
            WorkloadAction::Set(plan) => {
                self.workload_draft = None;
                WorkloadCommand::Set(plan)
            }
            WorkloadAction::Start => {
                self.workload = WorkloadInterest::default();
                WorkloadCommand::Start
            }
            WorkloadAction::Pause => WorkloadCommand::Pause,
            WorkloadAction::Resume => WorkloadCommand::Resume,
            WorkloadAction::Stop => WorkloadCommand::Stop,
        };
        vec![ask(Command::Workload(command))]
    }
}
