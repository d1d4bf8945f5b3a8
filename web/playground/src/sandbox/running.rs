//! A workload under way, and what it leaves behind.
//!
//! A run works on a copy of the sandbox. In the log a whole run is one action: the workload and the number of its turns, which give the
//! same bytes when they are replayed.

use std::rc::Rc;

use engine::database::Database;
use engine::event::Event;
use engine::workload::Workload;
use engine::workload::result::RunResult;
use engine::workload::revision::{REVISION, digest};
use engine::workload::run::Run;

use crate::sandbox::mark::Marks;
use crate::sandbox::outcome::{Outcome, RunEnd};
use crate::sandbox::record::{Ran, RunRecord};
use crate::sandbox::state::State;
use crate::sandbox::workload::ITEM_COUNT_MAX;
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
}

impl Running {
    /// Its result so far.
    pub(crate) fn result(&self) -> &RunResult {
        self.run.result()
    }

    /// The workload.
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
        Self { workload, run, state, is_paused: false, expected: Some(record) }
    }

    /// The run that it is to be, if it is made again.
    pub(crate) fn expected(&self) -> Option<&Rc<RunRecord>> {
        self.expected.as_ref()
    }

    /// How many turns it has taken.
    pub(crate) fn turn_count(&self) -> u64 {
        self.run.turn_count()
    }

    /// Takes a number of turns of a run that is repeated, but not more than it had. Returns whether it has ended.
    pub(crate) fn step(&mut self, turn_count: u64) -> bool {
        let whole = self.expected.as_ref().map_or(u64::MAX, |record| record.turn_count);
        let left = whole.saturating_sub(self.run.turn_count());
        let more = self.run.step(&mut self.state.database, turn_count.min(left));
        !more || self.is_full() || left <= turn_count
    }

    /// Whether a table has more items than a tab holds with ease.
    pub(crate) fn is_full(&self) -> bool {
        self.database().tables().any(|table| table.items.count() > ITEM_COUNT_MAX)
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
    /// Makes a run again that is in the log.
    pub(crate) fn run_workload(&mut self, record: &RunRecord) -> Outcome {
        let mut run = Run::new(&record.workload, &mut self.database)
            .expect("only a workload that could be started is in the log");
        run.step(&mut self.database, record.turn_count);
        let run = self.finish_run(&record.workload, run);
        Outcome::RunEnded { run, cause: RunEnd::Replayed }
    }

    /// Enters the result of a run, and returns it. Limits for the run only are removed.
    pub(crate) fn finish_run(&mut self, workload: &Rc<Workload>, run: Run) -> Rc<Ran> {
        let turn_count = run.turn_count();
        let result = run.finish(&mut self.database);
        let events: Rc<[Event]> = self.database.drain_events().into();
        self.marks = Marks::default();
        let record = Rc::new(RunRecord {
            workload: workload.clone(),
            turn_count,
            request_count: result.counts.issued,
            revision: REVISION,
            digest: digest(&self.database, &result),
        });
        self.ledger.add_run(&result);
        self.note_backfills(&events);
        let operation_count = self.operation_count;
        let ran = Rc::new(Ran { record, result, operation_count, events });
        self.run = Some(ran.clone());
        ran
    }
}
