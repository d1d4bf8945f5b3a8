//! What has not been stored yet.
//!
//! Stored work is a checkpoint (a document) and the lines since. Lines tell actions only: a read or a rejected request changes nothing
//! that is stored. Time that has passed becomes one line before the next action, so that a running clock writes nothing.
//! A change that a line cannot describe (undo, a run, another sandbox) needs a new checkpoint. So does a request whose reply depends on
//! what a checkpoint does not store: replayed, it could be rejected. See
//! `State::depends_on_unstored`.

use std::mem;

use crate::sandbox::input::Input;
use crate::sandbox::input_text::line_of;
use crate::sandbox::log::entry::Role;

/// What must be stored since the last call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unsaved {
    /// Nothing.
    Nothing,
    /// These lines, after those that are stored.
    Lines(Vec<String>),
    /// A checkpoint in place of the last one and its lines: see [`Session::checkpoint`](crate::session::Session::checkpoint).
    Checkpoint,
}

/// The lines that have not been stored.
#[derive(Debug)]
pub(crate) struct Journal {
    lines: Vec<String>,
    /// Time that has passed since the last line.
    passed_ms: u64,
    needs_checkpoint: bool,
}

impl Journal {
    /// Nothing has been stored.
    pub(crate) fn new() -> Self {
        Self { lines: Vec::new(), passed_ms: 0, needs_checkpoint: true }
    }

    /// Everything has been stored.
    pub(crate) fn stored() -> Self {
        Self { needs_checkpoint: false, ..Self::new() }
    }

    /// What must be stored since the last call.
    pub(crate) fn take(&mut self) -> Unsaved {
        if self.needs_checkpoint {
            *self = Self::stored();
            return Unsaved::Checkpoint;
        }
        match mem::take(&mut self.lines) {
            lines if lines.is_empty() => Unsaved::Nothing,
            lines => Unsaved::Lines(lines),
        }
    }

    /// Takes note of an input that was applied.
    pub(crate) fn note(&mut self, input: &Input, role: &Role) {
        match (input, role) {
            (Input::Advance { by_ms }, _) => self.passed_ms = self.passed_ms.saturating_add(*by_ms),
            (_, Role::Observation | Role::Rejection { .. }) => {}
            // A run is not replayed when stored work is opened, and lines do not reach back behind their checkpoint.
            (Input::RunWorkload(_) | Input::Reset | Input::Fork(_), Role::Action(_)) => {
                self.needs_checkpoint = true;
            }
            (_, Role::Action(_)) => {
                if self.passed_ms > 0 {
                    let by_ms = mem::take(&mut self.passed_ms);
                    self.lines.extend(line_of(&Input::Advance { by_ms }));
                }
                self.lines.extend(line_of(input));
            }
        }
    }

    /// Records a change that no line can describe.
    pub(crate) fn break_off(&mut self) {
        self.needs_checkpoint = true;
    }
}
