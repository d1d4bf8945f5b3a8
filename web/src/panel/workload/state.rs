//! The workload as it is typed, and what can be done with it. Pure.

use std::rc::Rc;

use playground::sandbox::command::{Command, WorkloadCommand};
use playground::view::workload::WorkloadPlan;
use serde_json::Value;

use crate::panel::contract::Executed;
use crate::panel::effect::Effect;
use crate::panel::id::PanelId;

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
    /// Keep a plan in which a request was moved, duplicated or removed.
    Rearrange(Rc<WorkloadPlan>),
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
    pub fn update(&mut self, action: Action) -> Vec<Effect<Action>> {
        // The button that was pressed is no longer there, or is another request's.
        let mut focus = None;
        let command = match action {
            Action::Edit(plan) => {
                self.draft = Some(plan);
                return Vec::new();
            }
            Action::Leave => {
                self.draft = None;
                focus = Some(Effect::Open(PanelId::WORKLOAD));
                WorkloadCommand::LeaveExperiment
            }
            Action::Commit => match self.draft.take() {
                Some(plan) => WorkloadCommand::Set(plan),
                None => return Vec::new(),
            },
            Action::Set(plan) => {
                self.draft = None;
                WorkloadCommand::Set(plan)
            }
            Action::Rearrange(plan) => {
                self.draft = None;
                focus = Some(Effect::Open(PanelId::WORKLOAD));
                WorkloadCommand::Set(plan)
            }
            Action::Start => WorkloadCommand::Start,
            Action::Pause => WorkloadCommand::Pause,
            Action::Resume => WorkloadCommand::Resume,
            Action::Stop => WorkloadCommand::Stop,
        };
        [Effect::Command(Command::Workload(command))].into_iter().chain(focus).collect()
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
        assert_eq!(state.update(Action::Edit(Rc::clone(&plan))), []);
        let mut after = State::default();
        after.resume(state.unfinished().expect("a plan is being typed"));
        assert_eq!(after, state, "a reload does not lose it");
        let command = Command::Workload(WorkloadCommand::Set(plan));
        assert_eq!(state.update(Action::Commit), [Effect::Command(command.clone())]);
        state.observe(&Executed { command: &command, accepted: false, outcomes: &[] });
        assert_eq!(state, after, "a plan that was rejected stays");
        state.update(Action::Commit);
        state.observe(&Executed { command: &command, accepted: true, outcomes: &[] });
        assert_eq!((state.update(Action::Commit), state.unfinished()), (Vec::new(), None));
    }
}
