//! The workload of a sandbox: how it is set, and how it runs in slices between which the page is drawn.
//!
//! A run works on a copy of the sandbox. When it is over, or anything else is asked, the copy takes the place of the
//! sandbox, and the whole run is one action of the log: the workload and the number of its turns, which give the same
//! bytes when they are replayed.

use std::rc::Rc;

use engine::database::Database;
use engine::workload::pattern::AccessPattern;
use engine::workload::rate::{RateCurve, RatePoint};
use engine::workload::result::RunResult;
use engine::workload::revision::{REVISION, digest};
use engine::workload::run::{Run, SECONDS_MAX};
use engine::workload::{Retries, RunLimits, Workload};

use crate::session::Session;
use crate::session::command::{Response, WorkloadCommand};
use crate::session::log::{Entry, Role};
use crate::session::mark::Marks;
use crate::session::plan::Plan;
use crate::session::preset::preset_of;
use crate::session::record::RunRecord;
use crate::session::state::{Input, State};
use crate::view::message::{Argument, Message};
use crate::view::workload::{PatternPlan, Preset, WorkloadPlan, WorkloadStage};

/// Items of a table at which a run stops: what a tab holds with ease.
pub(super) const ITEM_COUNT_MAX: usize = 100_000;

/// The result of a workload.
#[derive(Debug, PartialEq)]
pub(super) struct Ran {
    /// The requests of the run, and how to repeat it.
    pub record: Rc<RunRecord>,
    /// Its result.
    pub result: RunResult,
}

/// A workload under way.
#[derive(Debug)]
pub(super) struct Running {
    workload: Rc<Workload>,
    run: Run,
    /// What the sandbox becomes.
    state: State,
    is_paused: bool,
    /// The run that it is to be, if it is made again.
    expected: Option<Rc<RunRecord>>,
}

impl Running {
    /// Its result so far.
    pub(super) fn result(&self) -> &RunResult {
        self.run.result()
    }

    /// The workload.
    pub(super) fn workload(&self) -> &Workload {
        &self.workload
    }

    /// The database in the middle of the run.
    pub(super) fn database(&self) -> &Database {
        &self.state.database
    }

    /// The sandbox in the middle of the run.
    pub(super) fn state(&self) -> &State {
        &self.state
    }

    /// A run that is made again, on a copy of the sandbox.
    pub(super) fn replay(record: Rc<RunRecord>, run: Run, state: State) -> Self {
        let workload = record.workload.clone();
        Self { workload, run, state, is_paused: false, expected: Some(record) }
    }

    /// The run that it is to be, if it is made again.
    pub(super) fn expected(&self) -> Option<&Rc<RunRecord>> {
        self.expected.as_ref()
    }

    /// How many turns it has taken.
    pub(super) fn turn_count(&self) -> u64 {
        self.run.turn_count()
    }

    /// Takes a number of turns of a run that is repeated, but not more than it had. Returns whether it has ended.
    pub(super) fn step(&mut self, turn_count: u64) -> bool {
        let whole = self.expected.as_ref().map_or(u64::MAX, |record| record.turn_count);
        let left = whole.saturating_sub(self.run.turn_count());
        let more = self.run.step(&mut self.state.database, turn_count.min(left));
        !more || self.is_full() || left <= turn_count
    }

    /// Whether a table has more items than a tab holds with ease.
    fn is_full(&self) -> bool {
        self.database().tables().any(|table| table.items.count() > ITEM_COUNT_MAX)
    }

    /// Whether it runs or is held.
    pub(super) fn stage(&self) -> WorkloadStage {
        match self.is_paused {
            true => WorkloadStage::Paused,
            false => WorkloadStage::Running,
        }
    }
}

impl State {
    /// Makes a run again that is in the log.
    pub(super) fn run_workload(&mut self, record: &RunRecord) {
        let mut run = Run::new(&record.workload, &mut self.database)
            .expect("only a workload that could be started is in the log");
        run.step(&mut self.database, record.turn_count);
        self.finish_run(&record.workload, run);
    }

    /// Enters the result of a run, and returns how to repeat it. Limits for the run only are removed.
    fn finish_run(&mut self, workload: &Rc<Workload>, run: Run) -> Rc<RunRecord> {
        let turn_count = run.turn_count();
        let result = run.finish(&mut self.database);
        self.database.drain_events();
        self.marks = Marks::default();
        let record = Rc::new(RunRecord {
            workload: workload.clone(),
            turn_count,
            request_count: result.counts.issued,
            revision: REVISION,
            digest: digest(&self.database, &result),
        });
        self.ledger.add_run(&result);
        self.run = Some(Rc::new(Ran { record: record.clone(), result }));
        record
    }
}

impl Session {
    /// Whether a workload runs, is held, or neither. One that runs on two designs cannot be held.
    pub fn workload_stage(&self) -> WorkloadStage {
        match &self.running {
            Some(running) => running.stage(),
            None if self.compares() || self.plays() => WorkloadStage::Running,
            None => WorkloadStage::Idle,
        }
    }

    /// Does what the page asks about the workload.
    pub(super) fn handle_workload(&mut self, command: WorkloadCommand) -> Response {
        match command {
            WorkloadCommand::Set(plan) => self.set_workload(workload_of(&plan)),
            WorkloadCommand::Choose { table, preset } => self.choose_workload(&table, preset),
            WorkloadCommand::Start => self.start_workload(),
            WorkloadCommand::Step { turn_count } => self.step_workload(turn_count),
            WorkloadCommand::Pause => self.hold_workload(true),
            WorkloadCommand::Resume => self.hold_workload(false),
            WorkloadCommand::Stop if self.plays() => self.cancel_playback(),
            WorkloadCommand::Stop => {
                self.settle_workload(vec![Message::plain("said.workload_stopped")])
            }
        }
    }

