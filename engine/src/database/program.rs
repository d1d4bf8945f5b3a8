//! Programs: what runs when the stream of a table has records.
//!
//! Model: a program reads its stream four times a second, as Lambda does, and a batch takes until the next time.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::sync::Arc;

use crate::clock::Timestamp;
use crate::database::{Database, Task};
use crate::event::{EventKind, Invocation};
use crate::model::bytes::Bytes;
use crate::model::name::TableName;
use crate::receipt::{Arm, Receipt, Store, Taken};
use crate::schedule::Ticket;
use crate::table::stream::{Author, Stream, StreamId, StreamRecord, ViewType};

/// Milliseconds from one look at a stream to the next. Source: <https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html>
pub const POLL_MS: u64 = 250;

/// Milliseconds until a batch that failed is tried again. Model: Lambda's waits are not documented.
pub const RETRY_MS: u64 = 1_000;

/// How often programs may follow from each other until the last one is stopped. Model: as often as Lambda lets loops through
/// queues and topics run; it does not stop loops through tables.
pub const ROUNDS_MAX: u8 = 16;

/// Bytes of the records of one batch, unless it is a single record. Source: <https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-params.html>
const BATCH_BYTES_MAX: Bytes = Bytes(6 << 20);

/// A program that reads the stream of a table.
#[derive(Debug, Clone)]
pub struct Program {
    /// What people call it; no other program of the database has this name.
    pub name: String,
    /// The table whose stream it reads.
    pub table: TableName,
    /// How it is given records.
    pub batching: Batching,
    /// What it does with them.
    pub handler: Arc<dyn Handler>,
    /// The JSON from which `api::program` made it.
    pub(crate) definition: String,
}

/// How a program is given records. Source: <https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-params.html>
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Batching {
    /// Records of one batch at most.
    pub size: usize,
    /// How long records wait for others, in milliseconds, while a batch is not full.
    pub window_ms: u64,
    /// Batches that run at once.
    pub parallel: usize,
    /// How often a batch that failed is tried again before its records are dropped; until they are too old if `None`.
    pub retries: Option<u64>,
    /// Whether a batch that failed is divided, so that a record that always fails is found.
    pub bisects: bool,
}

/// What a program does with records.
pub trait Handler: fmt::Debug + Send + Sync {
    /// Whether the program is given a record. The others are left out of batches.
    fn accepts(&self, record: &StreamRecord, stream: &Stream, database: &Database) -> bool;

    /// Whether it sends requests for all records of a batch together.
    fn is_of_batches(&self) -> bool;

    /// Sends the requests for a batch, in order, up to the first that fails.
    fn run(&self, batch: &Batch, database: &mut Database) -> Handled;
}

/// Records that a program is given at once.
#[derive(Debug, Clone)]
pub struct Batch {
    /// The stream.
    pub stream: StreamId,
    /// What its records hold.
    pub view_type: ViewType,
    /// The records, in order.
    pub records: Vec<StreamRecord>,
}

/// What became of a batch.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Handled {
    /// What the requests cost.
    pub receipts: Vec<Receipt>,
    /// These requests as JSON.
    pub requests: Vec<String>,
    /// Steps of work that they took.
    pub steps: u64,
    /// What the program failed with. The requests before that were done.
    pub failure: Option<String>,
}

/// What a program did since it was attached to this database. A snapshot does not have it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// How often it ran to its end.
    pub run_count: u64,
    /// The records that it was given then.
    pub record_count: u64,
    /// How often it failed. The records are delivered again.
    pub failure_count: u64,
    /// The records that were lost: they were too old to be read, or failed as often as they may.
    pub lost_count: u64,
    /// What its requests took.
    pub taken: Taken,
    /// When it ran last.
    pub last: Timestamp,
    /// What it failed with when it ran last.
    pub failure: Option<String>,
}

/// A program, and how far it is.
#[derive(Debug, Clone)]
pub struct Attached {
    /// The program.
    pub program: Arc<Program>,
    /// Whether it was stopped because programs followed from each other too often.
    pub is_stopped: bool,
    /// What it did.
    pub tally: Tally,
    /// The stream that it reads.
    pub(crate) stream: Option<StreamId>,
    /// The numbers of the records that it has not read.
    pub(crate) waiting: VecDeque<u64>,
    /// Where the next batches end: the halves of those that failed, the nearest last.
    pub(crate) ends: Vec<u64>,
    /// When it ran last, and how many batches it was given at that moment.
    pub(crate) moment: (Timestamp, usize),
    /// How often the next batch has failed.
    pub(crate) failures: u64,
    /// Its task.
    pub(crate) ticket: Option<Ticket>,
}

impl Tally {
    fn add(&mut self, length: usize, receipts: &[Receipt], failure: Option<String>, at: Timestamp) {
        if failure.is_some() {
            self.failure_count += 1;
        } else {
            self.run_count += 1;
            self.record_count += length as u64;
        }
        for arm in receipts.iter().flat_map(|receipt| &receipt.arms) {
            self.taken.add(arm);
        }
        (self.last, self.failure) = (at, failure);
    }
}

