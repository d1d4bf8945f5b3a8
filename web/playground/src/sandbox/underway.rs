//! An input that is applied in slices, between which the page is drawn.

use std::collections::VecDeque;

use engine::clock::Timestamp;
use engine::event::Event;
use engine::model::bytes::Bytes;

use crate::sandbox::budget::Budget;
use crate::sandbox::input::Input;
use crate::sandbox::log::line::{Line, Moment};
use crate::sandbox::log::replay::Replay;
use crate::sandbox::log::walk::Walk;
use crate::sandbox::outcome::Replacement;
use crate::sandbox::several_requests::SeveralRequests;
use crate::sandbox::state::State;
use crate::view::message::Message;

/// Events of one input that are kept, the latest. Model: as many as the engine remembers.
const EVENT_COUNT_MAX: usize = 4_096;

/// Steps that weigh as much as an operation when they are made again. Model: a checkpoint of the log is worth it after a slice.
pub(crate) const STEPS_PER_OPERATION: u64 = 512;

/// Time that passes.
#[derive(Debug)]
pub(crate) struct Passing {
    pub from: Timestamp,
    pub until: Timestamp,
    /// Steps that were taken.
    pub steps: u64,
    events: VecDeque<Event>,
}

/// What happens in more than one slice, as an action of the user.
#[derive(Debug)]
pub(crate) struct Underway {
    pub work: Work,
    pub action: Option<Message>,
}

/// What happens in more than one slice.
#[derive(Debug)]
pub(crate) enum Work {
    /// Time passes.
    Passing(Passing),
    /// The requests of an input are sent.
    Sending(Input, SeveralRequests),
    /// The log is replayed.
    Replaying(Box<Replay>, Aim),
    /// An earlier moment moves along the line.
    Walking(Box<Walk>),
}

/// What the log is replayed for.
#[derive(Debug)]
pub(crate) enum Aim {
    /// Another past: without the last action, or with it again.
    Past(Replacement),
    /// To show a moment, and to say so or not.
    Moment { line: Line, to: Moment, is_told: bool },
    /// To find the last event before a moment, from which on it is looked for.
    EventBefore { line: Line, from: Moment, since: Moment },
    /// To continue behind so many entries, at which a branch ends.
    Branch { end: usize },
}

impl Work {
    /// Thousandths that are done.
    pub(crate) fn permille(&self, state: &State) -> u64 {
        match self {
            Self::Passing(passing) => passing.permille(state),
            Self::Sending(_, several) => several.permille(),
            Self::Replaying(replay, _) => replay.permille(),
            Self::Walking(walk) => walk.permille(),
        }
    }

    /// Memory that it takes.
    pub(crate) fn memory(&self) -> Bytes {
        match self {
            Self::Passing(_) => Bytes::ZERO,
            Self::Sending(_, several) => several.memory(),
            Self::Replaying(replay, _) => replay.memory(),
            Self::Walking(walk) => walk.memory(),
        }
    }
}

impl Passing {
    /// Time that begins to pass.
    pub(crate) fn new(state: &State, by_ms: u64) -> Self {
        let from = state.database.now();
        Self { from, until: from.after(by_ms), steps: 0, events: VecDeque::new() }
    }

    /// Lets time pass while steps are left. Returns whether all of it has passed.
    pub(crate) fn step(&mut self, state: &mut State, budget: &mut Budget) -> bool {
        let before = budget.steps;
        let is_over = state.database.advance_within(self.until, &mut budget.steps);
        self.steps += before - budget.steps;
        let events = state.database.drain_events();
        state.note_backfills(&events);
        state.mark_entries(&events);
        self.events.extend(events);
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
