//! What takes more than one slice: runs, imports, and time in which much happens.

use engine::database::Database;
use engine::operation::{Access, Operation};

use crate::sandbox::budget::{Budget, SLICE_STEPS, steps_of_copy};
use crate::sandbox::command::Response;
use crate::sandbox::input::Input;
use crate::sandbox::log::entry::Role;
use crate::sandbox::outcome::Outcome;
use crate::sandbox::several_requests::SeveralRequests;
use crate::sandbox::underway::{Passing, Underway, Work};
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
        let work = Work::Passing(Passing::new(&self.state, by_ms));
        self.underway = Some(Underway { work, action });
        self.step_underway(budget)
    }

    fn step_underway(&mut self, budget: &mut Budget) -> Response {
        let Some(Underway { work, .. }) = &mut self.underway else { return Response::default() };
        let is_over = match work {
            Work::Passing(passing) => passing.step(&mut self.state, budget),
            Work::Sending(_, several) => several.step(budget),
        };
        if !is_over {
            return Response { accepted: true, notices: Vec::new() };
        }
        match self.underway.take() {
            Some(Underway { work: Work::Passing(passing), action }) => {
                self.finish_passing(passing, action)
            }
            Some(Underway { work: Work::Sending(input, several), action }) => {
                self.applied(input, action, |state| {
                    Outcome::Operation(state.finish_requests(several))
                })
            }
            None => Response::default(),
        }
    }

    /// Whether requests of one step are being sent.
    pub(crate) fn sends_several(&self) -> bool {
        matches!(&self.underway, Some(Underway { work: Work::Sending(..), .. }))
    }

    fn finish_passing(&mut self, passing: Passing, action: Option<Message>) -> Response {
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

    /// Ends time that passes, at the moment that has come: what is due at that moment happens before anything else does. Requests of
    /// one step are dropped: nothing has happened.
    pub(crate) fn settle_underway(&mut self) -> Response {
        match &mut self.underway {
            None => Response::default(),
            Some(Underway { work: Work::Passing(passing), .. }) => {
                passing.stop(&self.state);
                self.step_underway(&mut Budget::unlimited())
            }
            Some(Underway { work: Work::Sending(..), .. }) => {
                self.underway = None;
                self.announce(vec![Message::plain("said.sending_cancelled")], true)
            }
        }
    }

    /// Applies an input, of what can be long only what fits into a slice.
    pub(crate) fn apply_at_once(&mut self, input: Input, action: Option<Message>) -> Response {
        let mut budget = Budget::slice();
        let response = self.apply_slice(input, action, &mut budget);
        self.steps_at_once = SLICE_STEPS - budget.steps;
        response
    }

    /// Applies an input, of what can be long only as much as there are steps for.
    pub(crate) fn apply_slice(
        &mut self,
        input: Input,
        action: Option<Message>,
        budget: &mut Budget,
    ) -> Response {
        if let Input::Advance { by_ms } = input {
            return self.pass(by_ms, action, budget);
        }
        budget.spend(steps_of_input(&input, &self.state.database));
        let is_rejected = self.fault_of_memory(&input).is_some();
        let several = SeveralRequests::of(&input, &self.state.database);
        if let Some(several) = several.filter(|_| !is_rejected) {
            self.log.prepare(&self.state);
            self.underway = Some(Underway { work: Work::Sending(input, several), action });
            return self.step_underway(budget);
        }
        let response = self.apply(input, action);
        budget.spend(self.outcomes.last().map_or(0, Outcome::steps));
        response
    }

    /// How far what happens by itself has come.
    pub(crate) fn underway_view(&self) -> Option<PlaybackView> {
        let Underway { work, .. } = self.underway.as_ref()?;
        let permille = work.permille(&self.state);
        let words = match work {
            Work::Passing(passing) => {
                Message::plain("share.passing").with("time", Argument::Ms(passing.by_ms()))
            }
            Work::Sending(..) => Message::plain("share.sending"),
        };
        let words = words.with("share", Argument::Permille(permille / 10 * 10));
        Some(PlaybackView { words, permille, is_held: false })
    }
}

/// Steps of an input beyond those of its requests: some copy the database, or go through all of it.
pub(crate) fn steps_of_input(input: &Input, database: &Database) -> u64 {
    match input {
        Input::EditSeveral { .. }
        | Input::Rebuild { .. }
        | Input::ChangeTable { .. }
        | Input::Reset
        | Input::Reopen
        | Input::Fork(_) => 1 + steps_of_copy(database),
        Input::Call(request) => {
            let access = Operation::from_name(&request.operation).map(Operation::access);
            match access {
                Some(Access::ChangeTables) => 1 + steps_of_copy(database),
                Some(
                    Access::WriteItems
                    | Access::ReadItems
                    | Access::ReadStream
                    | Access::Describe
                    | Access::RunStatements,
                )
                | None => 1,
            }
        }
        Input::Import(_)
        | Input::Advance { .. }
        | Input::SetDelay { .. }
        | Input::SetCollectionMax { .. }
        | Input::SetExpiryDelay { .. }
        | Input::RunWorkload(_)
        | Input::SetThroughput { .. }
        | Input::SetScaling { .. }
        | Input::Rename(_)
        | Input::Plan(_) => 1,
    }
}
