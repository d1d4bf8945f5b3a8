//! Going back in time, forward again, and on from an earlier moment.
//!
//! While a sandbox is rewound its state is that of an earlier moment, and its log stays as it is. Whatever is done then
//! continues from there, as a fork of the log; what came after stays in the log as a branch.

use crate::sandbox::budget::{Budget, SLICE_STEPS, steps_of_copy};
use crate::sandbox::command::Response;
use crate::sandbox::input::Fork;
use crate::sandbox::input::Input;
use crate::sandbox::log::entry::Role;
use crate::sandbox::log::line::{Line, Moment};
use crate::sandbox::log::replay::Replay;
use crate::sandbox::log::walk::{Until, Walk};
use crate::sandbox::mark::Marks;
use crate::sandbox::outcome::{Outcome, Replacement};
use crate::sandbox::rewound::Rewound;
use crate::sandbox::state::State;
use crate::sandbox::underway::{Aim, Work};
use crate::session::Session;
use crate::view::message::{Argument, Message};
use crate::view::rewind::Travel;

impl Session {
    /// Goes to another moment of the line.
    pub(crate) fn rewind(&mut self, travel: Travel) -> Response {
        let line = self.log.line();
        let end = Moment { step: line.len(), ms: 0 };
        let from = self.rewound.as_ref().map_or(end, |rewound| rewound.at);
        let to = match travel {
            Travel::Back => match self.log.before_event(&line, from) {
                (since, true) if since < from => {
                    let replay = self.log.replay_to(&line, since);
                    return self.replay(replay, Aim::EventBefore { line, from, since });
                }
                (since, _) => since,
            },
            Travel::Forward => return self.walk(Until::Event),
            Travel::PreviousOperation => self.log.previous_operation(&line, from),
            Travel::NextOperation => self.log.next_operation(&line, from),
            Travel::ToStep(step) => Moment { step: step.min(line.len()), ms: 0 },
            Travel::Now => end,
        };
        let is_told = !matches!(travel, Travel::ToStep(_));
        if to == from {
            return Response::default();
        }
        if to == end {
            return self.return_to_present(is_told);
        }
        let replay = self.log.replay_to(&line, to);
        self.replay(replay, Aim::Moment { line, to, is_told })
    }

    /// Lets time pass along the line.
    pub(crate) fn pass_along(&mut self, by_ms: u64) -> Response {
        self.walk(Until::Time(self.state.database.now().after(by_ms)))
    }

    /// Goes on along the line from the moment that is shown.
    fn walk(&mut self, until: Until) -> Response {
        let Some(Rewound { line, at, .. }) = &self.rewound else { return Response::default() };
        let walk = Walk::new(&self.log, line.clone(), *at, self.state.clone(), until);
        self.at_once(Work::Walking(Box::new(walk)))
    }

    fn replay(&mut self, replay: Replay, aim: Aim) -> Response {
        self.at_once(Work::Replaying(Box::new(replay), aim))
    }

    /// Begins with a copy of a state, and does what fits into a slice beside that.
    fn at_once(&mut self, work: Work) -> Response {
        let mut budget = Budget::slice();
        budget.spend(steps_of_copy(&self.state.database));
        let response = self.begin(work, &mut budget);
        self.steps_at_once = SLICE_STEPS - budget.steps;
        response
    }

    /// Does what the log was replayed for.
    pub(crate) fn finish_replay(
        &mut self,
        replay: Replay,
        aim: Aim,
        budget: &mut Budget,
    ) -> Response {
        let (state, log) = replay.finish();
        match aim {
            Aim::Past(replacement) => {
                self.log = log;
                self.journal.break_off();
                self.show(state);
                self.report(Outcome::StateReplaced(replacement), None)
            }
            Aim::Moment { line, to, is_told } => self.arrive(line, to, state, is_told),
            Aim::EventBefore { line, from, since } => {
                let until = Until::Behind { from, last: since };
                let walk = Walk::new(&self.log, line, since, state, until);
                self.begin(Work::Walking(Box::new(walk)), budget)
            }
            Aim::Branch { end } => {
                self.log.prepare(&self.state);
                self.show(state);
                let fork = self.log.fork(end, &self.state);
                let action = self.at_moment("action.open_branch");
                self.keep_fork(fork, action)
            }
        }
    }

