//! Zone E: what an operation was, what it cost, and why.

use std::rc::Rc;

use crate::view::draft::FaultView;
use crate::view::edit::ItemId;
use crate::view::entity::EntityTag;
use crate::view::first::First;
use crate::view::message::Message;
use crate::view::table::ValueView;
use crate::view::value::{Hue, Method, OperationOutcome, SqlUse, Text, Units};

/// One operation, explained. All parts are empty before the first operation.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WhyView {
    /// Its number in the timeline.
    pub operation: Option<u64>,
    /// Charged, free or rejected.
    pub outcome: Option<OperationOutcome>,
    /// Whether it is the last one.
    pub latest: bool,
    /// The bill.
    pub receipt: Option<Rc<ReceiptView>>,
    /// What the policies of the caller said to it, a sentence for each thing that it does.
    pub access: Vec<Message>,
    /// The programs that ran because of it and its arrivals in other Regions, with what they took.
    pub followers: Vec<Message>,
    /// Why it was rejected.
    pub fault: Option<Rc<FaultView>>,
    /// What a query, scan or get found. It stays when a write follows.
    pub result: Option<Rc<ResultView>>,
    /// Whether that is the result of this operation.
    pub is_read: bool,
    /// What to try next; at most three.
    pub suggestions: Vec<Suggestion>,
    /// The run of a workload since, if it is the last one.
    pub run_since: Option<Message>,
}

/// One operation for an audience.
#[derive(Debug, Clone, PartialEq)]
pub struct SpokenView {
    /// "Removing OrderOpenDate from O-1003 cost 5 write units: 4 for Orders and 1 for OpenOrders."
    pub sentence: Message,
    /// The table that it was about, if it is still there.
    pub table: Option<Text>,
    /// The item that it wrote, if it wrote one.
    pub item: Option<ItemId>,
    /// The first index that it read or changed, if it did.
    pub index: Option<Text>,
}

/// Something to try next.
#[derive(Debug, Clone, PartialEq)]
pub struct Suggestion {
    /// "Put it back".
    pub words: Message,
    /// What it does.
    pub step: NextStep,
}

/// What a suggestion does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NextStep {
    /// Send a request.
    Send {
        operation: Text,
        /// The request's JSON.
        request: Text,
    },
    /// Pause the clock, and read an index while it is behind its table.
    ReadStale {
        operation: Text,
        /// The request's JSON.
        request: Text,
    },
    /// Open the query form on the first global index.
    QueryIndex,
    /// Open the scan form on the table.
    ScanTable,
    /// Open the design of the table.
    OpenDesign,
}

/// A bill, line by line.
#[derive(Debug, Clone, PartialEq)]
pub struct ReceiptView {
    /// "UpdateItem".
    pub operation: Text,
    /// Of several requests: how many there were, what became of the items, and which were rejected.
    pub several: Vec<Message>,
    /// The entity of the item that was written.
    pub entity: Option<EntityTag>,
    /// What it was done to, and how: "C1 / O-1003", "REMOVE OrderOpenDate".
    pub subject: Vec<Text>,
    /// What it is paid in.
    pub method: Method,
    /// The price in all.
    pub total: Units,
    /// What followed from it: "and 3 behind it".
    pub behind: Vec<Message>,
    /// Requests to SQL tables.
    pub sql: SqlUse,
    /// The table first, then each index.
    pub lines: Vec<ReceiptLine>,
    /// The rule behind it, in a sentence or two.
    pub rule: Option<Message>,
}

/// One store's part of the bill.
#[derive(Debug, Clone, PartialEq)]
pub struct ReceiptLine {
    /// How much.
    pub units: Units,
    /// "OpenOrders, delete the entry".
    pub words: Message,
    /// The index's hue.
    pub hue: Option<Hue>,
    /// "entry 55 B ÷ 1,024 = 0.05 → 1".
    pub arithmetic: Vec<Message>,
}

/// What was sent and what came back.
#[derive(Debug, Clone, PartialEq)]
pub struct ExchangeView {
    /// "UpdateItem".
    pub operation: Text,
    /// The request, as indented JSON.
    pub request: Text,
    /// The reply or the error, as indented JSON.
    pub reply: Text,
    /// How many requests were sent, of which this is the first.
    pub several_count: Option<u64>,
}

/// What a read found.
#[derive(Debug, Clone, PartialEq)]
pub struct ResultView {
    /// "Query".
    pub operation: Text,
    /// Table or index.
    pub source: Text,
    /// The index's hue.
    pub hue: Option<Hue>,
    /// Attribute names, keys first.
    pub columns: Vec<Text>,
    /// Items found, in order.
    pub rows: First<ResultRow>,
    /// Whether only their number was requested, so that there are no rows.
    pub only_counts: bool,
    pub count: u64,
    /// "ScannedCount", which only a query or scan returns.
    pub scanned_count: Option<u64>,
    /// The price.
    pub total: Units,
    /// Requests to SQL tables.
    pub sql: SqlUse,
    /// The request for the next page, as indented JSON, if a LastEvaluatedKey came back.
    pub next: Option<Text>,
    /// Why it is out of date, if it is: "as of 12.40 s: OpenOrders catches up in 0.2 s".
    pub stale: Option<StaleResult>,
    /// The read of an index before this one, which was out of date, if this one is strongly consistent.
    pub beside: Option<Rc<Self>>,
}

/// That a result is out of date, because the index was behind its table.
#[derive(Debug, Clone, PartialEq)]
pub struct StaleResult {
    /// "As of 12.40 s. OpenOrders was behind its table".
    pub words: Message,
    /// The same read once more, if nothing was done since.
    pub again: Option<ReadAgain>,
    /// A strongly consistent read of what is out of date, if nothing was done since.
    pub strong: Option<OfferedRead>,
}

/// A read that one press sends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferedRead {
    /// The operation: "Query".
    pub operation: Text,
    /// The request's JSON.
    pub request: Text,
    /// The price.
    pub units: Units,
}

/// A read that is repeated when its index has caught up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadAgain {
    /// The request's JSON.
    pub request: Text,
    /// The virtual time at which the index has caught up.
    pub at_ms: u64,
    /// Whether that time has come.
    pub is_due: bool,
    /// The price.
    pub units: Units,
}

/// What is out of date in a row of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StaleRow {
    /// The table no longer has the item.
    Deleted,
    /// The table has the item, which no longer belongs in the index.
    NoLongerIndexed,
    /// The item has other values, or another key in the index.
    OldValue,
    /// The row was not returned: its entry is not in the index yet.
    NotYetIndexed,
}

/// An item found.
#[derive(Debug, Clone, PartialEq)]
pub struct ResultRow {
    /// The item, if the row identifies it.
    pub item: Option<ItemId>,
    /// A value for each column; `None` where the row has no such attribute.
    pub values: Vec<Option<ValueView>>,
    /// What is out of date in it.
    pub stale: Option<StaleRow>,
}
