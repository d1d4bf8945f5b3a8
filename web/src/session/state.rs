//! The playground at one moment, and what an input makes of it.
//!
//! [`State::apply`] is a function of the state and the input alone, so a log of inputs is the whole history:
//! replaying it gives the same bytes.

use std::rc::Rc;

use engine::api::error::ApiError;
use engine::api::value::attribute_value_to_json;
use engine::capacity::units::CapacityUnits;
use engine::clock::Timestamp;
use engine::database::Database;
use engine::event::{Event, EventKind};
use engine::model::bytes::Bytes;
use engine::model::item::Item;
use engine::model::name::AttributeName;
use engine::operation::{Access, Operation};
use engine::receipt::{Receipt, UnitKind};
use engine::table::Table;
use serde_json::Value;

use crate::session::expiry::set_expiry_delay;
use crate::session::journal::run_of;
use crate::session::ledger::Ledger;
use crate::session::log::Fork;
use crate::session::mark::{Change, Marks};
use crate::session::plan::Plan;
use crate::session::rebuild::Rebuilt;
use crate::session::record::RunRecord;
use crate::session::share::document::Document;
use crate::session::share::envelope::Story;
use crate::session::throughput::{Settings, set_scaling};
use crate::session::workload::Ran;
use crate::view::design::TableDesign;
use crate::view::edit::ItemId;
use crate::view::throughput::{ScalingView, Setting};
use crate::view::value::{Mark, Text};
use crate::visible;

/// Room for an id, so that most are written without growing.
const ID_LENGTH_USUAL: usize = 96;

/// Operations that are remembered for the timeline and the receipts.
const OPERATION_COUNT_MAX: usize = 200;

/// The playground at one moment.
#[derive(Debug, Clone)]
pub(super) struct State {
    /// Tables and virtual time.
    pub database: Database,
    /// What the sandbox is called.
    pub title: Text,
    /// The plans for the tables.
    pub plan: Rc<Plan>,
    /// Units consumed since it was opened.
    pub ledger: Ledger,
    /// The latest operations, oldest first.
    pub operations: Vec<Rc<OperationRecord>>,
    /// What the last action did to items and entries.
    pub marks: Marks,
    /// The result of the last workload.
    pub run: Option<Rc<Ran>>,
    /// How many operations there have been.
    operation_count: u64,
    /// What led to the opened design, if a run did.
    story: Option<Rc<Story>>,
}

/// A request as it was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Request {
    /// DynamoDB's name of the operation.
    pub operation: Text,
    /// The JSON text.
    pub text: Text,
}

impl Request {
    /// Whether it is of this operation.
    pub(super) fn is_of(&self, operation: Operation) -> bool {
        *self.operation == *operation.name()
    }
}

/// Something that changes the state, as the log keeps it.
#[derive(Debug, Clone)]
pub(super) enum Input {
    /// A request.
    Call(Request),
    /// A table is dropped, created after a design, and its items are written back.
    Rebuild {
        /// The table.
        table: Text,
        /// Its design to be.
        design: Rc<TableDesign>,
    },
    /// Virtual time passes.
    Advance {
        /// How much.
        by_ms: u64,
    },
    /// The delay of global indexes changes.
    SetDelay {
        /// The delay.
        ms: u64,
    },
    /// The largest item collection changes.
    SetCollectionMax {
        /// Its size.
        bytes: u64,
    },
    /// Expired items stay longer or shorter.
    SetExpiryDelay {
        /// How long.
        ms: u64,
    },
    /// A workload ran.
    RunWorkload(Rc<RunRecord>),
    /// A number of the model of throughput changes.
    SetThroughput {
        /// Which.
        setting: Setting,
        /// What it becomes.
        value: u64,
    },
    /// Auto scaling of a table is switched on or off.
    SetScaling {
        /// The table.
        table: Text,
        /// How it does.
        scaling: Option<ScalingView>,
    },
    /// The sandbox gets another title.
    Rename(Text),
    /// Something else is planned with the tables.
    Plan(Rc<Plan>),
    /// Everything is as it was opened, clock and units included.
    Reset,
    /// The sandbox was stored and opened again: it has no pending changes and begins at time zero. Only shown, when a link says what led
    /// to a sandbox.
    Reopen,
    /// Everything is as it was at another moment of the log, and continues from there.
    Fork(Fork),
}

