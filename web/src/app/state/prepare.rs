//! What is closed on the page before a command of the user is executed.

use playground::sandbox::command::Command;
use playground::view::compare::CompareCommand;

use crate::app::state::action::Effect;
use crate::app::state::{AppState, ask};

impl AppState {
    /// Asks for a command of the user.
    pub fn request(&mut self, command: Command) -> Vec<Effect> {
        self.prepare(&command);
        vec![ask(command)]
    }

    /// Closes what cannot stay open when a command is executed.
    fn prepare(&mut self, command: &Command) {
        match command {
            Command::OpenExample(_)
            | Command::OpenLink(_)
            | Command::OpenDocument(_)
            | Command::NewSandbox { .. } => self.prepare_to_open(),
            Command::DeleteTable(_) => {
                self.selection.table = None;
                self.forget_edit();
            }
            Command::Rewind(_) => {
                self.page.replaying = false;
                self.forget_edit();
            }
            Command::DropIndex { .. }
            | Command::SetCollectionMax { .. }
            | Command::SetExpiryDelay { .. }
            | Command::Undo
            | Command::Redo
            | Command::Reset
            | Command::Fork
            | Command::OpenBranch(_)
            | Command::Compare(
                CompareCommand::Duplicate | CompareCommand::Show(_) | CompareCommand::Keep,
            ) => self.forget_edit(),
            Command::Compare(CompareCommand::Run)
            | Command::KeepCopy
            | Command::Call { .. }
            | Command::Edit { .. }
            | Command::CreateTable(_)
            | Command::RebuildTable { .. }
            | Command::Advance { .. }
            | Command::StepToNext
            | Command::SetDelay { .. }
            | Command::Workload(_)
            | Command::SetThroughput { .. }
            | Command::SetCapacity { .. }
            | Command::Rename(_)
            | Command::Plan(_) => {}
        }
    }

    /// Another sandbox is asked for. Until it is open, and if it cannot be opened, what is being typed stays.
    pub(super) fn prepare_to_open(&mut self) {
        self.page.menu = None;
        self.page.damaged = None;
        self.page.work.close();
    }

    /// Discards the edit in progress, because the item that it is about may be replaced.
    fn forget_edit(&mut self) {
        self.draft = None;
        self.page.menu = None;
        self.selection.operation = None;
    }
}
