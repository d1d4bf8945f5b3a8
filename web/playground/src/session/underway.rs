//! What takes more than one slice: runs, imports, time in which much happens, and replaying the log.

use crate::sandbox::applying::steps_of_input;
use crate::sandbox::budget::{Budget, SLICE_STEPS};
use crate::sandbox::command::Response;
use crate::sandbox::input::Input;
use crate::sandbox::log::entry::Role;
use crate::sandbox::outcome::Outcome;
use crate::sandbox::passing::Passing;
use crate::sandbox::record::RunEnd;
use crate::sandbox::several_requests::SeveralRequests;
use crate::sandbox::underway::{Aim, Underway, Work};
use crate::session::Session;
use crate::view::message::{Argument, Message};
use crate::view::share::PlaybackView;

impl Session {
    /// Whether something takes more than one slice.
    pub(crate) fn is_busy(&self) -> bool {
        let is_replaced = self.is_opening() || self.recalling.is_some();
        self.running.is_some() || self.imports() || self.underway.is_some() || is_replaced
    }

    /// Whether something is under way that will change the sandbox, and of which nothing is stored yet.
    pub fn is_unfinished(&self) -> bool {
        let underway = self.underway.as_ref().map(|underway| &underway.work);
        let changes = matches!(underway, Some(Work::Passing(_) | Work::Sending(..)));
        !self.plays() && (self.running.is_some() || self.writes_import() || changes)
    }

    /// Ends what is under way. Returns what to say about it.
    pub(crate) fn settle(&mut self) -> Vec<Message> {
        let unopened = self.cancel_opening().notices;
        let unrecalled = self.cancel_recalling().notices;
        self.cancel_playback();
        let drops = self.drops_underway();
        let settled = self.settle_underway().notices;
        self.cancel_comparison();
        self.cancel_trying();
        let mut ended = self.settle_workload(RunEnd::Interrupted).notices;
        if drops {
            ended.extend(settled);
        }
        [unopened, unrecalled, ended].concat()
    }

    /// Continues what takes more than one slice.
    pub(crate) fn step_busy(&mut self, budget: &mut Budget) -> Response {
        if self.is_opening() {
            return self.step_opening(budget);
        }
        if self.recalling.is_some() {
            return self.step_recalling(budget);
        }
        if self.imports() {
            return self.step_import(budget);
        }
        if self.underway.is_some() {
            return self.step_underway(budget);
        }
        let Some(running) = &mut self.running else { return Response::DONE };
        let Some(end) = running.step(budget) else { return Response::DONE };
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
            Work::Replaying(replay, _) => replay.step(budget),
            Work::Walking(walk) => walk.step(budget),
        };
        if !is_over {
            return Response::DONE;
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
            Some(Underway { work: Work::Replaying(replay, aim), .. }) => {
                self.finish_replay(*replay, aim, budget)
            }
            Some(Underway { work: Work::Walking(walk), .. }) => self.finish_walk(*walk, budget),
            None => Response::default(),
        }
    }

    /// Begins what may take more than one slice, and does what fits into this one.
    pub(crate) fn begin(&mut self, work: Work, budget: &mut Budget) -> Response {
        self.underway = Some(Underway { work, action: None });
        self.step_underway(budget)
    }

    /// Whether something is under way that is dropped, and not only a look at another moment.
    pub(crate) fn drops_underway(&self) -> bool {
        match self.underway.as_ref().map(|underway| &underway.work) {
            Some(Work::Sending(..) | Work::Replaying(_, Aim::Past(_) | Aim::Branch { .. })) => true,
            Some(
                Work::Passing(_)
                | Work::Walking(_)
                | Work::Replaying(_, Aim::Moment { .. } | Aim::EventBefore { .. }),
            )
            | None => false,
        }
    }

    fn finish_passing(&mut self, passing: Passing, action: Option<Message>) -> Response {
        let (by_ms, weight) = (passing.by_ms(), passing.weight());
        let is_long = weight > 0;
        let role = action.clone().map_or(Role::Observation, Role::Action);
        self.keep(Input::Advance { by_ms }, role, weight);
        let events = passing.into_events();
        let follows_clock = self.state.plan.follows_clock() && !events.is_empty();
        if is_long || follows_clock {
            // Opened again, stored work would have to do it once more, or would do it at another moment.
            self.journal.break_off();
        }
        let outcome = Outcome::TimePassed(events.into());
        self.report(outcome, action.as_ref())
    }

    /// Ends time that passes, at the moment that has come: what is due at that moment happens before anything else does. Anything else
    /// is dropped: nothing has happened.
    pub(crate) fn settle_underway(&mut self) -> Response {
        match &mut self.underway {
            None => Response::default(),
            Some(Underway { work: Work::Passing(passing), .. }) => {
                passing.stop(&self.state);
                self.step_underway(&mut Budget::unlimited())
            }
            Some(_) => {
                let is_told = self.drops_underway();
                self.underway = None;
                match is_told {
                    true => self.announce(vec![Message::plain("said.sending_cancelled")], true),
                    false => Response::DONE,
                }
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
        let is_rejected = self.limit_of_input(&input).is_some();
        let several = SeveralRequests::of(&input, &self.state);
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
        if let Some(opening) = &self.opening {
            return Some(opening.view());
        }
        if let Some(view) = self.recalling_view() {
            return Some(view);
        }
        let Underway { work, .. } = self.underway.as_ref()?;
        let permille = work.permille(&self.state);
        let words = match work {
            Work::Passing(passing) => {
                Message::plain("share.passing").with("time", Argument::Ms(passing.by_ms()))
            }
            Work::Sending(..) => Message::plain("share.sending"),
            Work::Replaying(..) | Work::Walking(_) => Message::plain("share.replaying"),
        };
        let words = words.with("share", Argument::Permille(permille / 10 * 10));
        Some(PlaybackView { words, permille, is_held: false })
    }
}