/// The result of an input.
#[derive(Debug, Clone)]
pub(super) enum Happened {
    /// An operation ran, or was refused.
    Operation(Rc<OperationRecord>),
    /// Time passed, and these changes arrived.
    Arrivals(Vec<Event>),
    /// A setting of the sandbox is changed.
    Setting,
}

/// An operation that ran: what was sent, what came back, and what it cost.
#[derive(Debug)]
pub(super) struct OperationRecord {
    /// Its number, from 1.
    pub number: u64,
    /// When it ran.
    pub at: Timestamp,
    /// The operation and request that were sent.
    pub request: Request,
    /// The reply.
    pub reply: Result<Value, ApiError>,
    /// The bill; of a rebuilt table, one for each item.
    pub receipts: Vec<Receipt>,
    /// The item that was written, before and after.
    pub change: Option<Change>,
    /// Items that a rebuilt table did not accept.
    pub refusals: Vec<ApiError>,
    /// Whether it changed items or tables.
    pub wrote: bool,
}

impl Happened {
    /// How many operations it contains, which is the cost of replaying it.
    pub(super) fn operation_count(&self) -> u64 {
        match self {
            Self::Operation(operation) => operation.receipts.len().max(1) as u64,
            Self::Setting => 1,
            Self::Arrivals(_) => 0,
        }
    }
}

impl State {
    /// A sandbox just opened: nothing consumed, nothing remembered.
    pub(super) fn new(database: Database, document: &Document) -> Self {
        Self {
            database,
            title: document.title.as_str().into(),
            plan: Rc::new(document.plan.clone()),
            ledger: Ledger::default(),
            operations: Vec::new(),
            marks: Marks::default(),
            run: None,
            operation_count: 0,
            story: None,
        }
    }

    /// What led to the opened design, if a run did.
    pub(super) fn story(&self) -> Option<&Story> {
        self.story.as_deref()
    }

    /// Sets what led to a design that was just opened.
    pub(super) fn set_story(&mut self, story: Option<Story>) {
        self.story = story.map(Rc::new);
    }

    /// The last run: of this session, or else of what led to the opened design.
    pub(super) fn last_run(&self) -> Option<Rc<RunRecord>> {
        match &self.run {
            Some(ran) => Some(ran.record.clone()),
            None => self.story()?.log.iter().rev().find_map(|line| run_of(line)),
        }
    }

    fn reopen(&mut self) {
        let document = self.document();
        *self = Self::new(document.load().database, &document);
    }

    /// Does what the input says. `opened` is what a reset returns to.
    pub(super) fn apply(&mut self, input: &Input, opened: &Self) -> Happened {
        match input {
            Input::Call(request) => return Happened::Operation(self.call(request)),
            Input::Rebuild { table, design } => {
                return Happened::Operation(self.rebuild(table, design));
            }
            Input::Advance { by_ms } => return Happened::Arrivals(self.advance(*by_ms)),
            Input::SetDelay { ms } => self.database.set_propagation_delay(*ms),
            Input::SetCollectionMax { bytes } => {
                self.database.set_collection_size_max(Bytes(*bytes));
            }
            Input::SetExpiryDelay { ms } => set_expiry_delay(&mut self.database, *ms),
            Input::RunWorkload(record) => self.run_workload(record),
            Input::SetThroughput { setting, value } => {
                let mut settings = Settings::of(&self.database);
                settings.set(*setting, *value);
                settings.put(&mut self.database);
                self.database.drain_events();
            }
            Input::SetScaling { table, scaling } => {
                set_scaling(&mut self.database, table, *scaling);
            }
            Input::Rename(title) => self.title = title.clone(),
            Input::Plan(plan) => self.plan = plan.clone(),
            Input::Reset => *self = opened.clone(),
            Input::Reopen => self.reopen(),
            Input::Fork(fork) => self.clone_from(&fork.state),
        }
        Happened::Setting
    }

    /// The sandbox at rest.
    pub(super) fn document(&self) -> Document {
        Document { plan: Plan::clone(&self.plan), ..Document::of(&self.database, &self.title) }
    }

