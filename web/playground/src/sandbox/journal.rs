//! What has not been stored yet.
//!
//! Stored work is a checkpoint (a document) and the lines since. Lines tell actions only: a read, a rejected request or an index that
//! is filled changes no more than the units consumed, so its line has the totals of those accounts that it changed:
//! `{"consumed":[…]}`, as in a checkpoint. Time that has passed becomes one line before the next line, so that a running clock writes
//! nothing.
//! The moments at which programs look at streams follow from the clock, which a checkpoint does not store, so beside programs
//! there are no such lines.
//! A change that a line cannot describe (undo, a run, another sandbox), or that takes more than a slice to do again, needs a new
//! checkpoint. So does a request whose reply depends on
//! what a checkpoint does not store: replayed, it could be rejected. See
//! `State::depends_on_unstored`.

use std::mem;

use crate::sandbox::input::Input;
use crate::sandbox::input_text::line_of;
use crate::sandbox::ledger::Ledger;
use crate::sandbox::log::entry::Role;
use crate::sandbox::state::State;

/// What must be stored since the last call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unsaved {
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
    /// The units consumed when the last input was applied.
    consumed: Ledger,
}

impl Journal {
    /// Nothing has been stored.
    pub(crate) fn new() -> Self {
        Self {
            lines: Vec::new(),
            passed_ms: 0,
            needs_checkpoint: true,
            consumed: Ledger::default(),
        }
    }

    /// Everything has been stored.
    pub(crate) fn stored() -> Self {
        Self { needs_checkpoint: false, ..Self::new() }
    }

    /// What must be stored since the last call. A checkpoint has the units that are consumed in `state`.
    pub(crate) fn take(&mut self, state: &State) -> Unsaved {
        if self.needs_checkpoint {
            *self = Self { consumed: state.ledger.clone(), ..Self::stored() };
            return Unsaved::Checkpoint;
        }
        match mem::take(&mut self.lines) {
            lines if lines.is_empty() => Unsaved::Nothing,
            lines => Unsaved::Lines(lines),
        }
    }

    /// Takes note of an input that was applied, and of the state after it.
    pub(crate) fn note(&mut self, input: &Input, role: &Role, state: &State) {
        let consumed = &state.ledger;
        match (input, role) {
            (Input::Advance { by_ms }, _) => self.passed_ms = self.passed_ms.saturating_add(*by_ms),
            (_, Role::Observation | Role::Rejection { .. }) => {}
            (input, Role::Action(_)) if !input.is_stored_as_line() => self.needs_checkpoint = true,
            (_, Role::Action(_)) => {
                self.note_time();
                self.lines.extend(line_of(input));
            }
        }
        let changed = consumed.changed_since(&self.consumed);
        if changed.is_empty() {
            return;
        }
        self.consumed = consumed.clone();
        if state.database.programs().next().is_some() {
            self.needs_checkpoint = true;
        } else if !matches!(role, Role::Action(_)) {
            self.note_time();
            self.lines.push(changed.line());
        }
    }

    /// Adds a line for the time that has passed since the last one.
    fn note_time(&mut self) {
        if self.passed_ms > 0 {
            let by_ms = mem::take(&mut self.passed_ms);
            self.lines.extend(line_of(&Input::Advance { by_ms }));
        }
    }

    /// Records a change that no line can describe.
    pub(crate) fn break_off(&mut self) {
        self.needs_checkpoint = true;
    }
}
