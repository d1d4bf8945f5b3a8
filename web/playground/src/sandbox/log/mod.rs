//! The log of inputs: all that happened since the sandbox was opened, and the way back.
//!
//! An undone action leaves the log, and what came after it is replayed without it, so undoing never moves the clock.
//! Rewinding leaves the log as it is: any moment of it can be made again. Checkpoints make both short.

pub mod checkpoint;
pub mod entry;
pub mod line;
pub mod replay;
pub mod steps;
mod story;
pub mod walk;

use std::rc::Rc;

use engine::model::bytes::Bytes;

use crate::sandbox::input::Input;
use crate::sandbox::ledger::Ledger;
use crate::sandbox::log::checkpoint::Checkpoints;
use crate::sandbox::log::entry::{Entry, Role};
use crate::sandbox::state::State;
use crate::sandbox::story::Story;
use crate::view::message::Message;

/// Inputs that are kept. Of a longer history the older half can no longer be undone.
const LENGTH_MAX: usize = 65_536;

/// What happened, in order.
#[derive(Debug, Clone)]
pub(crate) struct InputLog {
    /// The state to which a reset returns.
    opened: Rc<State>,
    checkpoints: Checkpoints,
    entries: Rc<Vec<Entry>>,
    /// Undone actions, the latest last.
    undone: Vec<Undone>,
    /// How often something was done, undone or redone.
    change_count: u64,
    /// How many of these changed only what is planned, and no table.
    plan_count: u64,
    /// Whether there is an action that is not in the log any more.
    edited_at_start: bool,
    /// Whether the first entry follows the opening: an older part has not been forgotten.
    begins_at_opening: bool,
    /// The name of the last action before the opening, unless what led to it cannot be repeated.
    pub before_opening: Option<Message>,
}

#[derive(Debug, Clone)]
struct Undone {
    /// Where in the log it was.
    position: usize,
    entry: Entry,
    /// The state after it, if it takes long to replay, as a run does.
    after: Option<Rc<State>>,
}

impl InputLog {
    /// The log of a sandbox just opened.
    pub(crate) fn new(opened: State) -> Self {
        Self {
            checkpoints: Checkpoints::new(opened.clone()),
            opened: Rc::new(opened),
            entries: Rc::default(),
            undone: Vec::new(),
            change_count: 0,
            plan_count: 0,
            edited_at_start: false,
            begins_at_opening: true,
            before_opening: None,
        }
    }

    /// The state that a reset returns to.
    pub(crate) fn opened(&self) -> &Rc<State> {
        &self.opened
    }

    /// Enters units that were consumed by what the log does not have.
    pub(crate) fn add_units(&mut self, units: &Ledger) {
        Rc::make_mut(&mut self.opened).ledger.add_all(units);
        self.checkpoints.add_units(units);
    }

    /// Remembers the state before an input, if it is time for a checkpoint.
    pub(crate) fn prepare(&mut self, state: &State) {
        self.checkpoints.offer(&self.entries, state);
    }

    /// Memory that the states of it take.
    pub(crate) fn memory(&self) -> Bytes {
        let undone = self.undone.iter().filter_map(|undone| undone.after.as_ref());
        self.opened.memory() + self.checkpoints.memory() + undone.map(|it| it.memory()).sum()
    }

    /// Keeps an input that has been applied. A new action makes an end of what was undone.
    pub(crate) fn keep(&mut self, entry: Entry) {
        if entry.action().is_some() {
            self.change_count += 1;
            self.plan_count += u64::from(matches!(entry.input, Input::Plan(_)));
            self.undone.clear();
        }
        if self.joins_last(&entry) {
            return;
        }
        Rc::make_mut(&mut self.entries).push(entry);
        if self.entries.len() > LENGTH_MAX {
            self.forget_older_half();
        }
    }

    /// The stored state after an entry that takes long to replay, if there is one.
    fn state_after_long(&self, position: usize, present: &State) -> Option<Rc<State>> {
        if !Checkpoints::is_far(self.entries[position].weight) {
            return None;
        }
        match self.checkpoints.before(position + 1) {
            _ if position + 1 == self.entries.len() => Some(Rc::new(present.clone())),
            (start, state) if start == position + 1 => Some(Rc::clone(state)),
            _ => None,
        }
    }

    /// How many operations there had been before the first entry.
    pub(crate) fn operation_count_at_start(&self) -> u64 {
        self.checkpoints.before(0).1.operation_count
    }

    /// How often something was done, undone or redone: with the same count, nothing has changed.
    pub(crate) fn change_count(&self) -> u64 {
        self.change_count
    }

