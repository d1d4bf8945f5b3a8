//! Going back in time, forward again, and on from an earlier moment.
//!
//! While a sandbox is rewound its state is that of an earlier moment, and its log stays as it is. Whatever is done then
//! continues from there, as a fork of the log; what came after stays in the log as a branch.

use crate::sandbox::command::Response;
use crate::sandbox::input::Fork;
use crate::sandbox::input::Input;
use crate::sandbox::log::entry::Role;
use crate::sandbox::log::line::{Line, Moment};
use crate::sandbox::mark::Marks;
use crate::sandbox::outcome::{Outcome, Replacement};
use crate::sandbox::rewound::Rewound;
use crate::sandbox::state::State;
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
            Travel::Back => self.log.step_back(&line, from),
            Travel::Forward => {
                let (mut moment, mut state) = (from, self.state.clone());
                self.log.step(&line, &mut moment, &mut state);
                return self.arrive(line, moment, Some(state), true);
            }
            Travel::PreviousOperation => self.log.previous_operation(&line, from),
            Travel::NextOperation => self.log.next_operation(&line, from),
            Travel::ToStep(step) => Moment { step: step.min(line.len()), ms: 0 },
            Travel::Now => end,
        };
        let is_told = !matches!(travel, Travel::ToStep(_));
        self.arrive(line, to, None, is_told)
    }

    /// Lets time pass along the line.
    pub(crate) fn replay(&mut self, by_ms: u64) -> Response {
        let Some(Rewound { line, at, .. }) = &self.rewound else { return Response::default() };
        let (line, mut moment, mut state) = (line.clone(), *at, self.state.clone());
        self.log.play(&line, by_ms, &mut moment, &mut state);
        self.arrive(line, moment, Some(state), false)
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
        self.log.prepare(&self.state);
        let state = self.log.state_after(branch.end);
        self.show(state);
        let fork = self.log.fork(branch.end, &self.state);
        let action = self.at_moment("action.open_branch");
        self.keep_fork(fork, action)
    }

    /// The present state, even while an earlier moment is shown.
    pub(crate) fn present(&self) -> &State {
        self.rewound.as_ref().map_or(&self.state, |rewound| &rewound.present)
    }

    /// Undoes the last action, even while an earlier moment is shown.
    pub(crate) fn undo(&mut self) -> Response {
        self.rewind(Travel::Now);
        let undone = self.log.undo(&self.state);
        self.change_past(undone, Replacement::Undone)
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
        to: Option<(State, Message)>,
        replacement: impl FnOnce(Message) -> Replacement,
    ) -> Response {
        let Some((state, action)) = to else {
            return Response::default();
        };
        self.journal.break_off();
        self.show(state);
        self.report(Outcome::StateReplaced(replacement(action)), None)
    }

    /// Shows a moment: its state if that is stored, otherwise as replaying the log gives it.
    fn arrive(&mut self, line: Line, to: Moment, state: Option<State>, is_told: bool) -> Response {
        let is_now = to.step >= line.len();
        let rewound = self.rewound.take();
        if rewound.as_ref().map_or(is_now, |rewound| rewound.at == to) {
            self.rewound = rewound;
            return Response::default();
        }
        match rewound {
            Some(Rewound { present, .. }) if is_now => self.show(present),
            rewound => {
                let state = state.unwrap_or_else(|| self.log.state_at(&line, to));
                let present = match rewound {
                    Some(rewound) => rewound.present,
                    None => self.state.clone(),
                };
                self.show(state);
                self.rewound = Some(Rewound { line, at: to, present });
            }
        }
        let replacement = if is_now { Replacement::Present } else { Replacement::Rewound };
        let outcome = Outcome::StateReplaced(replacement);
        if is_told {
            return self.report(outcome, None);
        }
        self.note(outcome);
        Response { accepted: true, notices: Vec::new() }
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
