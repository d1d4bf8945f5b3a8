//! Workloads: the requests and their rates, the progress of a run, and its result.

use std::cmp::Reverse;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::view::first::First;
use crate::view::message::Message;
use crate::view::value::{Hue, Method, Text, Units};

/// Whether the result of a workload is shown, and its selected second.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WorkloadInterest {
    /// The selected second; the latest if `None`.
    pub second: Option<usize>,
}

/// The requests of a workload, as the user sets them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkloadPlan {
    /// Where chance begins.
    pub seed: u64,
    /// How long it lasts, in seconds of virtual time.
    pub seconds: u64,
    /// The access patterns.
    pub patterns: Vec<PatternPlan>,
    /// Whether clients send a throttled request again.
    pub retries: bool,
    /// Whether throughput is limited during the run.
    pub limits: bool,
    /// Whether the tables begin with all the burst that they can save, as after idle time.
    #[serde(default)]
    pub idle: bool,
}

/// An access pattern as the user writes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PatternPlan {
    /// What people call it.
    pub name: Text,
    /// The operation as DynamoDB names it.
    pub operation: Text,
    /// The request in DynamoDB's JSON, with placeholders.
    pub request: Text,
    /// How often it is sent: seconds, and requests a second from there on, with straight lines between.
    pub points: Vec<(u64, u64)>,
    /// Seconds in which the requests of the points are sent: 1, or more for what is not a whole number a second.
    #[serde(default = "one_second")]
    pub span: u64,
}

/// The span of a pattern that was stored before there were others.
fn one_second() -> u64 {
    1
}

/// The workload of the sandbox.
#[derive(Debug, Clone, PartialEq)]
pub struct WorkloadView {
    /// What would be sent.
    pub plan: Rc<WorkloadPlan>,
    /// How many requests that is.
    pub request_count: u64,
    /// The experiment that it is, by its name in the data; `None` if it is the access patterns.
    pub experiment: Option<Text>,
    /// How many access patterns there are, which are not sent while an experiment is chosen.
    pub own_count: u64,
    /// What is happening.
    pub stage: WorkloadStage,
    /// Why it cannot be started.
    pub obstacle: Option<Message>,
    /// Thousandths of the run that are over; `None` if nothing runs or ran.
    pub progress_permille: Option<u64>,
    /// The run, or the last one; `None` if it is not asked for.
    pub run: Option<Rc<RunView>>,
    /// Without a result: what ran before the sandbox was stored and opened again.
    pub earlier: Option<Message>,
}

/// What is happening with a workload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkloadStage {
    /// Nothing; there may be a result.
    Idle,
    Running,
    /// It is held.
    Paused,
}

