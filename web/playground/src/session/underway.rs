//! What takes more than one slice: runs, imports, and time in which much happens.

use crate::sandbox::budget::Budget;
use crate::sandbox::command::Response;
use crate::sandbox::input::Input;
use crate::sandbox::log::entry::Role;
use crate::sandbox::outcome::Outcome;
use crate::sandbox::underway::{Passing, Underway};
use crate::session::Session;
use crate::view::message::{Argument, Message};
use crate::view::share::PlaybackView;

impl Session {
    /// Whether something takes more than one slice.
    pub(crate) fn is_busy(&self) -> bool {
        self.running.is_some() || self.imports() || self.underway.is_some()
    }

    /// Continues what takes more than one slice.
    pub(crate) fn step_busy(&mut self, budget: &mut Budget) -> Response {
        let accepted = Response { accepted: true, notices: Vec::new() };
        if self.imports() {
            return self.step_import(budget);
        }
        if self.underway.is_some() {
            return self.step_underway(budget);
        }
        let Some(running) = &mut self.running else { return accepted };
        let Some(end) = running.step(budget) else { return accepted };
        let expected = running.expected().cloned();
        let response = self.settle_workload(end);
        if let Some(expected) = expected {
            self.check_replay(&expected);
        }
        response
    }

    /// Lets time pass: what fits into a slice at once.
    pub(crate) fn pass(
        &mut self,
        by_ms: u64,
        action: Option<Message>,
        budget: &mut Budget,
    ) -> Response {
        self.log.prepare(&self.state);
        let passing = Passing::new(&self.state, by_ms);
        self.underway = Some(Underway { passing, action });
        self.step_underway(budget)
    }

    fn step_underway(&mut self, budget: &mut Budget) -> Response {
        let Some(Underway { passing, .. }) = &mut self.underway else { return Response::default() };
        if !passing.step(&mut self.state, budget) {
            return Response { accepted: true, notices: Vec::new() };
        }
        let Some(Underway { passing, action }) = self.underway.take() else {
            return Response::default();
        };
        let (by_ms, weight) = (passing.by_ms(), passing.weight());
        let is_long = weight > 0;
        let role = action.clone().map_or(Role::Observation, Role::Action);
        self.keep(Input::Advance { by_ms }, role, weight);
        if is_long {
            // Opened again, stored work would have to do it once more.
            self.journal.break_off();
        }
        let outcome = Outcome::TimePassed(passing.into_events().into());
        self.report(outcome, action.as_ref())
    }

    /// Ends time that passes, at the moment that has come. What is due at that moment happens before anything else does.
    pub(crate) fn settle_underway(&mut self) -> Response {
        match &mut self.underway {
            None => Response::default(),
            Some(underway) => {
                underway.passing.stop(&self.state);
                self.step_underway(&mut Budget::unlimited())
            }
        }
    }

    /// Applies an input, of time only as much as there are steps for. Returns how many steps it took.
    pub(crate) fn apply_slice(&mut self, input: Input, action: Option<Message>, steps: u64) -> u64 {
        match input {
            Input::Advance { by_ms } => {
                let mut budget = Budget { turn_count: u64::MAX, steps };
                self.pass(by_ms, action, &mut budget);
                steps - budget.steps
            }
            input => {
                self.apply(input, action);
                self.outcomes.last().map_or(1, Outcome::operation_count)
            }
        }
    }

    /// How far time that passes by itself has come.
    pub(crate) fn underway_view(&self) -> Option<PlaybackView> {
        let Underway { passing, .. } = self.underway.as_ref()?;
        let permille = passing.permille(&self.state);
        let words = Message::plain("share.passing")
            .with("time", Argument::Ms(passing.by_ms()))
            .with("share", Argument::Permille(permille / 10 * 10));
        Some(PlaybackView { words, permille, is_held: false })
    }
}
