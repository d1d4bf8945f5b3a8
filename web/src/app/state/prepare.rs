//! What is closed on the page before a command of the user is executed.

use playground::sandbox::command::{Command, PlanCommand, WorkloadCommand};

use crate::app::state::action::Effect;
use crate::app::state::{AppState, ask};

impl AppState {
    /// Asks for a command of the user. Of a read-only sandbox, only the time passes, and opening it can be cancelled.
    pub fn request(&mut self, command: Command) -> Vec<Effect> {
        let only_looks = command.only_passes_time()
            || command == Command::StepToNext
            || command.opens()
            || command == Command::Workload(WorkloadCommand::Stop);
        if self.page.is_read_only() && !only_looks {
            return Vec::new();
        }
        self.prepare(&command);
        vec![ask(command)]
    }

    /// Closes what cannot stay open when a command is executed.
    fn prepare(&mut self, command: &Command) {
        if command.opens() {
            self.prepare_to_open();
        } else if command.replaces_items() {
            self.page.menu = None;
            self.selection.operation = None;
        }
        if let Command::Plan(PlanCommand::SetSql { .. }) = command {
            self.page.menu = None;
        }
        if let Command::DeleteTable(_) = command {
            self.selection.table = None;
            self.selection.item = None;
        }
        if let Command::Rewind(_) = command {
            self.page.replaying = false;
        }
    }

    /// Another sandbox is asked for. Until it is open, and if it cannot be opened, what is being typed stays.
    pub(super) fn prepare_to_open(&mut self) {
        self.page.menu = None;
        self.page.damaged = None;
        self.page.work.close();
    }
}