    /// The same without changes of the plan: with the same count, no table has changed.
    pub(crate) fn table_change_count(&self) -> u64 {
        self.change_count - self.plan_count
    }

    /// The action that undo would revert.
    pub(crate) fn undoable(&self) -> Option<&Message> {
        self.entries.iter().rev().find_map(Entry::action)
    }

    /// What redo would bring back.
    pub(crate) fn redoable(&self) -> Option<&Message> {
        self.undone.last().and_then(|undone| undone.entry.action())
    }

    /// Whether anything led to now: since the sandbox was opened, or before.
    pub(crate) fn has_steps(&self) -> bool {
        self.opened.story().is_some() || !self.entries.is_empty()
    }

    /// Whether a workload ran that led to now.
    pub(crate) fn has_run(&self) -> bool {
        let is_run = |entry: &Entry| matches!(entry.input, Input::RunWorkload(_));
        self.opened.story().is_some_and(Story::has_run) || self.entries.iter().any(is_run)
    }

    /// Whether there is an action since the sandbox was opened or reset.
    pub(crate) fn is_edited(&self) -> bool {
        self.is_edited_after(self.entries.len())
    }

    /// Whether it was edited, after a number of entries.
    fn is_edited_after(&self, position: usize) -> bool {
        let told = self.entries[..position].iter().rev().find_map(|entry| match &entry.input {
            Input::Reset => Some(false),
            Input::Fork(fork) => Some(fork.edited),
            _ => entry.action().map(|_| true),
        });
        told.unwrap_or(self.edited_at_start)
    }

    /// The state after all entries, computed from the start.
    #[cfg(test)]
    pub(crate) fn replay(&self) -> State {
        let mut state = State::clone(self.checkpoints.before(0).1);
        for entry in &*self.entries {
            state.apply(&entry.input, &self.opened);
        }
        state
    }

    /// Adds time to time, so that a running clock is one entry. Time after an undone action stays apart from time
    /// before it, since the action may come back in between; and time after a checkpoint from time before it.
    fn joins_last(&mut self, entry: &Entry) -> bool {
        let undone = self.undone.last().map_or(0, |undone| undone.position);
        if self.entries.len() <= undone.max(self.checkpoints.last_position()) {
            return false;
        }
        match (Rc::make_mut(&mut self.entries).last_mut(), &entry.input) {
            (
                Some(Entry {
                    input: Input::Advance { by_ms: sum },
                    until,
                    weight,
                    operation_count,
                    ..
                }),
                Input::Advance { by_ms },
            ) => {
                *sum = sum.saturating_add(*by_ms);
                (*until, *operation_count) = (entry.until, entry.operation_count);
                *weight = weight.saturating_add(entry.weight);
                true
            }
            _ => false,
        }
    }

    /// Forgets the requests after `position` that were rejected.
    fn drop_rejections_after(&mut self, position: usize) {
        let is_rejected = |(at, entry): (usize, &Entry)| {
            let is_later = at > position && matches!(entry.role, Role::Rejection { .. });
            is_later.then_some(at)
        };
        let dropped: Vec<usize> = self.entries.iter().enumerate().filter_map(is_rejected).collect();
        if dropped.is_empty() {
            return;
        }
        let (mut at, mut next) = (0, dropped.iter().peekable());
        Rc::make_mut(&mut self.entries).retain(|_| {
            at += 1;
            next.next_if_eq(&&(at - 1)).is_none()
        });
        for undone in &mut self.undone {
            undone.position -= dropped.partition_point(|dropped| *dropped < undone.position);
        }
    }

    /// Whether nothing that was done since the opening is forgotten.
    pub(crate) fn begins_at_opening(&self) -> bool {
        self.begins_at_opening
    }

    /// Starts the log at a later moment, permanently.
    fn forget_older_half(&mut self) {
        let Some(position) = self.checkpoints.begin_behind(self.entries.len() / 2) else { return };
        self.edited_at_start = self.is_edited_after(position);
        self.begins_at_opening = false;
        Rc::make_mut(&mut self.entries).drain(..position);
        self.undone.retain(|undone| undone.position >= position);
        for undone in &mut self.undone {
            undone.position -= position;
        }
        for entry in Rc::make_mut(&mut self.entries) {
            if let Input::Fork(fork) = &mut entry.input {
                fork.origin = fork.origin.and_then(|origin| origin.checked_sub(position));
            }
        }
    }
}

#[cfg(test)]
mod tests;
