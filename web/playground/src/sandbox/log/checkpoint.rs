//! States that are remembered, so that any moment is a short way from one of them.
//!
//! They lie close together at the end, where undoing happens, and further apart before. Of a table they share the
//! images of the items, but each holds its own order of them, and images that have changed since: the memory of all of them has a
//! limit. A larger sandbox keeps the last one only.

use std::rc::Rc;

use engine::model::bytes::Bytes;

use crate::sandbox::budget::DATABASE_MEMORY_MAX;
use crate::sandbox::ledger::Ledger;
use crate::sandbox::log::entry::Entry;
use crate::sandbox::state::State;

/// Operations between two of the latest checkpoints.
const GAP_LATE: u64 = 32;

/// How many checkpoints lie so close.
const LATE_COUNT: usize = 8;

/// The most operations between two of the others: replaying them takes a tenth of a second in a browser.
pub(crate) const GAP_EARLY: u64 = 512;

/// How many checkpoints there are at most, besides the first.
const COUNT_MAX: usize = 40;

/// The state before the first entry, then at some later ones.
#[derive(Debug, Clone)]
pub(crate) struct Checkpoints {
    first: Rc<State>,
    later: Vec<Checkpoint>,
}

#[derive(Debug, Clone)]
struct Checkpoint {
    /// How many entries it follows.
    position: usize,
    /// Operations since the checkpoint before.
    gap: u64,
    /// Bytes of memory that it takes.
    memory: Bytes,
    state: Rc<State>,
}

impl Checkpoints {
    /// The beginning of a log.
    pub(crate) fn new(first: State) -> Self {
        Self { first: Rc::new(first), later: Vec::new() }
    }

    /// How many entries the last one follows.
    pub(crate) fn last_position(&self) -> usize {
        self.later.last().map_or(0, |checkpoint| checkpoint.position)
    }

    /// The last one after at most a number of entries, with its number of entries.
    pub(crate) fn before(&self, position: usize) -> (usize, &Rc<State>) {
        let count = self.later.partition_point(|checkpoint| checkpoint.position <= position);
        match self.later[..count].last() {
            Some(checkpoint) => (checkpoint.position, &checkpoint.state),
            None => (0, &self.first),
        }
    }

    /// Enters units into each.
    pub(crate) fn add_units(&mut self, units: &Ledger) {
        let later = self.later.iter_mut().map(|checkpoint| &mut checkpoint.state);
        for state in later.chain([&mut self.first]) {
            Rc::make_mut(state).ledger.add_all(units);
        }
    }

    /// Whether a number of operations takes long enough to replay for a checkpoint.
    pub(crate) fn is_far(operation_count: u64) -> bool {
        operation_count >= GAP_LATE
    }

    /// Remembers the state after these entries if the last checkpoint is far enough behind. Returns whether it does.
    pub(crate) fn offer(&mut self, entries: &[Entry], state: &State) -> bool {
        let gap = entries[self.last_position()..].iter().map(|entry| entry.weight).sum();
        if !Self::is_far(gap) {
            return false;
        }
        let (memory, state) = (state.memory(), Rc::new(state.clone()));
        self.later.push(Checkpoint { position: entries.len(), gap, memory, state });
        if let Some(late) = self.later.len().checked_sub(LATE_COUNT + 1)
            && self.gap_without(late) <= GAP_EARLY
        {
            self.remove(late);
        }
        while self.later.len() > 1 && self.is_too_much() {
            let all = 0..self.later.len() - 1;
            let least = all.min_by_key(|position| self.gap_without(*position));
            self.remove(least.expect("there are two"));
        }
        true
    }

    fn is_too_much(&self) -> bool {
        let memory: Bytes = self.later.iter().map(|checkpoint| checkpoint.memory).sum();
        self.later.len() > COUNT_MAX || memory > DATABASE_MEMORY_MAX
    }

    /// Bytes of memory that all take, as if they shared nothing.
    pub(crate) fn memory(&self) -> Bytes {
        self.first.memory() + self.later.iter().map(|checkpoint| checkpoint.memory).sum()
    }

    /// Bytes of memory that the states take which no other log has.
    pub(crate) fn own_memory(&self) -> Bytes {
        let own = self.later.iter().filter(|checkpoint| Rc::strong_count(&checkpoint.state) == 1);
        own.map(|checkpoint| checkpoint.memory).sum()
    }

    /// Operations between its neighbours, if a checkpoint that is not the last were not there.
    fn gap_without(&self, position: usize) -> u64 {
        self.later[position].gap + self.later[position + 1].gap
    }

    fn remove(&mut self, position: usize) {
        self.later[position + 1].gap = self.gap_without(position);
        self.later.remove(position);
    }

    /// Drops those that follow more entries.
    pub(crate) fn truncate(&mut self, position: usize) {
        self.later.retain(|checkpoint| checkpoint.position <= position);
    }

    /// Begins with the first one after at least a number of entries, and returns its number; `None` if there is none.
    pub(crate) fn begin_behind(&mut self, position: usize) -> Option<usize> {
        let cut = self.later.iter().position(|checkpoint| checkpoint.position >= position)?;
        let Checkpoint { position, state, .. } = self.later.drain(..=cut).next_back()?;
        self.first = state;
        for checkpoint in &mut self.later {
            checkpoint.position -= position;
        }
        Some(position)
    }
}
