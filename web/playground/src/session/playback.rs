//! Playing the log of an opened link.
//!
//! Any other command ends it, and so does the button: the sandbox then stays as the last whole input has left it.

use std::collections::VecDeque;
use std::rc::Rc;

use engine::workload::revision::REVISION;
use engine::workload::run::Run;

use crate::explain::action::action_of;
use crate::sandbox::command::Response;
use crate::sandbox::input::Input;
use crate::sandbox::input_text::{limited_input_of, unreadable_line};
use crate::sandbox::outcome::RunEnd;
use crate::sandbox::playback::Playback;
use crate::sandbox::record::RunRecord;
use crate::sandbox::running::Running;
use crate::session::Session;
use crate::view::message::{Argument, Message};
use crate::view::rewind::Travel;
use crate::view::share::{PlaybackView, Problem};

/// Inputs that are applied in one step. Model: a part of a frame; a step of a run is as short.
const INPUTS_PER_STEP: usize = 16;

impl Session {
    /// Begins to play lines, and shows the moment after `shown_step` of them at the end. Those from the first unreadable one on are
    /// a problem.
    pub(crate) fn play(
        &mut self,
        log: &[String],
        shown_step: Option<u64>,
        problems: &mut Vec<Problem>,
    ) {
        let mut inputs = VecDeque::new();
        for (position, line) in log.iter().enumerate() {
            match limited_input_of(line, position, problems) {
                Ok(input) => inputs.push_back(input),
                Err(error) => {
                    problems.push(unreadable_line(position, log.len() - position, &error));
                    break;
                }
            }
        }
        let weight = inputs.iter().map(Playback::weight_of).sum();
        self.playback =
            (!inputs.is_empty()).then_some(Playback { inputs, weight, done: 0, shown_step });
    }

    /// Whether a log is being played.
    pub(crate) fn plays(&self) -> bool {
        self.playback.is_some()
    }

    /// Applies the next inputs, or takes a number of turns of an input that is a run.
    pub(crate) fn step_playback(&mut self, turn_count: u64) -> Response {
        for _ in 0..INPUTS_PER_STEP {
            if self.running.is_some() {
                self.step_replayed_run(turn_count);
                return Response { accepted: true, notices: Vec::new() };
            }
            let Some(playback) = &mut self.playback else { break };
            let shown_step = playback.shown_step;
            let Some(input) = playback.inputs.pop_front() else {
                self.playback = None;
                if let Some(step) = shown_step {
                    self.rewind(Travel::ToStep(usize::try_from(step).unwrap_or(usize::MAX)));
                }
                let response = self.announce(vec![Message::plain("said.playback_over")], true);
                // A sandbox from a link is not stored before its first change.
                let notices = if self.from_link { Vec::new() } else { response.notices };
                return Response { accepted: true, notices };
            };
            match input {
                Input::RunWorkload(record) => self.start_replay(record),
                input => {
                    playback.done += Playback::weight_of(&input);
                    let action = action_of(&input);
                    self.apply(input, action);
                }
            }
        }
        Response { accepted: true, notices: Vec::new() }
    }

    /// Ends the playing of a log. A run under way has not happened.
    pub(crate) fn cancel_playback(&mut self) -> Response {
        if self.playback.take().is_none() {
            return Response::default();
        }
        self.running = None;
        self.changed();
        let cancelled = Message::plain("said.playback_cancelled");
        self.set_notice(cancelled.clone());
        self.announce(vec![cancelled], true);
        Response { accepted: true, notices: Vec::new() }
    }

    /// How far the playing has come.
    pub(crate) fn playback_view(&self) -> Option<PlaybackView> {
        let Playback { weight, done, .. } = self.playback.as_ref()?;
        let running = self.running.as_ref().map_or(0, Running::turn_count);
        let permille = (done + running).saturating_mul(1_000) / weight.max(&1);
        let words = Message::plain("share.playing");
        let words = words.with("share", Argument::Permille(permille.min(1_000) / 10 * 10));
        Some(PlaybackView { words, permille: permille.min(1_000) })
    }

    fn start_replay(&mut self, record: Rc<RunRecord>) {
        let mut state = self.state.clone();
        let run = Run::new(&record.workload, &mut state.database)
            .expect("only a record of a workload that can be started is read");
        self.running = Some(Running::replay(record, run, state));
    }

    fn step_replayed_run(&mut self, turn_count: u64) {
        let Some(running) = &mut self.running else { return };
        let is_over = running.step(turn_count);
        let Some(expected) = running.expected().filter(|_| is_over).cloned() else { return };
        self.settle_workload(RunEnd::Replayed);
        if let Some(playback) = &mut self.playback {
            playback.done += expected.turn_count.max(1);
        }
        let made = self.state.run.as_ref().map(|ran| ran.record.clone());
        if made.is_some_and(|made| made.digest != expected.digest) {
            let differs = Message::plain("share.run_differs")
                .with("made", Argument::Count(expected.revision))
                .with("known", Argument::Count(REVISION));
            self.problems.push(Problem { part: expected.action(), reason: differs.clone() });
            self.set_notice(differs.clone());
            self.announce(vec![differs], true);
        }
    }
}
