//! The playground at one moment.

use std::borrow::Cow;
use std::rc::Rc;

use engine::api::access::Caller;
use engine::database::{Database, Task};
use engine::model::bytes::Bytes;
use engine::table::Table;

use crate::sandbox::document::Document;
use crate::sandbox::entity::Entities;
use crate::sandbox::ledger::Ledger;
use crate::sandbox::mark::Marks;
use crate::sandbox::operation::OperationRecord;
use crate::sandbox::plan::Plan;
use crate::sandbox::record::Ran;
use crate::sandbox::series::{Turns, begin};
use crate::sandbox::story::Story;
use crate::view::caller;
use crate::view::value::Text;

/// The playground at one moment.
#[derive(Debug, Clone)]
pub(crate) struct State {
    /// Tables and virtual time.
    pub database: Database,
    /// What the sandbox is called.
    pub title: Text,
    /// The plans for the tables.
    pub plan: Rc<Plan>,
    /// Units consumed, and those before it was opened if it is stored work.
    pub ledger: Ledger,
    /// The latest operations, oldest first.
    pub operations: Vec<Rc<OperationRecord>>,
    /// The memory that each of them takes.
    pub operation_memory: Vec<Bytes>,
    /// What the last action did to items and entries.
    pub marks: Marks,
    /// The result of the last workload.
    pub run: Option<Rc<Ran>>,
    /// How many operations there have been.
    pub operation_count: u64,
    /// What led to the opened design, if a run did.
    pub story: Option<Rc<Story>>,
    /// How far the period tables of the plan are, in its order.
    pub turns: Vec<Turns>,
}

impl State {
    /// A sandbox just opened: nothing consumed, nothing remembered.
    pub(crate) fn new(mut database: Database, document: &Document) -> Self {
        document.plan.put(&mut database);
        let turns = begin(&document.plan.series, database.now());
        Self {
            turns,
            database,
            title: document.title.as_str().into(),
            plan: Rc::new(document.plan.clone()),
            ledger: Ledger::default(),
            operations: Vec::new(),
            operation_memory: Vec::new(),
            marks: Marks::default(),
            run: None,
            operation_count: 0,
            story: None,
        }
    }

    /// The last run, unless there was an operation since.
    pub(crate) fn run_at_last(&self) -> Option<&Ran> {
        self.run.as_deref().filter(|run| run.operation_count == self.operation_count)
    }

    /// Memory that tables and remembered operations take.
    pub(crate) fn memory(&self) -> Bytes {
        self.database.memory() + self.operation_memory.iter().copied().sum()
    }

    /// Who sends requests; `None` if the owner does.
    pub(crate) fn caller(&self) -> Option<Caller> {
        self.plan.sending_caller().map(caller::Caller::read)
    }

    /// The entities of a table.
    pub(crate) fn entities(&self, table: &Table) -> Entities {
        Entities::of(self.plan.entities_of(table.schema.name.short()))
    }

    /// What led to the opened design, if a run did.
    pub(crate) fn story(&self) -> Option<&Story> {
        self.story.as_deref()
    }

    /// Sets what led to a design that was just opened.
    pub(crate) fn set_story(&mut self, story: Option<Story>) {
        self.story = story.map(Rc::new);
    }

    /// Whether the replies to requests depend on what a document does not store: how much throughput is left, that an index is
    /// being made or deleted, that a write travels to another Region, that the token of a transaction is remembered, or when
    /// programs run or period tables have their turn. A sandbox that is opened has the throughput of one second, and all of its
    /// indexes are ready.
    pub(crate) fn depends_on_unstored(&self) -> bool {
        let mut indexes = self.database.tables().flat_map(|table| &table.indexes);
        let is_limited = self.database.config().throughput.is_enforced;
        let is_unstored = |task: &Task| {
            matches!(task, Task::Replicate { .. } | Task::Confirm { .. } | Task::ForgetToken { .. })
        };
        is_limited
            || self.database.pending().any(|(_, task)| is_unstored(task))
            || self.database.waiting_writes().next().is_some()
            || indexes.any(|index| !index.status.is_ready())
            || self.database.programs().next().is_some()
            || !self.turns.is_empty()
    }

    /// The sandbox as a document has it: see [`Database::come_to_rest`]. What that takes is charged.
    pub(crate) fn at_rest(&self) -> Cow<'_, Self> {
        if self.database.is_at_rest() {
            return Cow::Borrowed(self);
        }
        let mut rest = self.clone();
        rest.database.come_to_rest();
        let events = rest.database.drain_events();
        rest.note_backfills(&events);
        rest.note_followers(&events);
        Cow::Owned(rest)
    }

    /// The sandbox at rest.
    pub(crate) fn document(&self) -> Document {
        let rest = self.at_rest();
        Document { plan: Plan::clone(&rest.plan), ..Document::of(&rest.database, &rest.title) }
    }
}
