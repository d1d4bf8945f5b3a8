//! What can be done with two designs. Pure.

use playground::sandbox::command::{Command, WorkloadCommand};
use playground::view::compare::{CompareCommand, Letter, SchemaPart};
use playground::view::value::Text;

use crate::panel::contract::Reduce;
use crate::panel::effect::Effect;
use crate::panel::id::PanelId;
use crate::panel::learn::LearnAction;
use crate::panel::shared::Shared;

/// What was asked for in the panel.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// Whether the list of examples was.
    pub is_listing: bool,
    /// What would be taken over, of which the user sees what that does.
    pub asked: Option<Taken>,
}

/// A part of a table that is taken over into a design.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    pub table: Text,
    pub part: SchemaPart,
    pub into: Letter,
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
    /// Say what taking a part over would do, or no longer.
    Ask(Option<Taken>),
    /// Take it over into a design, which is then shown.
    Take(Taken),
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        self.is_listing |= action == Action::ListExamples;
        let effect = match action {
            Action::Ask(asked) => {
                self.asked = asked;
                return Vec::new();
            }
            Action::Take(Taken { table, part, into }) => {
                self.asked = None;
                let show = Command::Compare(CompareCommand::Show(into));
                let is_shown = shared.session.shown_design() == Some(into);
                let show = Some(show).filter(|_| !is_shown);
                // What is already so, or cannot be, asks nothing.
                let Some(merge) = shared.session.merged(&table, &part, into) else {
                    return Vec::new();
                };
                let commands = show.into_iter().chain([merge]).map(Effect::Command);
                // The change is shown elsewhere, too, and is done here.
                return commands.chain([Effect::Open(PanelId::COMPARISON)]).collect();
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
