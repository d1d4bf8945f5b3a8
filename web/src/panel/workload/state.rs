//! The workload as it is typed, and what can be done with it. Pure.

use std::rc::Rc;

use playground::sandbox::command::{Command, WorkloadCommand};
use playground::view::workload::WorkloadPlan;
use serde_json::Value;

use crate::panel::contract::Executed;
use crate::panel::effect::Effect;

/// The workload as it is typed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// The plan while it is typed or drawn; `None` if it is as the sandbox has it.
    pub draft: Option<Rc<WorkloadPlan>>,
}

/// What can be done with a workload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Send the access patterns again, and no longer an experiment.
    Leave,
    /// The plan after a keystroke, or after a step of a drag.
    Edit(Rc<WorkloadPlan>),
    /// Keep the plan as it was typed.
    Commit,
    /// Keep a plan in which a switch was turned.
    Set(Rc<WorkloadPlan>),
    /// Start the run.
    Start,
    Pause,
    /// Continue it.
    Resume,
    /// End it.
    Stop,
}

impl State {
    /// Changes the state as the action asks.
    pub fn update(&mut self, action: Action) -> Option<Effect<Action>> {
        let command = match action {
            Action::Edit(plan) => {
                self.draft = Some(plan);
                return None;
            }
            Action::Leave => {
                self.draft = None;
                WorkloadCommand::LeaveExperiment
            }
            Action::Commit => WorkloadCommand::Set(self.draft.take()?),
            Action::Set(plan) => {
                self.draft = None;
                WorkloadCommand::Set(plan)
            }
            Action::Start => WorkloadCommand::Start,
            Action::Pause => WorkloadCommand::Pause,
            Action::Resume => WorkloadCommand::Resume,
            Action::Stop => WorkloadCommand::Stop,
        };
        Some(Effect::Command(Command::Workload(command)))
    }

    /// Takes note of a command. A plan that was rejected stays, to be corrected.
    pub fn observe(&mut self, executed: &Executed) {
        match executed.command {
            Command::Workload(WorkloadCommand::Set(plan)) => {
                self.draft = (!executed.accepted).then(|| Rc::clone(plan));
            }
            // What was typed was about other requests.
            Command::Workload(WorkloadCommand::Choose { .. }) => self.draft = None,
            _ => {}
        }
    }

    /// The plan that is being typed, to be stored.
    pub fn unfinished(&self) -> Option<Value> {
        serde_json::to_value(self.draft.as_ref()?).ok()
    }

    /// Restores the plan that was being typed.
    pub fn resume(&mut self, unfinished: Value) {
        self.draft = serde_json::from_value(unfinished).ok();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_that_is_typed_is_kept_once() {
        let plan = Rc::new(WorkloadPlan {
            seed: u64::MAX,
            seconds: 60,
            patterns: Vec::new(),
            retries: true,
            limits: true,
            idle: false,
        });
        let mut state = State::default();
        assert_eq!(state.update(Action::Edit(Rc::clone(&plan))), None);
        let mut after = State::default();
        after.resume(state.unfinished().expect("a plan is being typed"));
        assert_eq!(after, state, "a reload does not lose it");
        let command = Command::Workload(WorkloadCommand::Set(plan));
        assert_eq!(state.update(Action::Commit), Some(Effect::Command(command.clone())));
        state.observe(&Executed { command: &command, accepted: false, outcomes: &[] });
        assert_eq!(state, after, "a plan that was rejected stays");
        state.update(Action::Commit);
        state.observe(&Executed { command: &command, accepted: true, outcomes: &[] });
        assert_eq!((state.update(Action::Commit), state.unfinished()), (None, None));
    }
}
