//! An import under way: items that are put into a table one after the other, as one input.
//!
//! It works on a copy of the sandbox, in slices between which the page is drawn. When it is over, the copy takes the place of the
//! sandbox; when it is cancelled, the copy is dropped and nothing was written. A trial is an import whose copy is always dropped.

use std::rc::Rc;

use engine::api::error::ApiError;
use engine::database::Database;
use engine::receipt::Receipt;
use engine::table::Table;
use serde_json::Value;

use crate::sandbox::import::{ImportRecord, ImportTally};
use crate::sandbox::mark::Marks;
use crate::sandbox::operation::OperationRecord;
use crate::sandbox::request::Request;
use crate::sandbox::state::State;
use crate::view::import::TrialView;

/// An import under way.
#[derive(Debug)]
pub(crate) struct Import {
    record: Rc<ImportRecord>,
    /// How many items are done.
    done: usize,
    tally: ImportTally,
    /// The items that were not written, by their positions, and why.
    rejections: Vec<(usize, ApiError)>,
    receipts: Vec<Receipt>,
    /// The reply to the first item that was written.
    reply: Option<Value>,
}

/// An import, and the copy of the sandbox on which it works.
#[derive(Debug)]
pub(crate) struct Importing {
    pub import: Import,
    pub state: State,
    pub purpose: Purpose,
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
    pub view: Rc<TrialView>,
}

/// Whether an item was not written only because of the throughput: at another moment it would be.
pub(crate) fn is_throttled(error: &ApiError) -> bool {
    matches!(error, ApiError::Throttled { .. })
}

impl Import {
    pub(crate) fn new(record: Rc<ImportRecord>) -> Self {
        let tally = ImportTally::default();
        let (rejections, receipts) = (Vec::new(), Vec::new());
        Self { record, done: 0, tally, rejections, receipts, reply: None }
    }

    /// Puts the next items. Returns whether more are left.
    pub(crate) fn step(&mut self, database: &mut Database, count: usize) -> bool {
        let record = Rc::clone(&self.record);
        for item in record.items.iter().skip(self.done).take(count) {
            self.put(database, &record.request(item));
            self.done += 1;
        }
        self.done < record.items.len()
    }

    fn put(&mut self, database: &mut Database, request: &str) {
        let name = Rc::clone(&self.record.table);
        let count_before = item_count(database, &name);
        let outcome = engine::api::execute(database, "PutItem", request);
        self.receipts.extend(outcome.receipt);
        match outcome.reply {
            Ok(reply) => {
                match item_count(database, &name) > count_before {
                    true => self.tally.new_count += 1,
                    false => self.tally.replaced_count += 1,
                }
                self.reply.get_or_insert(reply);
            }
            Err(error) => {
                self.tally.rejected_count += 1;
                self.tally.throttled_count += u64::from(is_throttled(&error));
                self.rejections.push((self.done, error));
            }
        }
    }

    /// The items.
    pub(crate) fn record(&self) -> &Rc<ImportRecord> {
        &self.record
    }

    /// How many items are done.
    pub(crate) fn done_count(&self) -> usize {
        self.done
    }

    /// What became of the items so far.
    pub(crate) fn tally(&self) -> ImportTally {
        self.tally
    }

    /// The items that were not written so far, by their positions, and why.
    pub(crate) fn rejections(&self) -> &[(usize, ApiError)] {
        &self.rejections
    }

    /// What they cost so far.
    pub(crate) fn receipts(&self) -> &[Receipt] {
        &self.receipts
    }
}

fn item_count(database: &Database, table: &str) -> usize {
    database.table(table).map_or(0, |table: &Table| table.items.count())
}

impl State {
    /// Imports items.
    pub(crate) fn run_import(&mut self, record: &Rc<ImportRecord>) -> Rc<OperationRecord> {
        let mut import = Import::new(Rc::clone(record));
        import.step(&mut self.database, usize::MAX);
        self.finish_import(import)
    }

    /// Enters what an import did, and returns it.
    pub(crate) fn finish_import(&mut self, import: Import) -> Rc<OperationRecord> {
        let Import { record, tally, rejections, receipts, reply, .. } = import;
        self.marks = Marks::default();
        let events = self.database.drain_events();
        self.mark_entries(&events);
        let first = record.items.first().map(|item| record.request(item)).unwrap_or_default();
        let mut rejections = rejections.into_iter().map(|(_, error)| error);
        // If nothing was written, the first rejection is the reply.
        let reply = match reply {
            Some(reply) => Ok(reply),
            None => match rejections.next() {
                Some(error) => Err(error),
                None => Ok(Value::Null),
            },
        };
        self.record(OperationRecord {
            backfill: None,
            number: 0,
            at: self.database.now(),
            request: Request::of_text("PutItem", &first),
            wrote: tally.written_count() > 0,
            reply,
            receipts,
            change: None,
            stale: None,
            rejections: rejections.collect(),
            import: Some(tally),
            events: events.into(),
        })
    }
}

impl Importing {
    /// How many items there are.
    pub(crate) fn item_count(&self) -> usize {
        self.import.record.items.len()
    }
}
