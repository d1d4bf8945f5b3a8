//! What can be done with two designs. Pure.

use playground::sandbox::command::{Command, WorkloadCommand};
use playground::view::compare::CompareCommand;

use crate::panel::effect::Effect;

/// What can be done with two designs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Run the same workload on both designs.
    Run,
    /// End the workload that runs on both.
    Cancel,
    /// Use the rates and prices of the design that is shown for both.
    Align,
    /// Duplicate the sandbox as a second design.
    Duplicate,
}

/// What an action asks of the page.
pub(super) fn effect(action: Action) -> Effect<Action> {
    match action {
        Action::Run => Effect::Command(Command::Compare(CompareCommand::Run)),
        Action::Align => Effect::Command(Command::Compare(CompareCommand::Align)),
        Action::Cancel => Effect::Command(Command::Workload(WorkloadCommand::Stop)),
        Action::Duplicate => Effect::Command(Command::Compare(CompareCommand::Duplicate)),
    }
}
