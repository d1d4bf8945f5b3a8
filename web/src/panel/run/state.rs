//! The second of a run that is looked at. Pure.

use playground::sandbox::command::{Command, WorkloadCommand};
use playground::view::verdict::Remedy;
use playground::view::workload::WorkloadInterest;

use crate::panel::contract::{Executed, Reduce};
use crate::panel::effect::Effect;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// The second that is looked at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct State {
    /// The second; the latest if none is chosen.
    pub interest: WorkloadInterest,
}

/// What can be done with a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Look at one of its seconds.
    Look(usize),
    /// Run it again on a copy with a change.
    Try(Remedy),
    /// Make the change in the sandbox itself.
    Keep(Remedy),
    /// End what is being tried.
    Cancel,
    /// Run the workload of the sandbox as it is now.
    Again,
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, _: &Shared) -> Vec<Effect<Action>> {
        // The button that was pressed is no longer there.
        let focus = Effect::Open(PanelId::RUN);
        match action {
            Action::Look(second) => {
                self.interest = WorkloadInterest { second: Some(second) };
                Vec::new()
            }
            Action::Try(remedy) => vec![workload(WorkloadCommand::Try(remedy))],
            Action::Keep(remedy) => vec![workload(WorkloadCommand::Keep(remedy)), focus],
            Action::Cancel => vec![workload(WorkloadCommand::Stop), focus],
            Action::Again => vec![workload(WorkloadCommand::Start), focus],
        }
    }

    /// A run that starts is looked at where it is.
    fn observe(&mut self, executed: &Executed, _: &Shared) -> Vec<Effect<Action>> {
        if *executed.command == Command::Workload(WorkloadCommand::Start) {
            self.interest = WorkloadInterest::default();
        }
        Vec::new()
    }
}

fn workload(command: WorkloadCommand) -> Effect<Action> {
    Effect::Command(Command::Workload(command))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_is_looked_at_until_a_run_starts() {
        let shared = Shared::first();
        let mut state = State::default();
        assert_eq!(state.update(Action::Look(3), &shared), []);
        let command = Command::Undo;
        state.observe(&Executed { command: &command, accepted: true, outcomes: &[] }, &shared);
        assert_eq!(state.interest.second, Some(3));
        let command = Command::Workload(WorkloadCommand::Start);
        state.observe(&Executed { command: &command, accepted: true, outcomes: &[] }, &shared);
        assert_eq!(state, State::default());
    }
}
