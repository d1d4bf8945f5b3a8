//! What comes behind a request and is paid, too: its writes that arrive in other Regions, and the requests of programs that read the
//! records of these writes.
//!
//! A program is given one record at a time. What it sends once for each batch counts for batches of as many records as one shard has
//! when it is read, if the pattern is the only one that writes there. More shards have more batches, so that it is the least.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use engine::capacity::units::CapacityUnits;
use engine::database::Database;
use engine::database::program::{Batch, Handled, POLL_MS, Program, ROUNDS_MAX};
use engine::model::name::TableName;
use engine::operation::{Access, Operation};
use engine::receipt::{Arm, Reason, Receipt, Store, UnitKind};
use engine::table::stream::{Author, Stream, StreamId, StreamRecord};
use engine::workload::rate::RateCurve;

use crate::analysis::demand::{KINDS, Load};
use crate::view::value::Text;

/// Items of tables that are copied to see what programs do for the requests of a pattern. Model: some ten milliseconds.
const COPIED_COUNT_MAX: usize = 20_000;

/// How many of them take as long as a record that a program is given. Model: it is written as JSON, and requests are made of it.
const ITEMS_OF_RECORD: usize = 10;

/// Of how many different requests of a pattern that is seen at least.
const SEEN_COUNT_MIN: usize = 5;

/// Records that programs are given for the requests of a pattern, and how many more for each request. Model: some hundred
/// milliseconds, if a program makes several records of each.
const GIVEN_COUNT_MAX: usize = 1_000;
const GIVEN_OF_REQUEST: usize = 20;

/// How often a program follows from itself before that is without an end. Model: one that corrects what it wrote does so once.
const REPEATED_COUNT: usize = 3;

/// Parts of a half unit that are counted, so that a program of large batches behind another one is not counted as nothing. Model: three
/// programs behind each other whose batches have 10,000 records, the most.
pub(crate) const PARTS: u128 = 1_000_000_000_000;

/// Units that come behind requests.
#[derive(Debug, Clone)]
pub(crate) struct Behind {
    /// Parts of half write units and of half read units, by table and store.
    parts: BTreeMap<(TableName, Store), [u128; 2]>,
    /// Records that programs may still be given.
    given_left: usize,
    /// How many requests there are in how many seconds; `None` if that is not known.
    rate: Option<(u64, u64)>,
    /// What programs sent for each batch that they were given.
    pub sent: Vec<Sent>,
    /// Whether programs take more than this.
    pub is_least: bool,
    /// Whether a program reads any of the records.
    pub is_of_program: bool,
    /// Programs that follow from themselves without an end.
    pub endless: BTreeSet<String>,
}

/// What a program sends for a batch.
#[derive(Debug, Clone)]
pub(crate) struct Sent {
    /// The requests as JSON, each with its receipt.
    pub requests: Vec<(String, Receipt)>,
    /// How often they are sent, in parts.
    pub times: u128,
}

/// A record that programs may read, and how often there is such a one.
struct Given {
    stream: StreamId,
    record: StreamRecord,
    /// In parts.
    times: u128,
    /// How many requests it is of, in parts.
    request_times: u128,
    /// How many records of its stream were made with it.
    together: u128,
    /// The programs that have followed from each other until it was made.
    path: Vec<String>,
}

impl Default for Behind {
    /// Nothing.
    fn default() -> Self {
        Self {
            parts: BTreeMap::new(),
            sent: Vec::new(),
            given_left: GIVEN_COUNT_MAX,
            rate: None,
            is_least: false,
            is_of_program: false,
            endless: BTreeSet::new(),
        }
    }
}

impl Behind {
    /// Nothing, of requests that are sent at the peak of a rate.
    pub(crate) fn of_rate(rate: &RateCurve) -> Self {
        let most = rate.points.iter().map(|point| point.per_second).max();
        Self { rate: Some((most.unwrap_or_default(), rate.span.max(1))), ..Self::default() }
    }

    /// Adds what programs do for the requests of a pattern that weigh so much together.
    pub(crate) fn add_programs(
        &mut self,
        database: &Database,
        operation: Operation,
        requests: &[Text],
        weight: u64,
    ) {
        let is_write = matches!(operation.access(), Access::WriteItems | Access::RunStatements);
        if database.programs().next().is_none() || !is_write {
            return;
        }
        let unlike: Vec<&[Text]> = requests.chunk_by(|request, next| request == next).collect();
        let mut tried = 0;
        let weight_of = |count: usize| weight * count as u64 / requests.len() as u64;
        for alike in unlike.chunks(Self::step(database, unlike.len())) {
            let count: usize = alike.iter().map(|it| it.len()).sum();
            let times = weight_of(tried + count) - weight_of(tried);
            tried += count;
            let request = (operation.name(), &*alike[0][0]);
            self.add_programs_of(database.clone(), request, Author::Client, times);
        }
    }