    fn call(&mut self, request: &Request) -> Rc<OperationRecord> {
        self.marks = Marks::default();
        let at = self.database.now();
        let outcome = engine::api::execute(&mut self.database, &request.operation, &request.text);
        let events = self.database.drain_events();
        let change = events.iter().find_map(|event| self.change(event));
        self.marks.change.clone_from(&change);
        self.mark_entries(&events);
        let receipts = Vec::from_iter(outcome.receipt);
        self.record(OperationRecord {
            number: 0,
            at,
            request: request.clone(),
            reply: outcome.reply,
            receipts,
            change,
            refusals: Vec::new(),
            // The events of a change that UpdateTable starts come only later.
            wrote: events.iter().any(is_write) || request.is_of(Operation::UpdateTable),
        })
    }

    /// Replaces a table and writes its items back. If the design is refused, nothing has happened.
    fn rebuild(&mut self, name: &str, design: &TableDesign) -> Rc<OperationRecord> {
        self.marks = Marks::default();
        let rebuilt = Rebuilt::of(&self.database, name, design);
        if rebuilt.reply.is_ok() {
            self.database = rebuilt.database;
            self.database.drain_events();
        }
        self.record(OperationRecord {
            number: 0,
            at: self.database.now(),
            request: rebuilt.request,
            wrote: rebuilt.reply.is_ok(),
            reply: rebuilt.reply,
            receipts: rebuilt.receipts,
            change: None,
            refusals: rebuilt.refusals,
        })
    }

    fn advance(&mut self, by_ms: u64) -> Vec<Event> {
        self.database.advance_to(self.database.now().after(by_ms));
        let events = self.database.drain_events();
        for event in &events {
            if let EventKind::IndexBackfilled { index, units, .. } = &event.kind {
                self.ledger.add_backfill(&event.table, index, *units);
            }
        }
        self.mark_entries(&events);
        events
    }

    fn record(&mut self, operation: OperationRecord) -> Rc<OperationRecord> {
        self.operation_count += 1;
        let operation = Rc::new(OperationRecord { number: self.operation_count, ..operation });
        for receipt in &operation.receipts {
            self.ledger.add(receipt);
        }
        if self.operations.len() == OPERATION_COUNT_MAX {
            self.operations.remove(0);
        }
        self.operations.push(operation.clone());
        operation
    }

    fn change(&self, event: &Event) -> Option<Change> {
        let (old, new) = match &event.kind {
            EventKind::ItemWritten { old, new } => (old.clone(), Some(new.clone())),
            EventKind::ItemDeleted { old } | EventKind::ItemExpired { old } => {
                (Some(old.clone()), None)
            }
            EventKind::TimeToLiveEnabled { .. }
            | EventKind::TimeToLiveDisabled
            | EventKind::TableCreated
            | EventKind::TableDeleted
            | EventKind::TableUpdated
            | EventKind::IndexBackfillStarted { .. }
            | EventKind::IndexBackfilled { .. }
            | EventKind::IndexCreated { .. }
            | EventKind::IndexDropped { .. }
            | EventKind::ConditionFailed
            | EventKind::RequestThrottled { .. }
            | EventKind::PartitionSplit { .. }
            | EventKind::ThroughputScaled { .. }
            | EventKind::IndexEntrySkipped { .. }
            | EventKind::IndexChangeScheduled { .. }
            | EventKind::IndexEntryPut { .. }
            | EventKind::IndexEntryChanged { .. }
            | EventKind::IndexEntryMoved { .. }
            | EventKind::IndexEntryDeleted { .. } => return None,
        };
        let table = self.database.table(event.table.as_str())?;
        let item = item_id(table, new.as_ref().or(old.as_ref())?);
        Some(Change { table: event.table.clone(), item, old, new })
    }

