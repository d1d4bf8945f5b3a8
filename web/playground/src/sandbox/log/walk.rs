//! Moves between moments of the current line: see `line.rs`.

use std::rc::Rc;

use engine::clock::Timestamp;
use engine::model::bytes::Bytes;

use crate::sandbox::applying::Applying;
use crate::sandbox::budget::Budget;
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

    /// The end of the previous operation, and whether little enough happened since to look for a later event.
    pub(crate) fn before_event(&self, line: &Line, from: Moment) -> (Moment, bool) {
        let found = self.previous_operation(line, from);
        let between = (found.step..=from.step).filter_map(|step| self.entry(line, step));
        (found, between.map(|entry| entry.weight).sum::<u64>() <= GAP_EARLY)
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

/// A way along a line, in slices: on a copy, so that nothing has changed until it is over.
#[derive(Debug)]
pub(crate) struct Walk {
    log: InputLog,
    line: Line,
    until: Until,
    /// How far it has come, and the state there.
    moment: Moment,
    state: State,
    going: Option<Going>,
}

/// Where a way along a line ends, if not at the end of the line.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Until {
    /// At the next event: an operation, or a change that arrives.
    Event,
    /// At a time, but at the next operation at the latest, so that each is shown.
    Time(Timestamp),
    /// At or behind a moment. `last` is the one after the last event before that.
    Behind { from: Moment, last: Moment },
}

/// What is applied, and the moment to which that leads.
#[derive(Debug)]
struct Going {
    applying: Applying,
    to: Moment,
    /// Whether an operation runs or a task is due.
    is_event: bool,
}

impl Walk {
    /// A way that begins at a moment, of which this is the state.
    pub(crate) fn new(
        log: &InputLog,
        line: Line,
        moment: Moment,
        state: State,
        until: Until,
    ) -> Self {
        Self { log: log.clone(), line, until, moment, state, going: None }
    }

    /// Goes on while steps are left. Returns whether it is over.
    pub(crate) fn step(&mut self, budget: &mut Budget) -> bool {
        loop {
            if let Some(going) = &mut self.going {
                if going.applying.step(&mut self.state, &self.log.opened, budget).is_none() {
                    return false;
                }
                let (to, is_event) = (going.to, going.is_event);
                let has_run = !self.is_at_time();
                (self.moment, self.going) = (to, None);
                match &mut self.until {
                    Until::Event if is_event => return true,
                    Until::Time(_) if has_run => return true,
                    Until::Behind { from, .. } if is_event && to >= *from => return true,
                    Until::Behind { last, .. } if is_event => *last = to,
                    Until::Event | Until::Time(_) | Until::Behind { .. } => {}
                }
            }
            let Some(entry) = self.log.entry(&self.line, self.moment.step) else { return true };
            let left_ms = match self.until {
                Until::Time(end) => self.state.database.now().until(end),
                Until::Event | Until::Behind { .. } => u64::MAX,
            };
            if left_ms == 0 && self.is_at_time() {
                return true;
            }
            if budget.is_spent() {
                return false;
            }
            let input = entry.input.clone();
            self.going = Some(self.next(input, left_ms, budget));
        }
    }

    /// The next entry. If it lets time pass, up to the next due task or for at most `ms_max`.
    fn next(&mut self, input: Input, ms_max: u64, budget: &mut Budget) -> Going {
        let behind = Moment { step: self.moment.step + 1, ms: 0 };
        let Input::Advance { by_ms } = input else {
            let applying = Applying::new(input, &mut self.state, budget);
            return Going { applying, to: behind, is_event: true };
        };
        let database = &self.state.database;
        let left_ms = by_ms.saturating_sub(self.moment.ms);
        let due_ms = self.state.next_due().map(|due| database.now().until(due));
        let due_ms = due_ms.filter(|due_ms| *due_ms <= left_ms.min(ms_max));
        let passed_ms = due_ms.unwrap_or(left_ms.min(ms_max));
        let to = match passed_ms == left_ms {
            true => behind,
            false => Moment { ms: self.moment.ms + passed_ms, ..self.moment },
        };
        let applying = Applying::new(Input::Advance { by_ms: passed_ms }, &mut self.state, budget);
        Going { applying, to, is_event: due_ms.is_some() }
    }

    /// Whether the next entry lets time pass.
    fn is_at_time(&self) -> bool {
        let entry = self.log.entry(&self.line, self.moment.step);
        entry.is_some_and(|entry| matches!(entry.input, Input::Advance { .. }))
    }

    /// Thousandths that are done of what is applied.
    pub(crate) fn permille(&self) -> u64 {
        self.going.as_ref().map_or(0, |going| going.applying.permille(&self.state))
    }

    /// Memory that the copy takes.
    pub(crate) fn memory(&self) -> Bytes {
        self.state.memory()
    }

    /// Where it ends, the moment there, and the state there.
    pub(crate) fn finish(self) -> (Line, Until, Moment, State) {
        (self.line, self.until, self.moment, self.state)
    }
}
