//! What a lesson does to its sandbox.

use std::rc::Rc;

use crate::lesson::setting::Change;
use crate::sandbox::command::{Command, PlanCommand, WorkloadCommand};
use crate::view::caller::Caller;
use crate::view::design::TableDesign;
use crate::view::series::Series;
use crate::view::value::Text;
use crate::view::workload::WorkloadPlan;

/// Something that a lesson does to its sandbox.
#[derive(Debug, Clone, PartialEq)]
pub struct Action {
    /// The line of its block.
    pub line: usize,
    /// What it does.
    pub kind: ActionKind,
}

#[derive(Debug, Clone, PartialEq)]
pub enum ActionKind {
    /// Sends a request.
    Call {
        /// DynamoDB's name of the operation.
        operation: String,
        /// The request in DynamoDB JSON, indented as it is shown.
        request: String,
    },
    /// Lets virtual time pass.
    Advance {
        /// How much.
        ms: u64,
    },
    /// Sets the workload of the sandbox, and runs it to its end.
    Workload(Rc<WorkloadPlan>),
    /// Runs the workload of the sandbox again.
    Run,
    /// Changes settings of the sandbox.
    Set(Vec<Change>),
    /// Deletes a table, creates it after another design and writes its items back.
    Rebuild { table: String, design: TableDesign },
    /// Attaches a program, or puts it in the place of the one of its name.
    Program(Text),
    /// Saves period tables, or puts them in the place of those of their name.
    Series(Box<Series>),
    /// Chooses who sends requests from here on.
    Send {
        /// Those of the lesson.
        callers: Vec<Caller>,
        /// The name of one; the owner of the tables if `None`.
        sender: Option<String>,
    },
}

impl Action {
    /// The commands that perform it, in order. After those of a workload the caller sends
    /// [`WorkloadCommand::Step`] until [`Session::workload_stage`](crate::session::Session::workload_stage) is `Idle`.
    pub fn commands(&self) -> Vec<Command> {
        match &self.kind {
            ActionKind::Call { operation, request } => {
                vec![Command::Call { operation: operation.clone(), request: request.clone() }]
            }
            ActionKind::Advance { ms } => vec![Command::Advance { by_ms: *ms }],
            ActionKind::Workload(plan) => {
                let set = WorkloadCommand::Set(plan.clone());
                vec![Command::Workload(set), Command::Workload(WorkloadCommand::Start)]
            }
            ActionKind::Run => vec![Command::Workload(WorkloadCommand::Start)],
            ActionKind::Set(changes) => changes.iter().map(Change::command).collect(),
            ActionKind::Rebuild { table, design } => {
                vec![Command::RebuildTable { table: table.clone(), design: design.clone() }]
            }
            ActionKind::Program(definition) => {
                vec![Command::Plan(PlanCommand::SaveProgram(definition.clone()))]
            }
            ActionKind::Series(series) => {
                vec![Command::Plan(PlanCommand::SaveSeries(Series::clone(series)))]
            }
            ActionKind::Send { callers, sender } => {
                let (callers, sender) = (callers.clone(), sender.clone());
                vec![Command::Plan(PlanCommand::SetCallers { callers, sender })]
            }
        }
    }
}
