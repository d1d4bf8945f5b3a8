//! A workload under way, and what it leaves behind.
//!
//! A run works on a copy of the sandbox. In the log a whole run is one action: the workload and the number of its turns, which give the
//! same bytes when they are replayed.

use std::rc::Rc;

use engine::clock::Timestamp;
use engine::database::Database;
use engine::event::Event;
use engine::workload::Workload;
use engine::workload::result::RunResult;
use engine::workload::revision::{REVISION, digest};
use engine::workload::run::Run;

use crate::sandbox::budget::{Budget, RunLimit, steps_of_stores};
use crate::sandbox::mark::Marks;
use crate::sandbox::record::{Ran, RunEnd, RunRecord};
use crate::sandbox::state::State;
use crate::view::workload::WorkloadStage;

/// A workload under way.
#[derive(Debug)]
pub(crate) struct Running {
    pub workload: Rc<Workload>,
    pub run: Run,
    /// What the sandbox becomes.
    pub state: State,
    pub is_paused: bool,
    /// The run that it is to be, if it is made again.
    pub expected: Option<Rc<RunRecord>>,
    /// When it ends, if that is before its time is over.
    pub until: Option<Timestamp>,
}

impl Running {
    /// Its result so far.
    pub(crate) fn result(&self) -> &RunResult {
        self.run.result()
    }

    pub(crate) fn workload(&self) -> &Workload {
        &self.workload
    }

    /// The database in the middle of the run.
    pub(crate) fn database(&self) -> &Database {
        &self.state.database
    }

    /// The sandbox in the middle of the run.
    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    /// A run that is made again, on a copy of the sandbox.
    pub(crate) fn replay(record: Rc<RunRecord>, run: Run, state: State) -> Self {
        let workload = record.workload.clone();
        Self { workload, run, state, is_paused: false, expected: Some(record), until: None }
    }

    /// The run that it is to be, if it is made again.
    pub(crate) fn expected(&self) -> Option<&Rc<RunRecord>> {
        self.expected.as_ref()
    }

    /// How many turns it has taken.
    pub(crate) fn turn_count(&self) -> u64 {
        self.run.turn_count()
    }

    /// Takes turns; of a run that is made again, not more than it had. Returns why it has ended, if it has.
    pub(crate) fn step(&mut self, budget: &mut Budget) -> Option<RunEnd> {
        if let Some(until) = self.until {
            return self.state.take_run_turns_until(until, &mut self.run, budget);
        }
        let Some(record) = &self.expected else {
            return self.state.take_run_turns(&mut self.run, budget);
        };
        // A turn that has begun is counted, and has still to be taken.
        let begun = u64::from(self.run.is_within_turn());
        let left = record.turn_count.saturating_sub(self.run.turn_count()) + begun;
        let granted = budget.turn_count.min(left);
        let mut within = Budget { turn_count: granted, ..*budget };
        let end = self.state.take_run_turns(&mut self.run, &mut within);
        budget.turn_count -= granted - within.turn_count;
        budget.steps = within.steps;
        let is_repeated = self.run.turn_count() >= record.turn_count && !self.run.is_within_turn();
        match end {
            // A table of an earlier version of this page could have some items more.
            Some(RunEnd::Finished | RunEnd::Limited(RunLimit::Memory | RunLimit::Values)) => end,
            Some(_) | None => is_repeated.then_some(record.end),
        }
    }

    /// Whether it runs or is held.
    pub(crate) fn stage(&self) -> WorkloadStage {
        match self.is_paused {
            true => WorkloadStage::Paused,
            false => WorkloadStage::Running,
        }
    }
}

impl State {
    /// Goes on with a turn of a run, and takes those of period tables that are due after it. Returns whether the run goes on.
    pub(crate) fn step_run(&mut self, run: &mut Run, budget: &mut Budget) -> bool {
        let more = run.step_within(&mut self.database, 1, &mut budget.steps);
        if !run.is_within_turn() {
            budget.turn_count -= 1;
            budget.spend(steps_of_stores(&self.database));
            self.take_due_turns(budget);
        }
        more
    }

    /// Takes turns of a run. Returns why it has ended, if it has: its time is over, or a limit of the page is reached.
    pub(crate) fn take_run_turns(&mut self, run: &mut Run, budget: &mut Budget) -> Option<RunEnd> {
        while !budget.is_spent() {
            let more = self.step_run(run, budget);
            if run.is_within_turn() {
                return None;
            }
            if !more {
                return Some(RunEnd::Finished);
            }
            let limit = RunLimit::reached(&self.database, run, budget.values_beside);
            if let Some(limit) = limit {
                return Some(RunEnd::Limited(limit));
            }
        }
        None
    }

    /// Takes turns of a run that ends at a moment.
    fn take_run_turns_until(
        &mut self,
        until: Timestamp,
        run: &mut Run,
        budget: &mut Budget,
    ) -> Option<RunEnd> {
        while !budget.is_spent() {
            let mut turn = Budget { turn_count: 1, ..*budget };
            let end = self.take_run_turns(run, &mut turn);
            budget.turn_count -= 1 - turn.turn_count;
            budget.steps = turn.steps;
            let is_reached = self.database.now() >= until && !run.is_within_turn();
            if end.is_some() || is_reached {
                return end.or(Some(RunEnd::Stopped));
            }
        }
        None
    }

    /// Enters the result of a run, and returns it. Limits for the run only are removed.
    pub(crate) fn finish_run(&mut self, workload: &Rc<Workload>, run: Run, end: RunEnd) -> Rc<Ran> {
        let (turn_count, is_over) = (run.turn_count(), run.is_over());
        let result = run.finish(&mut self.database);
        let events: Rc<[Event]> = self.database.drain_events().into();
        self.marks = Marks::default();
        let record = Rc::new(RunRecord {
            workload: workload.clone(),
            turn_count,
            request_count: result.counts.issued,
            end: end.checked(is_over),
            second_count: result.seconds.len() as u64,
            revision: REVISION,
            digest: digest(&self.database, &result),
        });
        self.ledger.add_run(&result);
        self.note_backfills(&events);
        self.note_followers(&events);
        let operation_count = self.operation_count;
        let ran = Rc::new(Ran { record, result, operation_count, events });
        self.run = Some(ran.clone());
        ran
    }
}