    /// Of so many different requests, how many stand for one that is seen.
    pub(crate) fn step(database: &Database, request_count: usize) -> usize {
        let items: usize = database.tables().map(|table| table.items.count()).sum();
        let of_batches = database.programs().filter(|it| it.program.handler.is_of_batches());
        let records: usize = of_batches.map(|it| it.program.batching.size).sum();
        let seen =
            (COPIED_COUNT_MAX / (items + ITEMS_OF_RECORD * records).max(1)).max(SEEN_COUNT_MIN);
        request_count.div_ceil(seen).max(1)
    }

    /// Adds what writes take in other Regions, so many times.
    pub(crate) fn add_replicated(
        &mut self,
        database: &Database,
        arm: &Arm,
        (units, times): (CapacityUnits, u64),
        is_transaction: bool,
    ) {
        let times = u128::from(times) * PARTS;
        self.add_replicated_parts(database, arm, (units, times), is_transaction);
    }

    /// Adds what writes take in other Regions, so many parts of times. An item travels, not a request: nothing is doubled for a transaction.
    /// Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/global-tables-billing.html>
    fn add_replicated_parts(
        &mut self,
        database: &Database,
        arm: &Arm,
        (units, times): (CapacityUnits, u128),
        is_transaction: bool,
    ) {
        if !is_sent(&arm.reason) {
            return;
        }
        let is_doubled = is_transaction && arm.store == Store::Table;
        let halves = units.halves() / if is_doubled { 2 } else { 1 };
        for replica in database.replicas_of(&arm.table) {
            let parts = u128::from(halves).saturating_mul(times);
            self.add(&replica, &arm.store, UnitKind::Write, parts);
        }
    }

    /// Adds what programs take for a request, so many times. `copy` is a copy of the database, to which it is sent.
    pub(crate) fn add_programs_of(
        &mut self,
        mut copy: Database,
        (operation, request): (&str, &str),
        author: Author,
        times: u64,
    ) {
        // What is written arrives at once.
        copy.set_replication_delay(0);
        self.given_left += GIVEN_OF_REQUEST;
        let ends = copy.stream_ends();
        drop(engine::api::execute(&mut copy, operation, request));
        let times = u128::from(times) * PARTS;
        let mut waiting: VecDeque<Given> = made_since(&mut copy, ends, [times, times], &[]).into();
        for given in &mut waiting {
            if given.record.author == Author::Client {
                given.record.author = author;
            }
        }
        while let Some(given) = waiting.pop_front() {
            // They go on without an end, or too long to see it.
            if given.path.len() == usize::from(ROUNDS_MAX) || self.given_left == 0 {
                self.is_least = true;
                let count = |name: &String| given.path.iter().filter(|it| *it == name).count();
                let endless = given.path.iter().filter(|it| count(it) >= REPEATED_COUNT);
                self.endless.extend(endless.cloned());
                return;
            }
            self.given_left -= 1;
            waiting.extend(self.give(&mut copy, &given));
        }
    }

    /// Gives a record to the programs that read it. Returns the records that they make.
    fn give(&mut self, copy: &mut Database, given: &Given) -> Vec<Given> {
        let Given { stream: id, record, times, request_times, path, .. } = given;
        let programs = copy.programs().filter(|it| it.program.table == id.table && !it.is_stopped);
        let programs: Vec<_> = programs.map(|it| it.program.clone()).collect();
        let mut made = Vec::new();
        for program in programs {
            let Some(stream) = copy.streams().find(|it| it.id == *id) else { break };
            if !program.handler.accepts(record, stream, copy) {
                continue;
            }
            self.is_of_program = true;
            // A batch of such records.
            let size =
                if program.handler.is_of_batches() { self.batch(&program, given) } else { 1 };
            let alike = (0..size as u64).map(|place| {
                let mut alike = record.clone();
                alike.number += place;
                alike
            });
            let view_type = stream.view_type;
            let batch = Batch { stream: id.clone(), view_type, records: alike.collect() };
            let ends = copy.stream_ends();
            let Handled { receipts, requests, failure, .. } = program.handler.run(&batch, copy);
            let times = times / size as u128;
            self.add_receipts(copy, &receipts, times);
            let requests = requests.into_iter().zip(receipts).collect();
            self.sent.push(Sent { requests, times });
            self.is_least |= failure.is_some() || size > 1;
            let path = [path.as_slice(), std::slice::from_ref(&program.name)].concat();
            made.extend(made_since(copy, ends, [times, *request_times], &path));
        }
        made
    }

