//! The record of an operation.

use std::rc::Rc;

use engine::api::error::ApiError;
use engine::capacity::cost::{Consistency, read_units, write_units};
use engine::capacity::units::CapacityUnits;
use engine::clock::Timestamp;
use engine::event::{Event, Made};
use engine::model::bytes::Bytes;
use engine::model::name::{AttributeName, IndexName, TableName};
use engine::operation::{Access, Operation};
use engine::receipt::{Receipt, SqlRequests, UnitKind, steps, steps_of};
use engine::table::read::PAGE_SIZE;
use engine::table::write::accept::ITEM_SIZE_MAX;
use serde_json::Value;

use crate::sandbox::caller::Judged;
use crate::sandbox::mark::Change;
use crate::sandbox::program::ProgramRun;
use crate::sandbox::region::RegionArrival;
use crate::sandbox::request::Request;
use crate::sandbox::several::Several;
use crate::sandbox::stale::StaleRead;

/// Bytes of what is remembered of an operation that take a step. Model: they are copied.
const KEPT_BYTES_PER_STEP: u64 = 1_024;

/// Bytes that an item of a reply takes. Model: five attributes, as JSON in memory.
const REPLIED_ITEM_BYTES: u64 = 1_024;

/// What a request may find in a sandbox.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Extent {
    /// Bytes of all items.
    pub size: Bytes,
    /// Items of all tables.
    pub item_count: u64,
    /// Tables and indexes.
    pub store_count: u64,
}

/// The entries that were put into an index of a live table after it was added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backfill {
    pub table: TableName,
    pub index: IndexName,
    /// Entries put so far.
    pub entry_count: usize,
    /// What the index was charged for them.
    pub units: CapacityUnits,
    /// Whether the table was read to its end.
    pub is_complete: bool,
}

/// An operation that ran: what was sent, what came back, and what it cost.
#[derive(Debug, Clone)]
pub struct OperationRecord {
    /// Its number, from 1.
    pub number: u64,
    /// When it ran.
    pub at: Timestamp,
    /// The operation and request that were sent.
    pub request: Request,
    /// Who sent it, and what the policies said to it; `None` if the owner did.
    pub access: Option<Judged>,
    pub reply: Result<Value, ApiError>,
    /// The bill; of a rebuilt table or of several requests, one for each item.
    pub receipts: Vec<Receipt>,
    /// The item that was written, before and after.
    pub change: Option<Change>,
    /// Why items were not written that a rebuilt table or several requests leave out.
    pub rejections: Vec<ApiError>,
    /// What became of the items, if it was several requests. The request is then the first of them.
    pub several: Option<Several>,
    /// Of an operation that adds an index: what it was filled with since.
    pub backfill: Option<Backfill>,
    /// The records that it made in streams that programs read, and those that the programs behind it made.
    pub records: Vec<Made>,
    /// The programs that ran because of it.
    pub program_runs: Vec<ProgramRun>,
    /// Its writes that have arrived in other Regions.
    pub arrivals: Vec<RegionArrival>,
    /// Whether a turn of period tables sent it.
    pub of_series: bool,
    /// Whether it changed items or tables.
    pub wrote: bool,
    /// What happened in the database, in order.
    pub events: Rc<[Event]>,
    /// What was out of date, if it read a global index that was behind its table.
    pub stale: Option<StaleRead>,
}

/// What followed from an operation and was paid beside it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Behind {
    /// Write units of the programs that ran.
    pub programs: CapacityUnits,
    /// Whether the programs ran because of other operations, too.
    pub is_shared: bool,
    /// Write units of its writes in other Regions.
    pub regions: CapacityUnits,
}

impl OperationRecord {
    /// What followed from it so far.
    pub(crate) fn behind(&self) -> Behind {
        Behind {
            programs: self.program_runs.iter().map(|run| run.taken.written).sum(),
            is_shared: self.program_runs.iter().any(ProgramRun::is_shared),
            regions: self.arrivals.iter().filter_map(RegionArrival::units).sum(),
        }
    }

    /// A request of the owner and its reply, of which nothing else came. It has no number yet.
    pub(crate) fn new(at: Timestamp, request: Request, reply: Result<Value, ApiError>) -> Self {
        Self {
            number: 0,
            at,
            request,
            access: None,
            reply,
            receipts: Vec::new(),
            change: None,
            rejections: Vec::new(),
            several: None,
            backfill: None,
            records: Vec::new(),
            program_runs: Vec::new(),
            arrivals: Vec::new(),
            of_series: false,
            wrote: false,
            events: Rc::default(),
            stale: None,
        }
    }

    /// Enters a run of a program that it led to, beside the earlier runs of the program.
    pub(crate) fn add_run(&mut self, run: &ProgramRun) {
        match self.program_runs.iter_mut().find(|known| known.program == run.program) {
            Some(known) => {
                known.record_count += run.record_count;
                known.own_count += run.own_count;
                known.failure_count += run.failure_count;
                known.taken.add_all(&run.taken);
            }
            None => self.program_runs.push(run.clone()),
        }
    }
}