impl Attached {
    /// A program that has read nothing.
    pub(crate) fn new(program: Program) -> Self {
        Self {
            program: Arc::new(program),
            is_stopped: false,
            tally: Tally::default(),
            stream: None,
            waiting: VecDeque::new(),
            ends: Vec::new(),
            moment: (Timestamp::default(), 0),
            failures: 0,
            ticket: None,
        }
    }

    /// Whether its next batch has failed before, and is tried again.
    pub fn is_retrying(&self) -> bool {
        self.failures > 0
    }

    /// How many records wait to be read.
    pub fn waiting_count(&self) -> usize {
        self.waiting.len()
    }

    /// How many records the next batch has.
    fn batch_length(&self) -> usize {
        let full = self.waiting.len().min(self.program.batching.size);
        match self.ends.last() {
            None => full,
            Some(end) => full.min(self.waiting.partition_point(|number| number < end)),
        }
    }

    /// Leaves the next records behind.
    fn pass(&mut self, count: usize) {
        self.waiting.drain(..count);
        self.failures = 0;
        let next = self.waiting.front().copied().unwrap_or(u64::MAX);
        while self.ends.pop_if(|end| *end <= next).is_some() {}
    }

    /// Leaves the next records behind, which it has not been able to read.
    fn lose(&mut self, count: usize) {
        self.tally.lost_count += count as u64;
        self.pass(count);
    }

    /// Decides what comes after a batch that failed: its halves, another try, or the records behind it.
    fn fail(&mut self, length: usize) {
        let Batching { retries, bisects, .. } = self.program.batching;
        if bisects && length > 1 {
            self.end_at(length);
            self.ends.push(self.waiting[length / 2]);
        } else if retries.is_some_and(|retries| self.failures >= retries) {
            self.lose(length);
        } else {
            // The same records are delivered again, and none that came meanwhile.
            self.end_at(length);
            self.failures += 1;
        }
    }

    /// Lets a batch end behind its first records.
    fn end_at(&mut self, length: usize) {
        let end = self.waiting[length - 1].saturating_add(1);
        if self.ends.last().is_none_or(|last| end < *last) {
            self.ends.push(end);
        }
    }
}

impl Database {
    /// The programs, in the order of their names.
    pub fn programs(&self) -> impl Iterator<Item = &Attached> {
        self.programs.values()
    }

    /// Attaches a program. It reads the records that are made from now on; one that takes the place of another of the same
    /// table goes on where that is.
    pub fn attach(&mut self, program: Program) {
        let before = self.programs.get(&program.name);
        let attached = match before.filter(|before| before.program.table == program.table) {
            Some(before) => {
                let stream = before.stream.as_ref().and_then(|id| self.streams.get(id));
                let accepts = |number: &u64| {
                    let record =
                        stream.and_then(|stream| stream.record_at(*number).zip(Some(stream)));
                    record.is_some_and(|(it, stream)| program.handler.accepts(it, stream, self))
                };
                let waiting = before.waiting.iter().copied().filter(accepts).collect();
                let (stream, tally) = (before.stream.clone(), before.tally.clone());
                Attached { tally, stream, waiting, ..Attached::new(program) }
            }
            None => Attached::new(program),
        };
        let name = attached.program.name.clone();
        if let Some(ticket) = self.programs.insert(name.clone(), attached).and_then(|it| it.ticket)
        {
            self.schedule.cancel(ticket);
        }
        self.schedule_invocation(&name, self.now);
    }

    /// Detaches a program. Returns whether there was one of this name.
    pub fn detach(&mut self, name: &str) -> bool {
        let Some(attached) = self.programs.remove(name) else { return false };
        if let Some(ticket) = attached.ticket {
            self.schedule.cancel(ticket);
        }
        true
    }

    /// Tells the programs of a table that its stream has another record.
    pub(super) fn announce_record(&mut self, id: &StreamId) {
        let Some(stream) = self.streams.get(id) else { return };
        let Some(record) = stream.records().last() else { return };
        let of_table = self.programs.values();
        let of_table = of_table.filter(|it| it.program.table == id.table && !it.is_stopped);
        let accepting = of_table.filter(|it| it.program.handler.accepts(record, stream, self));
        let names: Vec<String> = accepting.map(|it| it.program.name.clone()).collect();
        let (number, at) = (record.number, record.at);
        for name in names {
            let Some(attached) = self.programs.get_mut(&name) else { continue };
            if attached.stream.as_ref() != Some(id) {
                attached.stream = Some(id.clone());
                attached.waiting.clear();
                attached.ends.clear();
                attached.failures = 0;
            }
            attached.waiting.push_back(number);
            let is_full = attached.waiting.len() == attached.program.batching.size;
            if attached.waiting.len() == 1 || is_full {
                self.schedule_invocation(&name, at);
            }
        }
    }

    /// Takes out what programs and replicated writes took since the last time, by table and index.
    pub fn drain_background(&mut self) -> BTreeMap<(TableName, Store), Taken> {
        std::mem::take(&mut self.background)
    }

