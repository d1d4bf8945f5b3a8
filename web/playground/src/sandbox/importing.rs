//! An import under way: items that are put into a table one after the other, as one input.
//!
//! It works on a copy of the sandbox, in slices between which the page is drawn. When it is over, the copy takes the place of the
//! sandbox; when it is cancelled, the copy is dropped and nothing was written. A trial is an import whose copy is always dropped.

use std::rc::Rc;

use engine::database::Database;
use engine::model::bytes::Bytes;

use crate::sandbox::budget::{Budget, RunLimit, fullness, steps_of_stores};
use crate::sandbox::import::ImportRecord;
use crate::sandbox::operation::OperationRecord;
use crate::sandbox::sending::Sent;
use crate::sandbox::several::SeveralKind;
use crate::sandbox::state::State;
use crate::view::import::TrialView;

/// An import under way.
#[derive(Debug)]
pub(crate) struct Import {
    record: Rc<ImportRecord>,
    /// What came back for the items that are done.
    sent: Sent,
}

/// An import, and the copy of the sandbox on which it works.
#[derive(Debug)]
pub(crate) struct Importing {
    pub import: Import,
    pub state: State,
    pub purpose: Purpose,
}

/// How far an import is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progress {
    /// Items are left.
    More,
    /// Every item was put, or rejected.
    Over,
    /// With the items that are done, the sandbox is beyond this limit.
    Full(RunLimit),
}

/// What an import is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To see what it would do.
    Try,
    /// To write the items.
    Write,
}

/// An import that was tried.
#[derive(Debug)]
pub(crate) struct Trial {
    pub record: Rc<ImportRecord>,
    /// What it would do, or the limit that the sandbox would be beyond.
    pub view: Result<Rc<TrialView>, RunLimit>,
}

impl Import {
    pub(crate) fn new(record: Rc<ImportRecord>) -> Self {
        Self { record, sent: Sent::default() }
    }

    /// Puts the next items.
    pub(crate) fn step(&mut self, database: &mut Database, budget: &mut Budget) -> Progress {
        let Self { record, sent } = self;
        while let Some(item) = record.items.get(sent.count) {
            if budget.is_spent() {
                return Progress::More;
            }
            let steps = sent.send(database, &record.table, &record.request(item));
            budget.turn_count -= 1;
            budget.spend(steps + steps_of_stores(database));
            if let Some(limit) = fullness(database, Bytes::ZERO, budget.values_beside) {
                return Progress::Full(limit);
            }
        }
        Progress::Over
    }

    /// The items.
    pub(crate) fn record(&self) -> &Rc<ImportRecord> {
        &self.record
    }

    /// What came back for the items that are done.
    pub(crate) fn sent(&self) -> &Sent {
        &self.sent
    }
}

impl State {
    /// Enters what an import did, and returns it.
    pub(crate) fn finish_import(&mut self, import: Import) -> Rc<OperationRecord> {
        let Import { record, sent } = import;
        let first = record.items.first().map(|item| record.request(item)).unwrap_or_default();
        self.finish_several(SeveralKind::Import, first, sent)
    }
}

impl Importing {
    /// How many items there are.
    pub(crate) fn item_count(&self) -> usize {
        self.import.record.items.len()
    }
}