    /// How many records like this a program is given at once, if it reads one shard; the most if the rate is not known.
    fn batch(&self, program: &Program, given: &Given) -> usize {
        let most = program.batching.size;
        let Some((count, seconds)) = self.rate else { return most };
        let read_ms = POLL_MS.max(program.batching.window_ms);
        let requests = u128::from(count) * u128::from(read_ms);
        let of_requests = requests.saturating_mul(given.together).saturating_mul(given.times);
        let read = of_requests / (u128::from(seconds) * 1_000 * given.request_times.max(1));
        usize::try_from(read.max(given.together)).unwrap_or(most).clamp(1, most)
    }

    /// Adds requests, so many parts of times.
    fn add_receipts(&mut self, database: &Database, receipts: &[Receipt], times: u128) {
        for receipt in receipts {
            let is_transaction = receipt.operation.is_transaction();
            for arm in &receipt.arms {
                let store = match arm.reason {
                    Reason::Fetch { .. } => &Store::Table,
                    _ => &arm.store,
                };
                let parts = u128::from(arm.units.halves()).saturating_mul(times);
                self.add(&arm.table, store, arm.unit_kind(), parts);
                self.add_replicated_parts(database, arm, (arm.units, times), is_transaction);
            }
        }
    }

    fn add(&mut self, table: &TableName, store: &Store, kind: UnitKind, parts: u128) {
        let [written, read] = self.parts.entry((table.clone(), store.clone())).or_default();
        let sum = match kind {
            UnitKind::Write => written,
            UnitKind::Read => read,
        };
        *sum = sum.saturating_add(parts);
    }

    /// Adds it to the load of tables, of so many requests.
    pub(crate) fn add_to(&self, load: &mut Load, millionths: u128) {
        for ((table, store), parts) in &self.parts {
            for (kind, parts) in KINDS.into_iter().zip(parts) {
                let whole = (parts / PARTS).saturating_mul(millionths);
                let rest = (parts % PARTS).saturating_mul(millionths) / PARTS;
                load.add(table, store, kind, whole.saturating_add(rest));
            }
        }
    }

    /// Whether nothing is paid for.
    pub(crate) fn is_free(&self) -> bool {
        self.parts.is_empty()
    }

    /// Half write units and half read units of each table with its indexes.
    pub(crate) fn halves(&self) -> BTreeMap<&TableName, [u64; 2]> {
        let mut tables: BTreeMap<&TableName, [u128; 2]> = BTreeMap::new();
        for ((table, _), parts) in &self.parts {
            let sums = tables.entry(table).or_default();
            sums.iter_mut().zip(parts).for_each(|(sum, parts)| *sum = sum.saturating_add(*parts));
        }
        let halves = |parts: u128| u64::try_from(parts / PARTS).unwrap_or(u64::MAX);
        tables.into_iter().map(|(table, parts)| (table, parts.map(halves))).collect()
    }
}

/// The records that were made in streams since they ended there, once writes have arrived in other Regions.
fn made_since(
    copy: &mut Database,
    ends: Vec<(StreamId, u64)>,
    [times, request_times]: [u128; 2],
    path: &[String],
) -> Vec<Given> {
    copy.advance_to(copy.now());
    let of_stream = |(id, from): (StreamId, u64)| {
        let stream = copy.streams().find(|stream| stream.id == id);
        let records = stream.into_iter().flat_map(Stream::records);
        let records: Vec<_> = records.filter(|record| record.number >= from).cloned().collect();
        let together = records.len() as u128;
        let given = |record| {
            let (stream, path) = (id.clone(), path.to_vec());
            Given { stream, record, times, request_times, together, path }
        };
        records.into_iter().map(given).collect::<Vec<_>>()
    };
    ends.into_iter().flat_map(of_stream).collect()
}

/// Whether what a store paid for is a write that is sent to other Regions.
fn is_sent(reason: &Reason) -> bool {
    match reason {
        Reason::Put { .. }
        | Reason::Change { .. }
        | Reason::Unchanged { .. }
        | Reason::Delete { .. }
        | Reason::Move { .. } => true,
        Reason::Absent
        | Reason::NotIndexed { .. }
        | Reason::Checked { .. }
        | Reason::ConditionFailed { .. }
        | Reason::Read { .. }
        | Reason::Fetch { .. } => false,
    }
}
