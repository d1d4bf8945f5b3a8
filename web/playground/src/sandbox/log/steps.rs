//! What led to now, as inputs: what a recorder repeats.

use crate::sandbox::input::Input;
use crate::sandbox::log::InputLog;
use crate::sandbox::state::State;

impl InputLog {
    /// What led to now since the sandbox was opened or reset, or since the first moment of it that the log still has. A fork within
    /// it is the time that passed until it.
    pub(crate) fn steps(&self) -> Steps<'_> {
        let line = self.line();
        let positions: Vec<usize> = line.positions().collect();
        let first = |position: &usize| match &self.entries[*position].input {
            Input::Reset => Some((&*self.opened, true)),
            Input::Fork(fork) if fork.origin.is_none() => Some((&*fork.state, false)),
            _ => None,
        };
        let mut latest = positions.iter().enumerate().rev();
        let restart = latest.find_map(|(at, position)| Some((at + 1, first(position)?)));
        let (from, (start, is_whole)) =
            restart.unwrap_or((0, (&**self.checkpoints.before(0).1, self.begins_at_opening)));
        let mut inputs = Vec::new();
        let mut now = start.database.now();
        for position in &positions[from..] {
            let entry = &self.entries[*position];
            match &entry.input {
                // The line continues from this moment, which may lie within time that passed.
                Input::Fork(fork) => {
                    inputs.push(Input::Advance { by_ms: now.until(fork.state.database.now()) });
                }
                Input::Together(parts) => inputs.extend(parts.iter().cloned()),
                input => inputs.push(input.clone()),
            }
            now = entry.until;
        }
        Steps { start, is_whole, inputs }
    }
}

/// What led to a moment.
#[derive(Debug)]
pub(crate) struct Steps<'l> {
    /// Where it begins.
    pub start: &'l State,
    /// Whether that is what was opened: the log has forgotten nothing.
    pub is_whole: bool,
    /// What was done since.
    pub inputs: Vec<Input>,
}
