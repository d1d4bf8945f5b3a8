//! What can be done with two designs. Pure.

use playground::sandbox::command::{Command, WorkloadCommand};
use playground::session::Session;
use playground::view::compare::{CompareCommand, Letter, SchemaPart};
use playground::view::value::Text;

use crate::panel::effect::Effect;

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
    /// Take a part of a table over into a design, which is then shown.
    Take { table: Text, part: SchemaPart, into: Letter },
}

/// What an action asks of the page.
pub(super) fn effects(action: Action, session: &Session) -> Vec<Effect<Action>> {
    let effect = match action {
        Action::Take { table, part, into } => {
            let show = Command::Compare(CompareCommand::Show(into));
            let is_shown = session.pair_view(false).is_some_and(|pair| pair.letter == into);
            let show = Some(show).filter(|_| !is_shown);
            // What is already so, or cannot be, asks nothing.
            let Some(merge) = session.merged(&table, &part, into) else { return Vec::new() };
            return show.into_iter().chain([merge]).map(Effect::Command).collect();
        }
        Action::Run => Effect::Command(Command::Compare(CompareCommand::Run)),
        Action::Align => Effect::Command(Command::Compare(CompareCommand::Align)),
        Action::Cancel => Effect::Command(Command::Workload(WorkloadCommand::Stop)),
        Action::Duplicate => Effect::Command(Command::Compare(CompareCommand::Duplicate)),
    };
    vec![effect]
}