/// The progress of a run, and its result so far.
#[derive(Debug, Clone, PartialEq)]
pub struct RunView {
    /// Seconds that it lasts.
    pub seconds: u64,
    /// Seconds of each column of its charts.
    pub column_seconds: u64,
    /// Columns that have begun: the length of all lists of columns.
    pub begun: usize,
    /// "1,000,000 requests in 60 s: 987,655 succeeded".
    pub summary: Message,
    /// What was sent: "On Orders: PutItem and GetItem. Seed 1."
    pub sent: Message,
    /// Further messages, most important first: whether limits were off, how many requests were throttled and why,
    /// what failed, what waits.
    pub remarks: Vec<Message>,
    /// The selected column.
    pub chosen: usize,
    /// Counts, each of the whole run and of the chosen column.
    pub counts: Vec<RunCount>,
    /// Tables in order of their names, each followed by its indexes.
    pub stores: Vec<RunStoreView>,
    /// The access patterns.
    pub patterns: Vec<RunPatternView>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct RunCount {
    pub name: Message,
    /// Whether attempts are counted, and not requests.
    pub is_attempt: bool,
    /// In the whole run.
    pub total: u64,
    /// In the chosen column.
    pub chosen: u64,
}

/// The units that a table or index served.
#[derive(Debug, Clone, PartialEq)]
pub struct RunStoreView {
    /// The table, or the table of the index.
    pub table: Text,
    pub name: Text,
    /// The index's hue.
    pub hue: Option<Hue>,
    /// Reads and writes, those that there were.
    pub flows: Vec<RunFlow>,
    /// Changes that waited for a global index at the end of each column; empty if none ever did.
    pub backlog: Vec<u64>,
    /// "50% of the changes arrived within 256 ms, 99% within 512 ms": of a global index.
    pub propagation: Option<Message>,
    /// How long changes took to reach a global index; empty for any other store.
    pub latency: Vec<LatencyBucket>,
}

/// The reads or writes of a store, column by column: of several seconds, those of the busiest.
#[derive(Debug, Clone, PartialEq)]
pub struct RunFlow {
    pub method: Method,
    /// Units, rounded up to whole ones.
    pub consumed: Vec<u64>,
    /// Units that throttled attempts asked for, rounded up to whole ones.
    pub throttled: Vec<u64>,
    /// Units that it may give in a second; empty if there is no limit.
    pub limit: Vec<u64>,
    /// The value at the top of its chart; not zero. All reads have the same, and all writes, but those that are far lower.
    pub max: u64,
    /// Units of the whole run.
    pub total: Units,
    /// Units of changes that had not reached a global index at the end.
    pub late: Units,
    /// The local indexes whose units these are too.
    pub locals: Vec<Text>,
    /// Attempts rejected in the whole run.
    pub throttled_total: u64,
    /// Units of the chosen column.
    pub chosen: Units,
    /// "Second 12: 1,000 used, 300 throttled, limit 1,000".
    pub said: Message,
}

/// Changes that took about as long to reach a global index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LatencyBucket {
    /// The shortest time, in milliseconds.
    pub from_ms: u64,
    /// The first time that is too long, in milliseconds.
    pub to_ms: u64,
    /// How many there were.
    pub count: u64,
}

/// The result of an access pattern.
#[derive(Debug, Clone, PartialEq)]
pub struct RunPatternView {
    /// What people call it.
    pub name: Text,
    /// Requests.
    pub issued: u64,
    /// Requests that were answered.
    pub succeeded: u64,
    /// Requests that were throttled at least once.
    pub throttled_requests: u64,
    /// Requests that were given up.
    pub lost: u64,
    /// Units that it was charged.
    pub price: Vec<(Method, Units)>,
    /// The first other errors of its requests, and how often each occurred; and how many requests had another one.
    pub rejections: First<(Text, u64)>,
}

impl RunFlow {
    /// The busiest of each so many columns, the first of several.
    pub fn busiest(&self, width: usize) -> Vec<usize> {
        busiest(&self.consumed, &self.throttled, width)
    }
}

/// The second of each so many in which most was asked for, the first of several.
pub(crate) fn busiest(consumed: &[u64], throttled: &[u64], width: usize) -> Vec<usize> {
    let asked = |second: usize| consumed[second] + throttled[second];
    let firsts = (0..consumed.len()).step_by(width);
    let columns = firsts.map(|first| first..(first + width).min(consumed.len()));
    columns.filter_map(|seconds| seconds.max_by_key(|it| (asked(*it), Reverse(*it)))).collect()
}

impl RunView {
    /// How many columns its charts have: those of the whole run, also while it is under way.
    pub fn column_count(&self) -> usize {
        let count = self.seconds.div_ceil(self.column_seconds.max(1));
        usize::try_from(count).unwrap_or_default().max(self.begun)
    }

    /// The first and the last second of a column.
    pub fn seconds_of(&self, column: usize) -> (u64, u64) {
        let first = column as u64 * self.column_seconds;
        (first, (first + self.column_seconds).min(self.seconds).saturating_sub(1).max(first))
    }
}