    fn set_workload(&mut self, workload: Workload) -> Response {
        self.settle_workload(Vec::new());
        let plan = Plan { workload: Rc::new(workload), ..Plan::clone(&self.state.plan) };
        self.plan(plan, Message::plain("action.set_workload"))
    }

    fn choose_workload(&mut self, table: &str, preset: Preset) -> Response {
        // A preset is what is sent: how clients and limits behave was set apart from it.
        let Workload { seed, retries, limits, .. } = *self.state.plan.workload;
        match preset_of(preset, &self.state.database, table) {
            Some(workload) => self.set_workload(Workload { seed, retries, limits, ..workload }),
            None => self.announce(vec![Message::plain("fault.no_table")], false),
        }
    }

    fn start_workload(&mut self) -> Response {
        self.settle_workload(Vec::new());
        let workload = self.state.plan.workload.clone();
        if let Some(obstacle) = obstacle(&workload) {
            return self.announce(vec![obstacle], false);
        }
        self.fork();
        let mut state = self.state.clone();
        state.run = None;
        let run = Run::new(&workload, &mut state.database).expect("there is no obstacle");
        self.running = Some(Running { workload, run, state, is_paused: false, expected: None });
        self.announce(vec![Message::plain("said.workload_started")], true)
    }

    /// Takes some turns of the workload that runs, and settles it when it is over.
    fn step_workload(&mut self, turn_count: u64) -> Response {
        if self.workload_stage() == WorkloadStage::Paused {
            return Response::default();
        }
        if self.plays() {
            return self.step_playback(turn_count);
        }
        let Some(running) = &mut self.running else { return self.step_comparison(turn_count) };
        let more = running.run.step(&mut running.state.database, turn_count);
        match (more, running.is_full()) {
            (true, false) => Response { accepted: true, notices: Vec::new() },
            (true, true) => {
                let full = Message::plain("said.workload_full");
                let full = full.with("count", Argument::Count(ITEM_COUNT_MAX as u64));
                self.settle_workload(vec![full])
            }
            (false, _) => self.settle_workload(vec![Message::plain("said.workload_over")]),
        }
    }

    /// Pauses the workload, or resumes it.
    fn hold_workload(&mut self, is_paused: bool) -> Response {
        let Some(running) = &mut self.running else { return Response::default() };
        running.is_paused = is_paused;
        Response { accepted: true, notices: Vec::new() }
    }

    /// Lets the sandbox become what the workload has made of it, in words. Nothing happens if none is under way.
    pub(super) fn settle_workload(&mut self, words: Vec<Message>) -> Response {
        let Some(Running { workload, run, state, .. }) = self.running.take() else {
            return Response::default();
        };
        self.log.prepare(&self.state);
        self.state = state;
        let record = self.state.finish_run(&workload, run);
        let (role, weight) = (Role::Action(record.action()), record.turn_count);
        let input = Input::RunWorkload(record);
        let until = self.state.database.now();
        self.journal.note(&input, &role);
        self.log.keep(Entry { input, role, weight, until });
        self.changed();
        self.announce(words, true)
    }
}

/// Why a workload cannot be started.
pub(super) fn obstacle(workload: &Workload) -> Option<Message> {
    if workload.patterns.is_empty() {
        return Some(Message::plain("workload.empty"));
    }
    workload.patterns.iter().find_map(|pattern| {
        let error = pattern.template().err()?;
        let message = Message::plain("workload.fault").with("name", pattern.name.clone());
        Some(message.with("error", Argument::English(error.to_string().into())))
    })
}

/// A workload as the user sets it.
pub(super) fn plan_of(workload: &Workload) -> WorkloadPlan {
    let patterns = workload.patterns.iter().map(|pattern| PatternPlan {
        name: pattern.name.as_str().into(),
        operation: pattern.operation.as_str().into(),
        request: pattern.request.as_str().into(),
        points: pattern.rate.points.iter().map(|it| (it.second, it.per_second)).collect(),
    });
    let Workload { seed, seconds, retries, limits, .. } = *workload;
    let retries = retries.attempt_count_max > 1;
    let limits = limits != RunLimits::Off;
    WorkloadPlan { seed, seconds, patterns: patterns.collect(), retries, limits }
}

/// The workload that a person has set. Points are in the order of their seconds.
pub(super) fn workload_of(plan: &WorkloadPlan) -> Workload {
    let patterns = plan.patterns.iter().map(|pattern| AccessPattern {
        name: pattern.name.to_string(),
        operation: pattern.operation.to_string(),
        request: pattern.request.to_string(),
        rate: curve_of(&pattern.points),
    });
    let WorkloadPlan { seed, seconds, retries, limits, .. } = *plan;
    let seconds = seconds.clamp(1, SECONDS_MAX);
    let (retries, limits) = (retries_of(retries), limits_of(limits));
    Workload { seed, seconds, patterns: patterns.collect(), retries, limits }
}

/// The workload of a sandbox without settings: requests are limited and retried.
pub(super) fn usual() -> Workload {
    Workload { limits: limits_of(true), ..Workload::default() }
}

pub(super) fn retries_of(retries: bool) -> Retries {
    if retries { Retries::default() } else { Retries::NONE }
}

pub(super) fn limits_of(limits: bool) -> RunLimits {
    if limits { RunLimits::On } else { RunLimits::Off }
}

/// A curve through points.
pub(super) fn curve_of(points: &[(u64, u64)]) -> RateCurve {
    let point = |&(second, per_second)| RatePoint { second, per_second };
    let mut points: Vec<RatePoint> = points.iter().map(point).collect();
    points.sort_by_key(|it| it.second);
    RateCurve { points }
}