    /// Counts what was taken without a request of a client.
    pub(super) fn count_background<'a>(&mut self, arms: impl Iterator<Item = &'a Arm>) {
        for arm in arms {
            self.background.entry((arm.table.clone(), arm.store.clone())).or_default().add(arm);
        }
    }

    /// Gives a program its next batch. Returns how many steps that took.
    pub(super) fn invoke(&mut self, name: &str) -> u64 {
        let now = self.now;
        let Some(attached) = self.programs.get_mut(name) else { return 1 };
        attached.ticket = None;
        attached.moment = match attached.moment {
            (at, count) if at == now => (now, count + 1),
            _ => (now, 1),
        };
        let program = attached.program.clone();
        let Some(batch) = self.next_batch(name) else { return 1 };
        let length = batch.records.len();
        let round = batch
            .records
            .iter()
            .map(|record| record.author.round())
            .max()
            .unwrap_or_default()
            .saturating_add(1);
        if round > ROUNDS_MAX {
            self.stop_program(&program);
            return 1;
        }
        let ends = self.stream_ends();
        let writer = std::mem::replace(&mut self.writer, Author::Program { round });
        let Handled { receipts, steps, failure, .. } = program.handler.run(&batch, self);
        self.writer = writer;
        self.count_background(receipts.iter().flat_map(|receipt| &receipt.arms));
        if let Some(attached) = self.programs.get_mut(name) {
            attached.tally.add(length, &receipts, failure.clone(), now);
            match failure {
                Some(_) => attached.fail(length),
                None => attached.pass(length),
            }
        }
        let kind = EventKind::ProgramInvoked(Invocation {
            program: program.name.clone(),
            stream: batch.stream.label,
            records: batch.records.iter().map(|record| record.number).collect(),
            made: self.made_since(ends),
            receipts,
            failure,
        });
        self.recorder.record(now, &program.table, kind);
        self.schedule_invocation(name, now);
        1 + length as u64 + steps
    }

    /// Stops a program, which is given none of the records that wait.
    fn stop_program(&mut self, program: &Program) {
        if let Some(attached) = self.programs.get_mut(&program.name) {
            attached.is_stopped = true;
            attached.waiting.clear();
            attached.ends.clear();
        }
        let kind = EventKind::ProgramStopped { program: program.name.clone() };
        self.recorder.record(self.now, &program.table, kind);
    }

    /// The next batch of a program. Records that are too old to be read are lost.
    fn next_batch(&mut self, name: &str) -> Option<Batch> {
        let attached = self.programs.get_mut(name)?;
        let stream = self.streams.get(attached.stream.as_ref()?)?;
        let lost = attached.waiting.partition_point(|number| *number < stream.first_number());
        if lost > 0 {
            attached.lose(lost);
        }
        let length = attached.batch_length();
        let numbers = attached.waiting.iter().take(length);
        let mut size = Bytes::ZERO;
        let fits = |record: &&StreamRecord| {
            let is_first = size == Bytes::ZERO;
            size += record.size();
            is_first || size <= BATCH_BYTES_MAX
        };
        let records = numbers.filter_map(|number| stream.record_at(*number)).take_while(fits);
        let records: Vec<StreamRecord> = records.cloned().collect();
        (!records.is_empty()).then(|| Batch {
            stream: stream.id.clone(),
            view_type: stream.view_type,
            records,
        })
    }

    /// Schedules when a program is given its next batch: later than `after`, unless it is given several at one moment.
    pub(super) fn schedule_invocation(&mut self, name: &str, after: Timestamp) {
        let Some(attached) = self.programs.get_mut(name) else { return };
        if let Some(ticket) = attached.ticket.take() {
            self.schedule.cancel(ticket);
        }
        let stream = attached.stream.as_ref().and_then(|id| self.streams.get(id));
        let (Some(stream), Some(first), false) =
            (stream, attached.waiting.front(), attached.is_stopped)
        else {
            return;
        };
        let Batching { size, window_ms, .. } = attached.program.batching;
        let (moment, count) = attached.moment;
        let due = if attached.failures > 0 {
            after.after(RETRY_MS)
        } else if moment == after && (1..attached.program.batching.parallel).contains(&count) {
            let task = Task::Invoke { program: name.to_owned() };
            attached.ticket = Some(self.schedule.add(after, task));
            return;
        } else {
            let is_complete = attached.waiting.len() >= size || !attached.ends.is_empty();
            let since = stream.record_at(*first).map_or(after, |record| record.at);
            let complete_at = if is_complete { after } else { since.after(window_ms) };
            next_poll(after).max(complete_at)
        };
        // At the end of time nothing comes later.
        if due > after {
            let task = Task::Invoke { program: name.to_owned() };
            attached.ticket = Some(self.schedule.add(due, task));
        }
    }
}

/// The first moment after another at which streams are looked at.
fn next_poll(after: Timestamp) -> Timestamp {
    Timestamp((after.0 / POLL_MS).saturating_add(1).saturating_mul(POLL_MS))
}
