//! Two designs side by side: the one that waits beside the one that is shown, and a workload on both.

use std::rc::Rc;

use engine::database::Database;
use engine::workload::Workload;
use engine::workload::run::Run;

use crate::sandbox::log::InputLog;
use crate::sandbox::state::State;
use crate::sandbox::workload::ITEM_COUNT_MAX;
use crate::view::compare::{ComparisonGroup, Letter};
use crate::view::message::Message;

/// A design that waits beside the one that is shown.
#[derive(Debug)]
pub(crate) struct Pair {
    /// Which one is shown.
    pub letter: Letter,
    pub state: State,
    pub log: InputLog,
    pub comparison: Option<Comparison>,
}

impl Pair {
    /// A design that was opened, beside the one that is shown.
    pub(crate) fn new(letter: Letter, state: State) -> Self {
        let log = InputLog::new(state.clone());
        Self { letter, state, log, comparison: None }
    }
}

/// A workload on both designs.
#[derive(Debug)]
pub(crate) enum Comparison {
    Running(Box<Trial>),
    /// The result, and how much had been done to the designs by then.
    Over {
        words: Message,
        groups: Vec<ComparisonGroup>,
        change_count: u64,
    },
}

/// A workload under way.
#[derive(Debug)]
pub(crate) struct Trial {
    pub workload: Rc<Workload>,
    pub sides: [Side; 2],
}

/// What a workload makes of a copy of a design.
#[derive(Debug)]
pub(crate) struct Side {
    pub database: Database,
    pub run: Run,
}

impl Side {
    pub(crate) fn new(state: &State, workload: &Workload) -> Self {
        let mut database = state.database.clone();
        let run = Run::new(workload, &mut database).expect("there is no obstacle");
        Self { database, run }
    }

    /// Takes a number of turns. Returns whether there are more.
    pub(crate) fn step(&mut self, turn_count: u64) -> bool {
        let is_full = self.database.tables().any(|table| table.items.count() > ITEM_COUNT_MAX);
        let more = !is_full && self.run.step(&mut self.database, turn_count);
        self.database.drain_events();
        more
    }

    /// Lets pending changes of indexes arrive.
    pub(crate) fn catch_up(&mut self) {
        let lags = |database: &Database| {
            let mut indexes = database.tables().flat_map(|table| &table.indexes);
            indexes.any(|index| index.pending_count() > 0)
        };
        while let (true, Some(due)) = (lags(&self.database), self.database.next_due()) {
            self.database.advance_to(due);
        }
        self.database.drain_events();
    }
}
