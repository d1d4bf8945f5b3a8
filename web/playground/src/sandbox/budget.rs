//! What is done before the page is drawn again, and how much memory a sandbox may take.
//!
//! Limits of single numbers do not limit their products: a short link can ask for many requests of many bytes over many years. So
//! whatever can be long is counted in steps and in bytes while it runs, and not by the numbers that it names.

use engine::database::Database;
use engine::model::bytes::Bytes;
use engine::workload::run::Run;

use crate::sandbox::limit::VALUE_COUNT_MAX;
use crate::sandbox::workload::ITEM_COUNT_MAX;
use crate::view::message::{Argument, Message};

/// Steps that are taken before the page is drawn again. A step is a scheduled task, a row that a task looks at, or what a
/// request takes by [`engine::receipt::steps`]. Model: a slice then takes 0.1 s of an optimised
/// native program at most, as the test of budgets prints.
pub const SLICE_STEPS: u64 = 8_192;

/// Steps for each turn that is asked for. Model: most requests cost one or two units.
const STEPS_PER_TURN: u64 = 4;

/// Tables and indexes that are looked at in a step.
const STORES_PER_STEP: u64 = 64;

/// Rows that are copied or passed over in a step.
const ROWS_PER_STEP: u64 = 64;

/// Steps that weigh as much as an operation when they are made again. Model: a checkpoint of the log is worth it after a slice.
pub(crate) const STEPS_PER_OPERATION: u64 = 512;

/// Memory that one state of a sandbox may take, as [`Database::memory`] counts it. Model: room for the present state, the one that
/// is being made, a second design, and the states to which one can go back.
pub const DATABASE_MEMORY_MAX: Bytes = Bytes(256 << 20);

/// Memory that all states of a session may take, counted as if they shared nothing. Model: three quarters of what the program of a
/// page can address.
pub const SESSION_MEMORY_MAX: Bytes = Bytes(3 << 30);

/// Values that the items of all designs may have, so that a text with them can be opened again. What else is in it has the rest. Model:
/// tables, units of each store, 200 patterns with their points and items, and notes.
pub(crate) const ITEM_VALUE_COUNT_MAX: u64 = VALUE_COUNT_MAX as u64 - 64 * 1_024;

/// What may be done before the page is drawn again.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget {
    /// Turns of a workload that are left.
    pub turn_count: u64,
    /// Steps that are left.
    pub steps: u64,
    /// Values of the items of the other design, which are stored beside those that are added to.
    pub values_beside: u64,
}

impl Budget {
    /// So many turns of a workload, and the steps of one slice at most.
    pub(crate) fn of_turns(turn_count: u64) -> Self {
        let steps = turn_count.saturating_mul(STEPS_PER_TURN).min(SLICE_STEPS);
        Self { turn_count, steps, values_beside: 0 }
    }

    /// As much as one slice may take.
    pub(crate) fn slice() -> Self {
        Self { turn_count: u64::MAX, steps: SLICE_STEPS, values_beside: 0 }
    }

    /// Whatever it takes: for what has happened before, or happens without a page.
    pub(crate) fn unlimited() -> Self {
        Self { turn_count: u64::MAX, steps: u64::MAX, values_beside: 0 }
    }

    /// Takes steps. The last ones may be more than are left.
    pub(crate) fn spend(&mut self, steps: u64) {
        self.steps = self.steps.saturating_sub(steps);
    }

    /// Whether nothing is left.
    pub(crate) fn is_spent(&self) -> bool {
        self.steps == 0 || self.turn_count == 0
    }
}

/// A limit of the page at which a run ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunLimit {
    /// A table has as many items as a tab holds with ease.
    Items,
    /// The sandbox takes as much memory as one may.
    Memory,
    /// The items of all designs have more values than can be opened again.
    Values,
}

impl RunLimit {
    pub(crate) fn reached(database: &Database, run: &Run, values_beside: u64) -> Option<Self> {
        let is_long = database.tables().any(|table| table.items.count() > ITEM_COUNT_MAX);
        fullness(database, run.memory(), values_beside).or(is_long.then_some(Self::Items))
    }

    /// The limit in words, as a reason.
    pub(crate) fn words(self) -> Message {
        match self {
            Self::Items => {
                Message::plain("limit.items").with("count", Argument::Count(ITEM_COUNT_MAX as u64))
            }
            Self::Memory => {
                let limit = Argument::Size(DATABASE_MEMORY_MAX.0);
                Message::plain("limit.memory").with("limit", limit)
            }
            Self::Values => {
                let limit = Argument::Count(ITEM_VALUE_COUNT_MAX);
                Message::plain("limit.values").with("limit", limit)
            }
        }
    }
}

/// Why nothing can be added to a database: it takes as much memory as it may, together with something else that takes so much, or
/// its items have more values than can be opened again, together with those of another design.
pub(crate) fn fullness(database: &Database, other: Bytes, values_beside: u64) -> Option<RunLimit> {
    if database.memory() + other > DATABASE_MEMORY_MAX {
        return Some(RunLimit::Memory);
    }
    let value_count = database.value_count() + values_beside;
    (value_count > ITEM_VALUE_COUNT_MAX).then_some(RunLimit::Values)
}

/// Steps that it takes to copy a database, or to go through all of it: the images of items are shared.
pub(crate) fn steps_of_copy(database: &Database) -> u64 {
    let rows = database.tables().map(|table| {
        let entries = table.indexes.iter().map(|index| index.entries.count());
        table.items.count() + entries.sum::<usize>()
    });
    rows.sum::<usize>() as u64 / ROWS_PER_STEP
}

/// Steps that it takes to look at every table and index.
pub(crate) fn steps_of_stores(database: &Database) -> u64 {
    let stores = database.tables().map(|table| 1 + table.indexes.len() as u64);
    stores.sum::<u64>() / STORES_PER_STEP
}
