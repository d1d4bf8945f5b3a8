//! What can be done with two designs. Pure.

use playground::sandbox::command::{Command, WorkloadCommand};
use playground::view::compare::{CompareCommand, Letter, SchemaPart};
use playground::view::value::Text;

use crate::panel::contract::Reduce;
use crate::panel::effect::Effect;
use crate::panel::learn::LearnAction;
use crate::panel::shared::Shared;

/// What was asked for in the panel.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct State {
    /// Whether the list of examples was.
    pub is_listing: bool,
}

/// What can be done with two designs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Run the same workload on both designs.
    Run,
    /// End the workload that runs on both.
    Cancel,
    /// Use the rates and prices of the design that is shown for both.
    Align,
    /// Duplicate the sandbox as a second design.
    Duplicate,
    /// Open a link as a second design.
    Open(Text),
    /// Fetch the list of examples.
    ListExamples,
    /// Open the example of a lesson as a second design.
    OpenExample(Text),
    /// Take a part of a table over into a design, which is then shown.
    Take { table: Text, part: SchemaPart, into: Letter },
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        self.is_listing |= action == Action::ListExamples;
        let effect = match action {
            Action::Take { table, part, into } => {
                let show = Command::Compare(CompareCommand::Show(into));
                let is_shown = shared.session.shown_design() == Some(into);
                let show = Some(show).filter(|_| !is_shown);
                // What is already so, or cannot be, asks nothing.
                let Some(merge) = shared.session.merged(&table, &part, into) else {
                    return Vec::new();
                };
                return show.into_iter().chain([merge]).map(Effect::Command).collect();
            }
            // A field that was left empty.
            Action::Open(link) if link.trim().is_empty() => return Vec::new(),
            Action::Run => Effect::Command(Command::Compare(CompareCommand::Run)),
            Action::Align => Effect::Command(Command::Compare(CompareCommand::Align)),
            Action::Cancel => Effect::Command(Command::Workload(WorkloadCommand::Stop)),
            Action::Duplicate => Effect::Command(Command::Compare(CompareCommand::Duplicate)),
            Action::Open(link) => Effect::Command(Command::Compare(CompareCommand::Open(link))),
            Action::ListExamples => Effect::Learn(LearnAction::List),
            Action::OpenExample(lesson) => Effect::Learn(LearnAction::CompareExample(lesson)),
        };
        vec![effect]
    }
}
