//! The turns of period tables: each time that a period begins, the requests of its series are sent.
//!
//! Nothing is scheduled: the next turn follows from the plan and the last one, and whatever lets virtual time pass takes it
//! at its moment.

use engine::clock::Timestamp;
use engine::event::Event;

use crate::sandbox::budget::{Budget, SLICE_STEPS};
use crate::sandbox::input::Input;
use crate::sandbox::operation::Behind;
use crate::sandbox::request::Request;
use crate::sandbox::series::Turns;
use crate::sandbox::state::State;

/// How far what follows from a request is foreseen. Model: longer than programs wait for more records.
const FORESEEN_MS: u64 = 60_000;

/// Steps that this may take. Model: a quarter of a slice, at each key press.
const FORESEEN_STEPS: u64 = SLICE_STEPS / 4;

impl State {
    /// When the next turn of any series is due.
    pub(crate) fn next_turn(&self) -> Option<Timestamp> {
        self.turns.iter().filter_map(|turns| turns.next(&self.database)).min()
    }

    /// When something that waits happens next: a task of the database, or a turn.
    pub(crate) fn next_due(&self) -> Option<Timestamp> {
        self.database.next_due().into_iter().chain(self.next_turn()).min()
    }

    /// Lets time pass while steps are left, and adds what happens. Returns whether all of it has passed.
    pub(crate) fn pass_until(
        &mut self,
        until: Timestamp,
        budget: &mut Budget,
        events: &mut Vec<Event>,
    ) -> bool {
        loop {
            let next = self.next_turn().filter(|next| *next <= until);
            let is_there = self.database.advance_within(next.unwrap_or(until), &mut budget.steps);
            let passed = self.drain_noted();
            self.mark_entries(&passed);
            events.extend(passed);
            if !is_there || next.is_none() {
                return is_there;
            }
            events.extend(self.take_due_turns(budget));
            if budget.steps == 0 {
                return false;
            }
        }
    }

    /// What would follow from a request within a minute, were it sent, as far as it can be looked ahead between two key presses.
    pub(crate) fn foreseen(&self, request: &Request) -> Behind {
        if self.plan.programs.is_empty() && !self.database.has_replicas() {
            return Behind::default();
        }
        let mut copy = self.clone();
        copy.apply(&Input::Call(request.clone()), self);
        let until = Timestamp(copy.database.now().0.saturating_add(FORESEEN_MS));
        let mut budget = Budget { steps: FORESEEN_STEPS, ..Budget::unlimited() };
        copy.pass_until(until, &mut budget, &mut Vec::new());
        let sent = copy.operations.iter().rev().find(|operation| !operation.of_series);
        sent.map_or(Behind::default(), |operation| operation.behind())
    }

    /// The events since, after which what they tell of earlier operations is noted.
    fn drain_noted(&mut self) -> Vec<Event> {
        let events = self.database.drain_events();
        self.note_backfills(&events);
        self.note_followers(&events);
        events
    }

    /// Takes the turns that are due. Returns the events, those before the turns first.
    pub(crate) fn take_due_turns(&mut self, budget: &mut Budget) -> Vec<Event> {
        let now = self.database.now();
        if self.next_turn().is_none_or(|next| next > now) {
            return Vec::new();
        }
        // They would become events of the first request.
        let mut events = self.drain_noted();
        for place in 0..self.turns.len() {
            if self.turns[place].next(&self.database).is_some_and(|next| next <= now) {
                budget.spend(self.take_turn(place, &mut events));
            }
        }
        events
    }

    /// Sends the requests of a series.
    fn take_turn(&mut self, place: usize, events: &mut Vec<Event>) -> u64 {
        let now = self.database.now();
        let series = self.turns[place].series.clone();
        let mut rejected = Vec::new();
        let mut taken = 1;
        for step in series.steps(&self.database, self.database.unix_time(now)) {
            let request = series.request(&step, &self.database);
            let operation = self.call_of_series(&request);
            taken += operation.steps();
            events.extend(operation.events.iter().cloned());
            if let Err(error) = &operation.reply {
                rejected.push((step, error.clone()));
            }
        }
        let turns = &mut self.turns[place];
        (turns.last, turns.count, turns.rejected) = (now, turns.count + 1, rejected);
        // Programs read the stream of a new table from its beginning.
        self.attach();
        taken
    }

    /// Follows the plan: a series that is new or was changed has its first turn, and one that is gone has no more.
    pub(crate) fn follow_series(&mut self) -> Vec<Event> {
        let plan = self.plan.clone();
        let before = std::mem::take(&mut self.turns);
        let mut events = Vec::new();
        for series in &plan.series {
            let known = before.iter().find(|turns| turns.series == *series);
            let turns = known.cloned().unwrap_or_else(|| Turns::new(series, self.database.now()));
            self.turns.push(turns);
            if known.is_none() {
                self.take_turn(self.turns.len() - 1, &mut events);
            }
        }
        events
    }
}