    fn mark_entries(&mut self, events: &[Event]) {
        for event in events {
            let (index, image, mark) = match &event.kind {
                EventKind::IndexEntryPut { index, image } => (index, image, Mark::Added),
                EventKind::IndexEntryChanged { index, image } => (index, image, Mark::Changed),
                EventKind::IndexEntryMoved { index, image } => (index, image, Mark::Moved),
                EventKind::IndexEntryDeleted { index, image } => (index, image, Mark::Removed),
                EventKind::TableCreated
                | EventKind::TableDeleted
                | EventKind::TableUpdated
                | EventKind::IndexBackfillStarted { .. }
                | EventKind::IndexBackfilled { .. }
                | EventKind::IndexCreated { .. }
                | EventKind::IndexDropped { .. }
                | EventKind::ItemWritten { .. }
                | EventKind::ItemDeleted { .. }
                | EventKind::ItemExpired { .. }
                | EventKind::TimeToLiveEnabled { .. }
                | EventKind::TimeToLiveDisabled
                | EventKind::ConditionFailed
                | EventKind::RequestThrottled { .. }
                | EventKind::PartitionSplit { .. }
                | EventKind::ThroughputScaled { .. }
                | EventKind::IndexEntrySkipped { .. }
                | EventKind::IndexChangeScheduled { .. } => continue,
            };
            let Some(table) = self.database.table(event.table.as_str()) else { continue };
            let item = item_id(table, image);
            self.marks.entries.insert((event.table.clone(), index.clone(), item), mark);
        }
    }
}

impl Request {
    /// A request from its JSON, indented as it is shown, with hidden characters as escapes.
    pub(super) fn new(operation: &str, json: &Value) -> Self {
        Self { operation: operation.into(), text: visible::json(&format!("{json:#}")).into() }
    }
}

impl OperationRecord {
    /// Names of the attributes that differ before and after, in ascending order.
    pub(super) fn touched(&self) -> Vec<AttributeName> {
        self.change.as_ref().map(Change::touched).unwrap_or_default()
    }

    /// All read units, or all write units.
    pub(super) fn units(&self, kind: UnitKind) -> CapacityUnits {
        self.receipts.iter().map(|receipt| receipt.units(kind)).sum()
    }

    /// Whether it has a price: work on tables themselves has none.
    pub(super) fn is_paid(&self) -> bool {
        self.receipts.iter().any(|receipt| !receipt.arms.is_empty())
    }

    /// Whether it changes items or tables, or is paid for as though it did.
    pub(super) fn is_write(&self) -> bool {
        let mut arms = self.receipts.iter().flat_map(|receipt| &receipt.arms);
        self.wrote || arms.any(|arm| arm.unit_kind() == UnitKind::Write)
    }

    /// Whether it was throttled.
    pub(super) fn is_throttled(&self) -> bool {
        matches!(self.reply, Err(ApiError::Throttled { .. }))
    }

    /// Whether it reads items.
    pub(super) fn is_read(&self) -> bool {
        let operation = Operation::from_name(&self.request.operation);
        operation.map(Operation::access) == Some(Access::ReadItems)
    }
}

/// Whether an event is a change of items or tables.
fn is_write(event: &Event) -> bool {
    match event.kind {
        EventKind::TableCreated
        | EventKind::TableDeleted
        | EventKind::TableUpdated
        | EventKind::IndexBackfillStarted { .. }
        | EventKind::IndexBackfilled { .. }
        | EventKind::IndexCreated { .. }
        | EventKind::IndexDropped { .. }
        | EventKind::ItemWritten { .. }
        | EventKind::ItemDeleted { .. }
        | EventKind::ItemExpired { .. }
        | EventKind::TimeToLiveEnabled { .. }
        | EventKind::TimeToLiveDisabled => true,
        EventKind::ConditionFailed
        | EventKind::RequestThrottled { .. }
        | EventKind::PartitionSplit { .. }
        | EventKind::ThroughputScaled { .. }
        | EventKind::IndexEntrySkipped { .. }
        | EventKind::IndexChangeScheduled { .. }
        | EventKind::IndexEntryPut { .. }
        | EventKind::IndexEntryChanged { .. }
        | EventKind::IndexEntryMoved { .. }
        | EventKind::IndexEntryDeleted { .. } => false,
    }
}

/// The primary key of an item as canonical JSON.
pub(super) fn item_id(table: &Table, item: &Item) -> ItemId {
    let mut attributes: Vec<&AttributeName> =
        table.schema.key.attributes().map(|attribute| &attribute.name).collect();
    attributes.sort();
    let mut id = String::with_capacity(ID_LENGTH_USUAL);
    for name in attributes {
        let value = item.get(name).map(attribute_value_to_json);
        id.push(if id.is_empty() { '{' } else { ',' });
        id.push_str(&Value::from(name.as_str()).to_string());
        id.push(':');
        id.push_str(&value.unwrap_or_default().to_string());
    }
    id.push('}');
    ItemId(id.into())
}
