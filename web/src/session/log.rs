//! The log of inputs: all that happened since the sandbox was opened, and the way back.
//!
//! An undone action leaves the log, and what came after it is replayed without it, so undoing never moves the clock.
//! Checkpoints make replaying short.

use std::rc::Rc;

use crate::session::state::{Input, State};
use crate::view::message::Message;

/// Inputs between two checkpoints.
const CHECKPOINT_INTERVAL: usize = 32;

/// Checkpoints that are kept; older moments are replayed from the start.
const CHECKPOINT_COUNT_MAX: usize = 8;

/// Inputs that are kept. Of a longer history the older half can no longer be undone.
const LENGTH_MAX: usize = 4_096;

/// What happened, in order.
#[derive(Debug, Clone)]
pub(super) struct InputLog {
    /// What a reset returns to.
    opened: Rc<State>,
    /// The state before the first entry, then at some later ones.
    checkpoints: Vec<Checkpoint>,
    entries: Vec<Entry>,
    /// Actions that were taken back, the latest last.
    undone: Vec<Undone>,
    /// Whether an action stands that is no longer in the log.
    edited_at_start: bool,
}

/// An input, and what it was to the user.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Entry {
    /// What happened.
    pub input: Input,
    /// What it was to the user.
    pub role: Role,
}

/// What an input is to the user.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Role {
    /// An action that can be taken back, in words.
    Action(Message),
    /// Something was read, or time passed.
    Observation,
    /// A request was refused. With another past it might not have been, so it leaves the log when the past changes.
    Refusal,
}

#[derive(Debug, Clone)]
struct Checkpoint {
    /// How many entries it follows.
    position: usize,
    state: State,
}

#[derive(Debug, Clone)]
struct Undone {
    /// Where in the log it stood.
    position: usize,
    entry: Entry,
}

impl InputLog {
    /// The log of a sandbox just opened.
    pub(super) fn new(opened: State) -> Self {
        let start = Checkpoint { position: 0, state: opened.clone() };
        Self {
            opened: Rc::new(opened),
            checkpoints: vec![start],
            entries: Vec::new(),
            undone: Vec::new(),
            edited_at_start: false,
        }
    }

    /// The state that a reset returns to.
    pub(super) fn opened(&self) -> &State {
        &self.opened
    }

    /// Remembers the state before an input, if it is time for a checkpoint.
    pub(super) fn prepare(&mut self, state: &State) {
        self.add_checkpoint(self.entries.len(), state);
    }

    /// Keeps an input that has been applied. A new action makes an end of what was undone.
    pub(super) fn keep(&mut self, entry: Entry) {
        if entry.action().is_some() {
            self.undone.clear();
        }
        if self.joins_last(&entry) {
            return;
        }
        self.entries.push(entry);
        if self.entries.len() > LENGTH_MAX {
            self.forget_older_half();
        }
    }

    /// Takes the last action back. Returns the state without it, and its name.
    pub(super) fn undo(&mut self) -> Option<(State, Message)> {
        let position = self.entries.iter().rposition(|entry| entry.action().is_some())?;
        self.drop_refusals_after(position);
        let entry = self.entries.remove(position);
        let action = entry.action().cloned()?;
        self.undone.push(Undone { position, entry });
        Some((self.replay_from(position), action))
    }

    /// Does again what was taken back last, at the moment at which it was done. Returns the state, and the action's name.
    pub(super) fn redo(&mut self) -> Option<(State, Message)> {
        let Undone { position, entry } = self.undone.pop()?;
        let action = entry.action().cloned()?;
        self.entries.insert(position, entry);
        self.drop_refusals_after(position);
        Some((self.replay_from(position), action))
    }

    /// What undo would take back.
    pub(super) fn undoable(&self) -> Option<&Message> {
        self.entries.iter().rev().find_map(Entry::action)
    }

    /// What redo would bring back.
    pub(super) fn redoable(&self) -> Option<&Message> {
        self.undone.last().and_then(|undone| undone.entry.action())
    }

    /// Whether an action stands since the sandbox was opened or reset.
    pub(super) fn is_edited(&self) -> bool {
        is_edited(self.edited_at_start, &self.entries)
    }

    /// The state after all entries, computed from the start.
    #[cfg(test)]
    pub(super) fn replay(&self) -> State {
        let mut state = self.checkpoints[0].state.clone();
        for entry in &self.entries {
            state.apply(&entry.input, &self.opened);
        }
        state
    }

    /// Adds time to time, so that a running clock is one entry. Time after an undone action stays apart from time
    /// before it, since the action may come back in between; and time after a checkpoint from time before it.
    fn joins_last(&mut self, entry: &Entry) -> bool {
        let undone = self.undone.last().map_or(0, |undone| undone.position);
        let checkpoint = self.checkpoints.last().map_or(0, |checkpoint| checkpoint.position);
        if self.entries.len() <= undone.max(checkpoint) {
            return false;
        }
        match (self.entries.last_mut(), &entry.input) {
            (
                Some(Entry { input: Input::Advance { by_ms: sum }, .. }),
                Input::Advance { by_ms },
            ) => {
                *sum = sum.saturating_add(*by_ms);
                true
            }
            _ => false,
        }
    }

    /// Forgets the requests after `position` that were refused.
    fn drop_refusals_after(&mut self, position: usize) {
        for later in (position + 1..self.entries.len()).rev() {
            if self.entries[later].role == Role::Refusal {
                self.entries.remove(later);
                for undone in self.undone.iter_mut().filter(|undone| undone.position > later) {
                    undone.position -= 1;
                }
            }
        }
    }

