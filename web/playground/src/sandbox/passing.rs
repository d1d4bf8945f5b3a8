//! Time that passes in slices.

use std::collections::VecDeque;

use engine::clock::Timestamp;
use engine::event::Event;

use crate::sandbox::budget::{Budget, STEPS_PER_OPERATION};
use crate::sandbox::state::State;

/// Events of one input that are kept, the latest. Model: as many as the engine remembers.
const EVENT_COUNT_MAX: usize = 4_096;

/// Time that passes.
#[derive(Debug)]
pub(crate) struct Passing {
    pub from: Timestamp,
    pub until: Timestamp,
    /// Steps that were taken.
    pub steps: u64,
    events: VecDeque<Event>,
}

impl Passing {
    /// Time that begins to pass.
    pub(crate) fn new(state: &State, by_ms: u64) -> Self {
        let from = state.database.now();
        Self { from, until: from.after(by_ms), steps: 0, events: VecDeque::new() }
    }

    /// Lets time pass while steps are left. Returns whether all of it has passed.
    pub(crate) fn step(&mut self, state: &mut State, budget: &mut Budget) -> bool {
        let (before, mut events) = (budget.steps, Vec::new());
        let is_over = state.pass_until(self.until, budget, &mut events);
        self.events.extend(events);
        self.steps += before - budget.steps;
        self.events.drain(..self.events.len().saturating_sub(EVENT_COUNT_MAX));
        is_over
    }

    /// Ends at the moment that has come. What is due at it has still to be done.
    pub(crate) fn stop(&mut self, state: &State) {
        self.until = state.database.now();
    }

    /// How much time it is.
    pub(crate) fn by_ms(&self) -> u64 {
        self.from.until(self.until)
    }

    /// How many operations it weighs.
    pub(crate) fn weight(&self) -> u64 {
        self.steps / STEPS_PER_OPERATION
    }

    /// Thousandths that have passed.
    pub(crate) fn permille(&self, state: &State) -> u64 {
        let passed = u128::from(self.from.until(state.database.now()));
        let permille = passed * 1_000 / u128::from(self.by_ms().max(1));
        u64::try_from(permille).unwrap_or(u64::MAX).min(1_000)
    }

    /// What happened meanwhile.
    pub(crate) fn into_events(self) -> Vec<Event> {
        self.events.into()
    }
}
