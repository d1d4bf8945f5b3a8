//! Whether the experiments are shown beside a result, and how one is run. Pure.

use playground::sandbox::command::{Command, WorkloadCommand};
use playground::view::value::Text;

use crate::panel::contract::{Executed, Reduce};
use crate::panel::effect::{Effect, Select};
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// Whether the experiments are shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// As the user wants it; `None`: only while there is no result.
    pub is_open: Option<bool>,
}

/// What can be done with experiments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Show them, or not.
    Show(bool),
    /// Open another table.
    Open(Text),
    /// Set one up and run it, by its name.
    Run(&'static str),
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        let name = match action {
            Action::Show(is_open) => {
                self.is_open = Some(is_open);
                return Vec::new();
            }
            Action::Open(table) => return vec![Effect::Select(Select::Table(table))],
            Action::Run(name) => name,
        };
        let set_up = shared.session.set_up(shared.table_name(), name);
        let Some(set_up) = set_up else { return Vec::new() };
        let choose = WorkloadCommand::Choose { experiment: name.into(), set_up };
        vec![Effect::Command(Command::Workload(choose))]
    }

    /// Runs an experiment that is set up.
    fn observe(&mut self, executed: &Executed, _: &Shared) -> Vec<Effect<Action>> {
        match executed.command {
            Command::Workload(WorkloadCommand::Choose { .. }) if executed.accepted => {
                self.is_open = None;
                let start = Command::Workload(WorkloadCommand::Start);
                vec![Effect::Command(start), Effect::Open(PanelId::RUN)]
            }
            _ => Vec::new(),
        }
    }
}