    /// Shows where a way along the line has ended, or the last event before that.
    pub(crate) fn finish_walk(&mut self, walk: Walk, budget: &mut Budget) -> Response {
        let (line, until, moment, state) = walk.finish();
        match until {
            Until::Event => self.arrive(line, moment, state, true),
            Until::Time(_) => self.arrive(line, moment, state, false),
            Until::Behind { last: to, .. } => {
                let replay = self.log.replay_to(&line, to);
                budget.spend(steps_of_copy(&self.state.database));
                let aim = Aim::Moment { line, to, is_told: true };
                self.begin(Work::Replaying(Box::new(replay), aim), budget)
            }
        }
    }

    /// Continues from the moment that is shown. The later entries are left as a branch.
    pub(crate) fn fork(&mut self) -> Response {
        let Some(Rewound { line, at, present }) = self.rewound.take() else {
            return Response::default();
        };
        self.log.prepare(&present);
        let fork = self.log.fork(line.log_position(at.step), &self.state);
        let action = self.at_moment("action.fork");
        self.keep_fork(fork, action)
    }

    /// Continues from the end of a branch that a fork has left.
    pub(crate) fn open_branch(&mut self, number: usize) -> Response {
        self.rewind(Travel::Now);
        let Some(branch) = self.log.branches().into_iter().nth(number) else {
            return Response::default();
        };
        let replay = self.log.replay_up_to(branch.end);
        self.replay(replay, Aim::Branch { end: branch.end })
    }

    /// The present state, even while an earlier moment is shown.
    pub(crate) fn present(&self) -> &State {
        self.rewound.as_ref().map_or(&self.state, |rewound| &rewound.present)
    }

    /// Undoes the last action, even while an earlier moment is shown.
    pub(crate) fn undo(&mut self) -> Response {
        self.rewind(Travel::Now);
        match self.log.undo(&self.state) {
            Some(undone) => self.change_past(Some(undone), Replacement::Undone),
            None => self.recall(),
        }
    }

    /// Redoes the action that was undone last.
    pub(crate) fn redo(&mut self) -> Response {
        self.rewind(Travel::Now);
        let redone = self.log.redo();
        self.change_past(redone, Replacement::Redone)
    }

    /// Goes to another state of the log: the one without the last action, or with it again.
    fn change_past(
        &mut self,
        to: Option<(Replay, Message)>,
        replacement: impl FnOnce(Message) -> Replacement,
    ) -> Response {
        let Some((replay, action)) = to else { return Response::default() };
        self.replay(replay, Aim::Past(replacement(action)))
    }

    /// Shows a moment, of which this is the state.
    fn arrive(&mut self, line: Line, to: Moment, state: State, is_told: bool) -> Response {
        if self.rewound.as_ref().is_some_and(|rewound| rewound.at == to) {
            return Response::default();
        }
        if to.step >= line.len() {
            return self.return_to_present(is_told);
        }
        let present = match self.rewound.take() {
            Some(Rewound { present, .. }) => present,
            None => self.state.clone(),
        };
        self.show(state);
        self.rewound = Some(Rewound { line, at: to, present });
        self.arrived(Replacement::Rewound, is_told)
    }

    fn return_to_present(&mut self, is_told: bool) -> Response {
        let Some(Rewound { present, .. }) = self.rewound.take() else {
            return Response::default();
        };
        self.show(present);
        self.arrived(Replacement::Present, is_told)
    }

    fn arrived(&mut self, replacement: Replacement, is_told: bool) -> Response {
        let outcome = Outcome::StateReplaced(replacement);
        if is_told {
            return self.report(outcome, None);
        }
        self.note(outcome);
        Response::DONE
    }

    fn keep_fork(&mut self, fork: Fork, action: Message) -> Response {
        self.keep(Input::Fork(fork), Role::Action(action.clone()), 1);
        self.report(Outcome::StateReplaced(Replacement::Forked), Some(&action))
    }

    /// Puts a state in the place of the one that is shown, and marks what is different.
    fn show(&mut self, state: State) {
        let marks = Marks::between(&self.state.database, &state.database);
        self.state = state;
        self.state.marks = marks;
    }

    /// Words about the time that is shown.
    fn at_moment(&self, key: &'static str) -> Message {
        Message::plain(key).with("time", Argument::Ms(self.state.database.now().0))
    }
}
