//! Moves between moments of the current line: see `line.rs`.

use std::rc::Rc;

use crate::sandbox::input::{Fork, Input};
use crate::sandbox::log::InputLog;
use crate::sandbox::log::checkpoint::GAP_EARLY;
use crate::sandbox::log::entry::Entry;
use crate::sandbox::log::line::{Branch, Line, Moment};
use crate::sandbox::state::State;

impl InputLog {
    /// The line that leads to now.
    pub(crate) fn line(&self) -> Line {
        let (mut stretches, mut end) = (Vec::new(), self.entries.len());
        loop {
            let fork =
                self.entries[..end].iter().enumerate().rev().find_map(|(position, entry)| {
                    match &entry.input {
                        Input::Fork(fork) => Some((position, fork.origin)),
                        _ => None,
                    }
                });
            let Some((position, origin)) = fork else { break stretches.push(0..end) };
            stretches.push(position..end);
            // The log no longer has the entries before this fork, only the state in it.
            let Some(origin) = origin else { break };
            end = origin;
        }
        stretches.reverse();
        Line { stretches }
    }

    /// The branches that forks have left and that nothing continues from, the latest first.
    pub(crate) fn branches(&self) -> Vec<Branch> {
        let line = self.line();
        let ends = self.entries.iter().enumerate().rev().filter(|(end, entry)| {
            matches!(entry.input, Input::Fork(_))
                && end.checked_sub(1).is_some_and(|last| !line.contains(last))
        });
        ends.map(|(end, _)| Branch { end }).collect()
    }

    /// An entry by its position in the log.
    pub(crate) fn entry_at(&self, position: usize) -> &Entry {
        &self.entries[position]
    }

    /// An entry of a line by its number, from 0.
    pub(crate) fn entry(&self, line: &Line, step: usize) -> Option<&Entry> {
        line.position(step).map(|position| &self.entries[position])
    }

    /// The last action of a branch, and when it ended.
    pub(crate) fn last_of(&self, branch: Branch) -> Option<&Entry> {
        let before = &self.entries[..branch.end];
        before.iter().rev().find(|entry| entry.action().is_some()).or(before.last())
    }

    /// The state at a moment. Replays the entries since the checkpoint before it.
    pub(crate) fn state_at(&self, line: &Line, moment: Moment) -> State {
        let mut state = self.state_after(line.log_position(moment.step));
        if moment.ms > 0 {
            state.apply(&Input::Advance { by_ms: moment.ms }, &self.opened);
        }
        state
    }

    /// The state after a number of entries of the log.
    pub(crate) fn state_after(&self, end: usize) -> State {
        let (start, state) = self.checkpoints.before(end);
        let mut state = state.clone();
        for entry in &self.entries[start..end] {
            state.apply(&entry.input, &self.opened);
        }
        state
    }

    /// Advances to the next event: an operation, or a change that arrives. Ends at the end of the line.
    pub(crate) fn step(&self, line: &Line, moment: &mut Moment, state: &mut State) {
        while let Some(entry) = self.entry(line, moment.step) {
            if self.move_on(entry, u64::MAX, moment, state) {
                return;
            }
        }
    }

    /// Advances by a time, but at most by one operation, so that each is shown. Ends at the end of the line.
    pub(crate) fn play(&self, line: &Line, by_ms: u64, moment: &mut Moment, state: &mut State) {
        let end = state.database.now().after(by_ms);
        while let Some(entry) = self.entry(line, moment.step) {
            let left_ms = state.database.now().until(end);
            let is_time = matches!(entry.input, Input::Advance { .. });
            if is_time && left_ms == 0 {
                return;
            }
            self.move_on(entry, left_ms, moment, state);
            if !is_time {
                return;
            }
        }
    }

    /// Applies the next entry. If it advances time, stops at the next due task or after `ms_max`. Returns whether an
    /// operation ran or a task was due.
    fn move_on(&self, entry: &Entry, ms_max: u64, moment: &mut Moment, state: &mut State) -> bool {
        let Input::Advance { by_ms } = entry.input else {
            state.apply(&entry.input, &self.opened);
            *moment = Moment { step: moment.step + 1, ms: 0 };
            return true;
        };
        let (now, left_ms) = (state.database.now(), by_ms.saturating_sub(moment.ms));
        let due_ms = state.database.next_due().map(|due| now.until(due));
        let due_ms = due_ms.filter(|due_ms| *due_ms <= left_ms.min(ms_max));
        let passed_ms = due_ms.unwrap_or(left_ms.min(ms_max));
        state.apply(&Input::Advance { by_ms: passed_ms }, &self.opened);
        *moment = if passed_ms == left_ms {
            Moment { step: moment.step + 1, ms: 0 }
        } else {
            Moment { ms: moment.ms + passed_ms, ..*moment }
        };
        due_ms.is_some()
    }

    /// The moment just after the previous event; the beginning if there is none. If very much happened since the previous operation, the
    /// moment after that.
    pub(crate) fn step_back(&self, line: &Line, from: Moment) -> Moment {
        let mut found = self.previous_operation(line, from);
        let between = (found.step..=from.step).filter_map(|step| self.entry(line, step));
        if between.map(|entry| entry.weight).sum::<u64>() > GAP_EARLY {
            return found;
        }
        let (mut moment, mut state) = (found, self.state_at(line, found));
        loop {
            self.step(line, &mut moment, &mut state);
            if moment >= from {
                return found;
            }
            found = moment;
        }
    }

    /// The end of the previous operation; the beginning if there is none.
    pub(crate) fn previous_operation(&self, line: &Line, from: Moment) -> Moment {
        let end = if from.ms > 0 { from.step + 1 } else { from.step };
        let step = (1..end).rev().find(|step| self.is_operation(line, step - 1));
        Moment { step: step.unwrap_or_default(), ms: 0 }
    }

    /// The first moment after this one at which an operation has just ended; now if there is none.
    pub(crate) fn next_operation(&self, line: &Line, from: Moment) -> Moment {
        let step = (from.step..line.len()).find(|step| self.is_operation(line, *step));
        Moment { step: step.map_or(line.len(), |step| step + 1), ms: 0 }
    }

    /// A fork that continues from `state`: the state after `origin` entries of the log, possibly at a later time.
    pub(crate) fn fork(&self, origin: usize, state: &State) -> Fork {
        let edited = self.is_edited_after(origin);
        Fork { origin: Some(origin), edited, state: Rc::new(state.clone()) }
    }

    fn is_operation(&self, line: &Line, step: usize) -> bool {
        self.entry(line, step).is_some_and(|entry| !matches!(entry.input, Input::Advance { .. }))
    }
}