/// Memory that a value takes, about. Model: a member and a value are below a hundred bytes.
fn json_memory(json: &Value) -> Bytes {
    let within: Bytes = match json {
        Value::Null | Value::Bool(_) | Value::Number(_) => Bytes::ZERO,
        Value::String(text) => Bytes::from_length(text.len()),
        Value::Array(elements) => elements.iter().map(json_memory).sum(),
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| Bytes::from_length(name.len()) + json_memory(value))
            .sum(),
    };
    Bytes(96) + within
}

/// Steps of work that a request takes at most, about, before it is sent: see [`OperationRecord::steps`].
pub(crate) fn steps_of_request(request: &Request, extent: &Extent) -> u64 {
    let text_size = request.text.len() as u64;
    let access = Operation::from_name(&request.operation).map(Operation::access);
    let (units, item_count, size) = match access {
        Some(Access::ReadItems | Access::RunStatements) => {
            let size = extent.size.min(PAGE_SIZE);
            (read_units(size, Consistency::Strong), extent.item_count, size)
        }
        Some(Access::WriteItems) => {
            let size = extent.size.min(ITEM_SIZE_MAX);
            let units = write_units(size + Bytes(text_size)).halves();
            let all = units.saturating_mul(extent.store_count.max(1));
            (CapacityUnits::from_halves(all), 0, size)
        }
        Some(Access::ReadStream | Access::Describe | Access::ChangeTables) | None => {
            (CapacityUnits::ZERO, 0, Bytes::ZERO)
        }
    };
    let kept = text_size + size.0 + item_count.saturating_mul(REPLIED_ITEM_BYTES);
    steps_of(units, item_count, text_size) + kept / KEPT_BYTES_PER_STEP
}

impl OperationRecord {
    /// Names of the attributes that differ before and after, in ascending order.
    pub(crate) fn touched(&self) -> Vec<AttributeName> {
        self.change.as_ref().map(Change::touched).unwrap_or_default()
    }

    /// Memory that it takes, about.
    pub(crate) fn memory(&self) -> Bytes {
        let reply = self.reply.as_ref().map_or(Bytes::ZERO, json_memory);
        let events = self.events.iter().map(Event::memory).sum();
        Bytes::from_length(self.request.text.len()) + reply + events
    }

    /// Steps of work that it took: those of its requests, and one for each KB that is remembered of it.
    pub(crate) fn steps(&self) -> u64 {
        let text_size = self.request.text.len() as u64;
        let of_one = |receipt: &Receipt| steps(&receipt.arms, text_size);
        let requests: u64 = self.receipts.iter().map(of_one).sum();
        let rejected = self.rejections.iter().chain(self.reply.as_ref().err());
        let rejections: u64 = rejected.map(|error| 1 + error.steps()).sum();
        let rejections = rejections + self.reply.as_ref().map_or(0, ApiError::steps_in);
        requests + rejections + self.memory().0 / KEPT_BYTES_PER_STEP
    }

    /// All read units, or all write units.
    pub fn units(&self, kind: UnitKind) -> CapacityUnits {
        let backfill = self.backfill.iter().filter(|_| kind == UnitKind::Write);
        let receipts = self.receipts.iter().map(|receipt| receipt.units(kind));
        receipts.chain(backfill.map(|backfill| backfill.units)).sum()
    }

    /// Its requests to SQL tables.
    pub fn sql(&self) -> SqlRequests {
        self.receipts.iter().flat_map(|receipt| &receipt.arms).collect()
    }

    /// Whether it has a price: work on tables themselves has none.
    pub(crate) fn is_paid(&self) -> bool {
        let is_backfilled = self.backfill.as_ref().is_some_and(|backfill| backfill.entry_count > 0);
        is_backfilled || self.receipts.iter().any(|receipt| !receipt.arms.is_empty())
    }

    /// Whether it changes items or tables, or is paid for as though it did.
    pub(crate) fn is_write(&self) -> bool {
        let mut arms = self.receipts.iter().flat_map(|receipt| &receipt.arms);
        self.wrote || arms.any(|arm| arm.unit_kind() == UnitKind::Write)
    }

    pub fn is_throttled(&self) -> bool {
        matches!(self.reply, Err(ApiError::Throttled { .. }))
    }

    /// Whether it reads items.
    pub(crate) fn is_read(&self) -> bool {
        match Operation::from_name(&self.request.operation).map(Operation::access) {
            Some(Access::ReadItems) => true,
            Some(Access::RunStatements) => !self.is_write(),
            Some(
                Access::WriteItems | Access::ReadStream | Access::Describe | Access::ChangeTables,
            )
            | None => false,
        }
    }
}
