//! Replaying a part of the log in slices: on a copy, so that nothing has changed until it is over.

use std::rc::Rc;

use engine::model::bytes::Bytes;

use crate::sandbox::applying::Applying;
use crate::sandbox::budget::{Budget, DATABASE_MEMORY_MAX, steps_of_copy};
use crate::sandbox::input::Input;
use crate::sandbox::log::line::{Line, Moment};
use crate::sandbox::log::{InputLog, Undone};
use crate::sandbox::state::State;
use crate::view::message::Message;

/// Undone entries at most whose state is remembered. Model: a user redoes the last ones; each state holds a whole table.
const AFTER_COUNT_MAX: usize = 4;

/// Entries of a log, applied to the state of the checkpoint before them.
#[derive(Debug)]
pub(crate) struct Replay {
    log: InputLog,
    state: State,
    /// How many entries of the log have happened in this state.
    position: usize,
    /// How many are to happen.
    end: usize,
    /// Milliseconds that pass behind them.
    ms: u64,
    /// Whether the log was changed, so that it gets new checkpoints on the way.
    is_changed: bool,
    applying: Option<Applying>,
    /// What all entries weigh that are applied, and those that have been.
    weight: u64,
    done: u64,
}

impl InputLog {
    /// What leads to the state without the last action, and the name of the action. `present` is the state after all entries.
    pub(crate) fn undo(&self, present: &State) -> Option<(Replay, Message)> {
        let position = self.entries.iter().rposition(|entry| entry.action().is_some())?;
        let after = self.state_after_long(position, present);
        let mut log = self.clone();
        log.drop_rejections_after(position);
        let entry = Rc::make_mut(&mut log.entries).remove(position);
        let action = entry.action().cloned()?;
        log.undone.push(Undone { position, entry, after });
        if let Some(surplus) = log.undone.len().checked_sub(AFTER_COUNT_MAX + 1) {
            log.undone[surplus].after = None;
        }
        let mut left = DATABASE_MEMORY_MAX;
        for undone in log.undone.iter_mut().rev() {
            let memory = undone.after.as_ref().map_or(Bytes::ZERO, |after| after.memory());
            match memory <= left {
                true => left = left - memory,
                false => undone.after = None,
            }
        }
        log.change_count += 1;
        Some((Replay::of_changed(log, position), action))
    }

    /// What leads to the state with the action that was undone last, at the moment at which it was done, and its name.
    pub(crate) fn redo(&self) -> Option<(Replay, Message)> {
        let mut log = self.clone();
        let Undone { position, entry, after } = log.undone.pop()?;
        let action = entry.action().cloned()?;
        Rc::make_mut(&mut log.entries).insert(position, entry);
        log.drop_rejections_after(position);
        log.change_count += 1;
        let start = match after {
            Some(state) => {
                log.checkpoints.truncate(position);
                log.checkpoints.offer(&log.entries[..=position], &state);
                position + 1
            }
            None => position,
        };
        Some((Replay::of_changed(log, start), action))
    }

    /// What leads to a moment.
    pub(crate) fn replay_to(&self, line: &Line, moment: Moment) -> Replay {
        Replay { ms: moment.ms, ..self.replay_up_to(line.log_position(moment.step)) }
    }

    /// What leads to the state after a number of entries.
    pub(crate) fn replay_up_to(&self, end: usize) -> Replay {
        Replay::new(self.clone(), end, end)
    }
}

impl Replay {
    /// What leads to the state after all entries of a log, of which those from `position` on have changed.
    pub(crate) fn of_changed(mut log: InputLog, position: usize) -> Self {
        log.checkpoints.truncate(position);
        let end = log.entries.len();
        Self { is_changed: true, ..Self::new(log, position, end) }
    }

    fn new(log: InputLog, before: usize, end: usize) -> Self {
        let (position, state) = log.checkpoints.before(before);
        let state = State::clone(state);
        let weight = log.entries[position..end].iter().map(|entry| 1 + entry.weight).sum();
        let (ms, is_changed, applying, done) = (0, false, None, 0);
        Self { log, state, position, end, ms, is_changed, applying, weight, done }
    }

    /// Applies entries while steps are left. Returns whether all have been applied.
    pub(crate) fn step(&mut self, budget: &mut Budget) -> bool {
        loop {
            if let Some(applying) = &mut self.applying {
                if applying.step(&mut self.state, &self.log.opened, budget).is_none() {
                    return false;
                }
                self.applying = None;
                self.finish_entry();
            }
            if self.position == self.end && self.ms == 0 {
                return true;
            }
            if budget.is_spent() {
                return false;
            }
            let input = self.next_input(budget);
            self.applying = Some(Applying::new(input, &mut self.state, budget));
        }
    }

    fn next_input(&mut self, budget: &mut Budget) -> Input {
        if self.position == self.end {
            return Input::Advance { by_ms: self.ms };
        }
        let before = &self.log.entries[..self.position];
        if self.is_changed && self.log.checkpoints.offer(before, &self.state) {
            budget.spend(steps_of_copy(&self.state.database));
        }
        self.log.entries[self.position].input.clone()
    }

    fn finish_entry(&mut self) {
        if self.position == self.end {
            self.ms = 0;
            return;
        }
        self.done += 1 + self.log.entries[self.position].weight;
        if self.is_changed {
            let entry = &mut Rc::make_mut(&mut self.log.entries)[self.position];
            entry.until = self.state.database.now();
            entry.operation_count = self.state.operation_count;
        }
        self.position += 1;
    }

    /// Thousandths that are done.
    pub(crate) fn permille(&self) -> u64 {
        let within = self.applying.as_ref().map_or(0, |it| it.permille(&self.state));
        let entry = self.log.entries.get(self.position).map_or(0, |entry| 1 + entry.weight);
        let done = u128::from(self.done) * 1_000 + u128::from(entry) * u128::from(within);
        let permille = done / u128::from(self.weight.max(1));
        u64::try_from(permille).unwrap_or(u64::MAX).min(1_000)
    }

    /// Memory that it takes beside the log of the sandbox.
    pub(crate) fn memory(&self) -> Bytes {
        self.state.memory() + self.log.checkpoints.own_memory()
    }

    /// The state at the end, and the log that leads to it.
    pub(crate) fn finish(self) -> (State, InputLog) {
        (self.state, self.log)
    }
}