    /// Remembers the state before the entry at `position`, if the last checkpoint is far enough behind.
    fn add_checkpoint(&mut self, position: usize, state: &State) {
        let last = self.checkpoints.last().map_or(0, |checkpoint| checkpoint.position);
        if position < last + CHECKPOINT_INTERVAL {
            return;
        }
        if self.checkpoints.len() > CHECKPOINT_COUNT_MAX {
            self.checkpoints.remove(1);
        }
        self.checkpoints.push(Checkpoint { position, state: state.clone() });
    }

    /// Starts the log at a later moment, for good.
    fn forget_older_half(&mut self) {
        let position = self.entries.len() / 2;
        self.edited_at_start = is_edited(self.edited_at_start, &self.entries[..position]);
        let mut state = self.checkpoints[0].state.clone();
        for entry in self.entries.drain(..position) {
            state.apply(&entry.input, &self.opened);
        }
        self.undone.retain(|undone| undone.position >= position);
        for undone in &mut self.undone {
            undone.position -= position;
        }
        self.checkpoints.retain(|checkpoint| checkpoint.position > position);
        for checkpoint in &mut self.checkpoints {
            checkpoint.position -= position;
        }
        self.checkpoints.insert(0, Checkpoint { position: 0, state });
    }

    /// The state after all entries, of which those from `position` on have changed. Leaves checkpoints on the way,
    /// so that undoing again is short.
    fn replay_from(&mut self, position: usize) -> State {
        self.checkpoints.retain(|checkpoint| checkpoint.position <= position);
        let last = self.checkpoints.last().expect("the start stays");
        let (start, mut state) = (last.position, last.state.clone());
        for position in start..self.entries.len() {
            self.add_checkpoint(position, &state);
            state.apply(&self.entries[position].input, &self.opened);
        }
        state
    }
}

impl Entry {
    /// The action in words, if it is one.
    fn action(&self) -> Option<&Message> {
        match &self.role {
            Role::Action(words) => Some(words),
            Role::Observation | Role::Refusal => None,
        }
    }
}

fn is_edited(at_start: bool, entries: &[Entry]) -> bool {
    entries.iter().fold(at_start, |edited, entry| match entry.input {
        Input::Reset => false,
        _ => edited || entry.action().is_some(),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::session::Session;
    use crate::session::command::{Command, ExampleId};

    /// A long walk over all kinds of commands, the same for the same seed.
    fn walk(seed: u64, step_count: usize) -> Session {
        let mut session = Session::new(ExampleId::Champions);
        let mut random = seed;
        let mut draw = |below: u64| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % below
        };
        for _ in 0..step_count {
            let key = json!({
                "UserId": { "S": "Rick" }, "GameId": { "S": format!("G0{}", 1 + draw(5)) },
            });
            let (operation, request) = match draw(6) {
                0 => ("DeleteItem", json!({ "Key": key })),
                1 => ("UpdateItem", json!({ "Key": key, "UpdateExpression": "REMOVE Award" })),
                2 => ("Scan", json!({ "IndexName": "Champions" })),
                3 => (
                    "UpdateItem",
                    json!({
                        "Key": key, "UpdateExpression": "SET Score = Score + :n",
                        "ExpressionAttributeValues": { ":n": { "N": draw(9).to_string() } },
                    }),
                ),
                _ => (
                    "UpdateItem",
                    json!({
                        "Key": key, "UpdateExpression": "SET Award = :a",
                        "ExpressionAttributeValues": { ":a": { "S": format!("Champ {}", draw(3)) } },
                    }),
                ),
            };
            let mut request = request;
            request["TableName"] = "GameScores".into();
            let request = request.to_string();
            let command = match draw(16) {
                0..8 => Command::Call { operation: operation.to_owned(), request },
                8..10 => Command::Advance { by_ms: draw(150) },
                10 => Command::StepToNext,
                11 | 12 => Command::Undo,
                13 => Command::Redo,
                _ => match draw(8) {
                    0 => Command::Reset,
                    1 | 2 => Command::SetDelay { ms: draw(400) },
                    _ => Command::Rename(draw(100).to_string()),
                },
            };
            session.handle(command);
        }
        session
    }

    /// All of a state that can be seen.
    fn picture(state: &State) -> String {
        format!("{:?} {:?} {:?} {}", state.database, state.ledger, state.operations, state.title)
    }

    #[test]
    fn replaying_the_log_gives_the_same_bytes() {
        for seed in 0..20 {
            let session = walk(seed, 200);
            assert_eq!(picture(&session.log.replay()), picture(&session.state), "seed {seed}");
            let again = walk(seed, 200);
            assert_eq!(picture(&session.state), picture(&again.state), "seed {seed}");
        }
    }

    #[test]
    fn undoing_everything_leads_back_to_what_was_opened() {
        for seed in 0..5 {
            let mut session = walk(seed, 300);
            while session.handle(Command::Undo).accepted {}
            let opened = Session::new(ExampleId::Champions);
            assert!(session.document() == opened.document(), "seed {seed}");
            assert!(!session.is_edited());
        }
    }

    #[test]
    fn a_very_long_log_forgets_its_beginning_but_not_its_end() {
        let mut session = Session::new(ExampleId::Champions);
        for number in 0..5_000 {
            assert!(session.handle(Command::Rename(number.to_string())).accepted);
        }
        assert_eq!(picture(&session.log.replay()), picture(&session.state));
        let mut undone = 0;
        while session.handle(Command::Undo).accepted {
            undone += 1;
        }
        assert!((LENGTH_MAX / 2..=LENGTH_MAX).contains(&undone), "{undone}");
        assert!(session.is_edited(), "what was forgotten still stands");
    }
}
