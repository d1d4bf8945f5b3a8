//! Doing one thing after the other: the log of an opened link or file, or what comes before a step of a lesson.
//!
//! Any other command ends it, and so does the button: the sandbox then stays as the last whole step has left it.

use std::rc::Rc;

use engine::workload::revision::REVISION;
use engine::workload::run::Run;

use crate::explain::action::{action_after, action_of};
use crate::sandbox::budget::Budget;
use crate::sandbox::command::Command;
use crate::sandbox::command::Response;
use crate::sandbox::importing::{Import, Importing, Purpose};
use crate::sandbox::input::Input;
use crate::sandbox::input_text::{LineReader, unreadable_line};
use crate::sandbox::playback::{Part, Playback, PlaybackStep};
use crate::sandbox::record::RunRecord;
use crate::sandbox::running::Running;
use crate::session::Session;
use crate::view::message::{Argument, Message};
use crate::view::rewind::Travel;
use crate::view::share::{PlaybackView, Problem};

/// Steps of an input or a command beyond those that it counts itself. Model: the smallest are a request.
const STEPS_PER_PART: u64 = 32;

impl Session {
    /// Begins to play lines, and shows the moment after `shown_step` of them at the end. Those from the first unreadable one on are
    /// a problem. What takes long waits until the user lets it begin.
    pub(crate) fn play(
        &mut self,
        log: &[String],
        shown_step: Option<u64>,
        problems: &mut Vec<Problem>,
    ) {
        let (mut inputs, mut reader) = (Vec::new(), LineReader::default());
        for (position, line) in log.iter().enumerate() {
            match reader.read(line, position, problems) {
                Ok(input) => inputs.push(input),
                Err(error) => {
                    problems.push(unreadable_line(position, log.len() - position, &error));
                    break;
                }
            }
        }
        self.playback =
            (!inputs.is_empty()).then(|| Playback::of_log(inputs, &self.state, shown_step));
    }

    /// Does commands one after the other. Those that fit into a slice are done at once.
    pub(crate) fn perform_all(&mut self, commands: &[Command]) -> Response {
        self.playback = Some(Playback::of_commands(commands));
        self.step_playback(&mut Budget::slice());
        Response::DONE
    }

    /// Whether a log or a list of commands is being played, or waits for it.
    pub fn plays(&self) -> bool {
        self.playback.is_some()
    }

    /// Lets a playback begin that waits.
    pub(crate) fn begin_playback(&mut self) -> Response {
        let Some(playback) = &mut self.playback else { return Response::default() };
        playback.is_held = false;
        Response::DONE
    }

    /// Does what comes next, as far as the budget goes.
    pub(crate) fn step_playback(&mut self, budget: &mut Budget) -> Response {
        while !budget.is_spent() {
            if self.is_busy() {
                self.step_busy(budget);
                continue;
            }
            let Some(playback) = &mut self.playback else { break };
            let Some(Part { step, weight }) = playback.parts.pop_front() else {
                return self.end_playback();
            };
            playback.done = playback.done.saturating_add(weight);
            playback.begun = weight;
            budget.spend(STEPS_PER_PART);
            match step {
                PlaybackStep::Command(command) => {
                    self.steps_at_once = 0;
                    self.perform(command);
                    budget.spend(self.steps_at_once);
                }
                PlaybackStep::Input(input) if let Some(limit) = self.limit_of_input(&input) => {
                    let reason = limit.words();
                    self.problems.push(Problem { part: action_words(&input), reason });
                    return self.stop_playback("said.playback_full");
                }
                PlaybackStep::Input(Input::RunWorkload(record)) => self.start_replay(record),
                PlaybackStep::Input(Input::Import(record)) => {
                    let state = self.state.clone();
                    let import = Import::new(record);
                    self.importing = Some(Importing { import, state, purpose: Purpose::Write });
                }
                PlaybackStep::Input(input) => {
                    let action = action_after(&self.state.plan, &input);
                    self.apply_slice(input, action, budget);
                }
            }
        }
        Response::DONE
    }

    fn end_playback(&mut self) -> Response {
        let Some(Playback { shown_step, is_log, .. }) = self.playback.take() else {
            return Response::default();
        };
        if !is_log {
            return Response::DONE;
        }
        if let Some(step) = shown_step {
            self.rewind(Travel::ToStep(usize::try_from(step).unwrap_or(usize::MAX)));
        }
        let response = self.announce(vec![Message::plain("said.playback_over")], true);
        // A sandbox from a link is not stored before its first change.
        let notices = if self.from_link { Vec::new() } else { response.notices };
        Response { accepted: true, notices }
    }

    /// Ends the playing. A run or an import under way has not happened.
    pub(crate) fn cancel_playback(&mut self) -> Response {
        if self.playback.is_none() {
            return Response::default();
        }
        self.stop_playback("said.playback_cancelled")
    }

    fn stop_playback(&mut self, key: &'static str) -> Response {
        self.playback = None;
        self.running = None;
        self.importing = None;
        self.settle_underway();
        self.changed();
        let cancelled = Message::plain(key);
        self.set_notice(cancelled.clone());
        self.announce(vec![cancelled], true);
        Response::DONE
    }

    /// How far the playing, or time that passes by itself, has come.
    pub(crate) fn playback_view(&self) -> Option<PlaybackView> {
        let Some(playback) = &self.playback else { return self.underway_view() };
        let Playback { weight, done, begun, parts, is_held, is_log, .. } = playback;
        if *is_held {
            let words = Message::plain("share.play_asks").with("steps", Argument::Count(*weight));
            let words = words.with("count", Argument::Count(parts.len() as u64));
            return Some(PlaybackView { words, permille: 0, is_held: true });
        }
        // Of what is under way, a part is done: its weight was added when it began.
        let running = self.running.as_ref().map_or(0, Running::turn_count);
        let left = self.running.as_ref().and_then(Running::expected);
        let left = left.map_or(0, |record| record.turn_count.saturating_sub(running));
        let passing = self.underway.as_ref().map_or(0, |it| 1_000 - it.work.permille(&self.state));
        let left_of_time = u128::from(*begun) * u128::from(passing) / 1_000;
        let left = left.saturating_add(u64::try_from(left_of_time).unwrap_or(u64::MAX));
        let done = u128::from(done.saturating_sub(left)) * 1_000 / u128::from((*weight).max(1));
        let permille = u64::try_from(done).unwrap_or(u64::MAX).min(1_000);
        let words = Message::plain(if *is_log { "share.playing" } else { "share.preparing" });
        let words = words.with("share", Argument::Permille(permille / 10 * 10));
        Some(PlaybackView { words, permille, is_held: false })
    }

    fn start_replay(&mut self, record: Rc<RunRecord>) {
        let mut state = self.state.clone();
        let run = Run::new(&record.workload, &mut state.database)
            .expect("only a record of a workload that can be started is read");
        self.running = Some(Running::replay(record, run, state));
    }

    /// Compares a run that was made again with its record.
    pub(crate) fn check_replay(&mut self, expected: &Rc<RunRecord>) {
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

/// An input, as the part of a problem.
fn action_words(input: &Input) -> Message {
    action_of(input).unwrap_or(Message::plain("timeline.setting"))
}
