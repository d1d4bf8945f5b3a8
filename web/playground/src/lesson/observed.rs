//! What happened in a sandbox since a moment.

use std::rc::Rc;

use crate::sandbox::operation::OperationRecord;
use crate::sandbox::outcome::Outcome;
use crate::sandbox::record::Ran;

/// What happened in a sandbox since a moment: conditions are about the last operation and the last run since then.
#[derive(Debug, Clone, Default)]
pub struct Observed {
    /// The last operation.
    pub operation: Option<Rc<OperationRecord>>,
    /// The last run.
    pub run: Option<Rc<Ran>>,
}

impl Observed {
    /// Takes note of what a command did.
    pub fn note(&mut self, outcomes: &[Outcome]) {
        for outcome in outcomes {
            match outcome {
                Outcome::Operation(operation) => self.operation = Some(operation.clone()),
                Outcome::TableChanged { operations, .. } => {
                    self.operation = operations.last().cloned().or(self.operation.take());
                }
                Outcome::RunEnded { run, .. } => self.run = Some(run.clone()),
                Outcome::Opened
                | Outcome::TimePassed(_)
                | Outcome::SettingChanged(_)
                | Outcome::StateReplaced(_) => {}
            }
        }
    }
}
