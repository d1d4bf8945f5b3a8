//! Whether the notice of the sandbox was closed, and what can be done with notices. Pure.

use playground::sandbox::command::{Command, WorkloadCommand};
use playground::view::value::Text;

use crate::panel::contract::{Executed, Reduce};
use crate::panel::effect::Effect;
use crate::panel::page::PageAction;
use crate::panel::shared::Shared;
use crate::panel::storage::WorkAction;

/// Whether the notice of the sandbox was closed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct State {
    pub is_closed: bool,
}

/// What can be done with notices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Close the notice of the sandbox.
    Close,
    /// Close the notice of stored work that could not be read.
    CloseDamage,
    /// Keep the sandbox of a link as the user's own work.
    KeepCopy,
    /// Stop playing the log of a link.
    StopPlayback,
    /// Lets what takes long begin.
    BeginPlayback,
    /// Show all that is stored.
    ShowWork,
    /// Hand out the sandbox on the page as a file.
    Download,
    /// Hand out the sandboxes that are not stored and not on the page as a file.
    ExportUnstored,
    /// Hand out what is stored in a slot as a file.
    Export(Text),
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, _: &Shared) -> Vec<Effect<Action>> {
        vec![match action {
            Action::Close => {
                self.is_closed = true;
                return Vec::new();
            }
            Action::CloseDamage => Effect::Page(PageAction::DismissDamage),
            Action::KeepCopy => Effect::Command(Command::KeepCopy),
            Action::BeginPlayback => Effect::Command(Command::Workload(WorkloadCommand::Resume)),
            Action::StopPlayback => Effect::Command(Command::Workload(WorkloadCommand::Stop)),
            Action::ShowWork => Effect::Work(WorkAction::Open),
            Action::Download => Effect::Work(WorkAction::Download),
            Action::ExportUnstored => Effect::Work(WorkAction::ExportUnstored),
            Action::Export(slot) => Effect::Work(WorkAction::Export(Some(slot))),
        }]
    }

    /// What cannot be opened has a notice of its own, in place of the one that was closed.
    fn observe(&mut self, executed: &Executed, _: &Shared) -> Vec<Effect<Action>> {
        if executed.command.opens() {
            self.is_closed = false;
        }
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_notice_is_followed_by_that_of_the_next_sandbox() {
        let shared = Shared::first();
        let mut state = State::default();
        assert_eq!(state.update(Action::Close, &shared), []);
        let command = Command::Undo;
        state.observe(&Executed { command: &command, accepted: true, outcomes: &[] }, &shared);
        assert!(state.is_closed);
        let command = Command::OpenLink("none".to_owned());
        state.observe(&Executed { command: &command, accepted: true, outcomes: &[] }, &shared);
        assert!(!state.is_closed);
    }
}
