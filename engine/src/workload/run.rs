//! Running a workload: requests are sent in virtual time, retried when they are throttled, and counted.
//!
//! A run goes in steps of any size: a page can draw between them. However it is cut, the same requests are sent at the
//! same moments.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::api::error::ApiError;
use crate::clock::Timestamp;
use crate::database::Database;
use crate::model::bytes::Bytes;
use crate::random::Random;
use crate::receipt;
use crate::throughput::model::ThroughputModel;
use crate::workload::filling::Filling;
use crate::workload::outcome::Sender;
use crate::workload::rate::RateCurve;
use crate::workload::reply::Outcome;
use crate::workload::result::RunResult;
use crate::workload::template_error::TemplateError;
use crate::workload::{Retries, RunLimits, RunStart, Workload};

/// Seconds of virtual time that a workload may last. Model: a day, of which each second is kept: some forty megabytes with a table and
/// two indexes.
pub const SECONDS_MAX: u64 = 86_400;

/// Requests a second of one pattern. Model: more than a table takes by default.
pub const RATE_MAX: u64 = 1_000_000;

/// Requests that wait to be sent again; beyond them clients give up at once. Model: what fits into a few megabytes.
pub const WAITING_COUNT_MAX: usize = 200_000;

/// Samples of partitions that take a step to measure. Model: each is a few numbers.
const MEASURED_PER_STEP: u64 = 64;

/// Tells the chance of a wait from that of the placeholders of a request. Model: any number.
const RETRY_PLACE: u64 = 0x7265_7472_7900;

/// Milliseconds of a second. Model: virtual time counts them.
const SECOND_MS: u64 = 1_000;

/// A workload under way. It owns no database: each step is given one, which must be the same each time.
///
/// ```
/// use engine::database::{Config, Database};
/// use engine::workload::pattern::AccessPattern;
/// use engine::workload::rate::RateCurve;
/// use engine::workload::run::Run;
/// use engine::workload::Workload;
///
/// let mut database = Database::new(Config::default());
/// let table = r#"{
///     "TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
///     "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
///     "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }]
/// }"#;
/// engine::api::call(&mut database, "CreateTable", table).unwrap();
/// let request = r#"{ "TableName": "Orders", "Item": { "id": { "S": "o-{sequence}" } } }"#;
/// let put = AccessPattern {
///     name: "Place an order".to_owned(),
///     operation: "PutItem".to_owned(),
///     request: request.to_owned(),
///     rate: RateCurve::constant(50),
/// };
/// let workload = Workload { seed: 1, seconds: 4, patterns: vec![put], ..Workload::default() };
///
/// let mut run = Run::new(&workload, &mut database).unwrap();
/// while run.step(&mut database, 64) {}
/// assert_eq!(run.result().counts.succeeded, 200);
/// assert_eq!(run.result().seconds[3].stores[0].written.to_string(), "50");
/// assert_eq!(database.table("Orders").unwrap().items.count(), 200);
/// ```
#[derive(Debug, Clone)]
pub struct Run {
    lanes: Vec<Lane>,
    retries: Retries,
    /// Whether the database was limited before.
    was_limited: bool,
    seconds: u64,
    /// The second that runs, from 0.
    second: u64,
    /// Virtual time at which it began: a whole second.
    start: Timestamp,
    /// Requests that wait to be sent again.
    waiting: BinaryHeap<Reverse<Waiting>>,
    /// How many requests have begun to wait.
    wait_count: u64,
    result: RunResult,
    turn_count: u64,
    /// The turn that has begun and waits until its moment has come.
    begun: Option<Turn>,
}

/// What a turn does when its moment has come.
#[derive(Debug, Clone, Copy)]
enum Turn {
    /// Sends a request, so many milliseconds after the run began.
    Send(u64, Request),
    /// Measures the second that ends.
    EndSecond,
    /// Waits for the first moment of the next second.
    BeginSecond,
}

/// Why a workload cannot be run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunError {
    /// Which of its access patterns is wrong.
    pub pattern: usize,
    /// What is wrong with its request.
    pub error: TemplateError,
}

/// The state of an access pattern during the run.
#[derive(Debug, Clone)]
struct Lane {
    sender: Sender,
    rate: RateCurve,
    random: Random,
    /// Requests so far.
    issued_count: u64,
    /// Requests of the second that runs.
    rate_now: u64,
    /// How many of them have been sent.
    issued_now: u64,
    /// When the next one is sent, in milliseconds since the run began; `None` in this second.
    next_ms: Option<u64>,
}

/// A request that waits to be sent again. In order of its time, then of those who began to wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    due_ms: u64,
    order: u64,
    request: Request,
}

/// A request, which is made again from this alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Request {
    /// The position of its pattern.
    lane: usize,
    /// Its number in the pattern, from 1.
    number: u64,
    /// When it was sent first, in milliseconds since the run began.
    issued_ms: u64,
    /// How often it was sent before.
    attempt_count: u32,
}

impl Run {
    /// A run that begins at the next whole second of virtual time, which passes until then. Fails at the first access
    /// pattern that cannot be filled.
    pub fn new(workload: &Workload, database: &mut Database) -> Result<Self, RunError> {
        let random = Random::new(workload.seed);
        let mut lanes = Vec::with_capacity(workload.patterns.len());
        for (position, pattern) in workload.patterns.iter().enumerate() {
            let template =
                pattern.template().map_err(|error| RunError { pattern: position, error })?;
            lanes.push(Lane {
                sender: Sender::new(template),
                rate: pattern.rate.clone(),
                random: random.fork(position as u64),
                issued_count: 0,
                rate_now: 0,
                issued_now: 0,
                next_ms: None,
            });
        }
        let now = database.now();
        let start = now.0.checked_next_multiple_of(SECOND_MS).map_or(now, Timestamp);
        database.advance_to(start);
        let was_limited = database.config().throughput.is_enforced;
        limit(database, workload.limits.or(was_limited));
        match workload.start {
            RunStart::AsMetered => {}
            RunStart::Idle => database.fill_bursts(),
        }
        let result = RunResult::new(database, lanes.len());
        let mut run = Self {
            lanes,
            retries: workload.retries,
            was_limited,
            seconds: workload.seconds.min(SECONDS_MAX),
            second: 0,
            start,
            waiting: BinaryHeap::new(),
            wait_count: 0,
            result,
            turn_count: 0,
            begun: None,
        };
        run.begin_second();
        run.result.measure(database, database.now().second());
        Ok(run)
    }

    /// What has become of it so far.
    pub fn result(&self) -> &RunResult {
        &self.result
    }

    /// The result, when it is over or stopped; a turn that has begun is taken. The database is limited or not as it was before the
    /// run; if it was not, changes that wait for write units of an index are applied to it now.
    pub fn finish(mut self, database: &mut Database) -> RunResult {
        if self.begun.is_some() {
            self.step(database, 1);
        }
        self.result.note_throughput(database);
        limit(database, self.was_limited);
        self.result
    }

    /// Bytes of memory that the run itself takes: its result, and the requests that wait.
    pub fn memory(&self) -> Bytes {
        let waiting = self.waiting.len() * size_of::<Waiting>();
        Bytes::from_length(waiting) + self.result.memory()
    }

    /// Whether all its seconds are over.
    pub fn is_over(&self) -> bool {
        self.second >= self.seconds && self.begun.is_none()
    }

    /// How many turns it has taken or begun: a run of the same workload on the same database that takes as many is the same.
    pub fn turn_count(&self) -> u64 {
        self.turn_count
    }

    /// Takes so many turns, each of which sends a request or ends a second. Returns whether there are more.
    ///
    /// Events of single items are not recorded meanwhile: the result counts what happens.
    pub fn step(&mut self, database: &mut Database, turn_count: u64) -> bool {
        let mut unlimited = u64::MAX;
        self.step_within(database, turn_count, &mut unlimited)
    }

    /// As [`Run::step`], while steps are left. A request takes those of [`receipt::steps`]; what is due
    /// before it takes those of [`Database::advance_within`]. Between two of its steps a turn may be unfinished: the next call continues it.
    pub fn step_within(
        &mut self,
        database: &mut Database,
        turn_count: u64,
        steps: &mut u64,
    ) -> bool {
        database.record_items(false);
        database.measure_arrivals(true);
        let mut left = turn_count;
        while left > 0 && *steps > 0 && !self.is_over() {
            let turn = self.begun.take().unwrap_or_else(|| self.begin_turn());
            let is_reached = self.pass(database, self.moment(turn), steps);
            match (is_reached, turn) {
                (false, turn) => self.begun = Some(turn),
                (true, Turn::Send(_, request)) => {
                    *steps = steps.saturating_sub(self.send(database, request));
                    left -= 1;
                }
                (true, Turn::EndSecond) => {
                    let measured = self.result.measure(database, database.now().second());
                    *steps = steps.saturating_sub(1 + measured / MEASURED_PER_STEP);
                    self.second += 1;
                    // What arrives in its first moment is a part of it.
                    self.begin_second();
                    self.begun = Some(Turn::BeginSecond);
                }
                (true, Turn::BeginSecond) => left -= 1,
            }
        }
        database.measure_arrivals(false);
        database.record_items(true);
        !self.is_over()
    }

    /// Whether a turn has begun and is not over.
    pub fn is_within_turn(&self) -> bool {
        self.begun.is_some()
    }

    fn begin_turn(&mut self) -> Turn {
        self.turn_count += 1;
        match self.next_request() {
            Some((due_ms, request)) => Turn::Send(due_ms, request),
            None => Turn::EndSecond,
        }
    }

    /// The moment of a turn, in milliseconds since the run began.
    fn moment(&self, turn: Turn) -> u64 {
        match turn {
            Turn::Send(due_ms, _) => due_ms,
            Turn::EndSecond => (self.second + 1) * SECOND_MS - 1,
            Turn::BeginSecond => self.second * SECOND_MS,
        }
    }

    /// Begins the second that runs, unless all are over.
    fn begin_second(&mut self) {
        if self.is_over() {
            return;
        }
        self.result.begin_second();
        for lane in &mut self.lanes {
            lane.begin_second(self.second);
        }
    }

    /// What is sent next within the second that runs: first what has waited, then by the order of the patterns.
    fn next_request(&mut self) -> Option<(u64, Request)> {
        let end_ms = (self.second + 1) * SECOND_MS;
        let waiting = self.waiting.peek().map(|Reverse(waiting)| waiting.due_ms);
        let waiting = waiting.filter(|due_ms| *due_ms < end_ms);
        let lanes = self.lanes.iter().enumerate();
        let fresh = lanes.filter_map(|(lane, it)| Some((it.next_ms?, lane))).min();
        match (waiting, fresh) {
            (Some(due_ms), fresh) if fresh.is_none_or(|(fresh_ms, _)| due_ms <= fresh_ms) => {
                let Reverse(waiting) = self.waiting.pop()?;
                self.result.waiting_count -= 1;
                Some((due_ms, waiting.request))
            }
            (_, Some((due_ms, lane))) => {
                let number = self.lanes[lane].issue(self.second);
                self.result.count(lane, |counts| counts.issued += 1);
                Some((due_ms, Request { lane, number, issued_ms: due_ms, attempt_count: 0 }))
            }
            (_, None) => None,
        }
    }

    /// Sends a request, and returns how many steps that takes.
    fn send(&mut self, database: &mut Database, request: Request) -> u64 {
        let due_ms = self.start.until(database.now());
        let lane = &self.lanes[request.lane];
        let random = lane.random.fork(request.number);
        let now = database.unix_time(self.start.after(request.issued_ms));
        let filling = Filling { number: request.number, random, now };
        let Outcome { arms, reply, is_empty, rejected_steps } =
            lane.sender.send(database, &filling);
        let steps = receipt::steps(&arms, lane.sender.effort()) + rejected_steps;
        let request = Request { attempt_count: request.attempt_count + 1, ..request };
        if request.attempt_count > 1 {
            self.result.count(request.lane, |counts| counts.retried += 1);
        }
        self.result.charge(request.lane, &arms);
        match reply {
            Ok(unprocessed) => self.result.count(request.lane, |counts| {
                counts.succeeded += 1;
                counts.empty += u64::from(is_empty);
                counts.unprocessed += unprocessed;
            }),
            Err(ApiError::Throttled { table, throttled }) => {
                let is_first = request.attempt_count == 1;
                self.result.throttle(request.lane, &table, &throttled, is_first);
                self.wait(due_ms, request);
            }
            Err(error) => {
                self.result.count(request.lane, |counts| counts.failed += 1);
                self.result.reject(request.lane, error.to_string());
            }
        }
        steps
    }

    /// Lets a throttled request wait, or gives it up.
    fn wait(&mut self, due_ms: u64, request: Request) {
        let is_last = request.attempt_count >= self.retries.attempt_count_max;
        let is_crowded = self.waiting.len() >= WAITING_COUNT_MAX;
        if is_last || is_crowded {
            self.result.count(request.lane, |counts| counts.dropped += 1);
            self.result.crowded_out_count += u64::from(!is_last);
            return;
        }
        let doublings = request.attempt_count - 1;
        let delay_ms =
            self.retries.delay_ms.saturating_mul(1_u64.checked_shl(doublings).unwrap_or(u64::MAX));
        let delay_ms = delay_ms.clamp(1, self.retries.delay_ms_max.max(1));
        let random = self.lanes[request.lane].random.fork(request.number);
        let chance = random.fork(RETRY_PLACE ^ u64::from(request.attempt_count)).below(delay_ms);
        self.wait_count += 1;
        let due_ms = due_ms + 1 + chance;
        self.waiting.push(Reverse(Waiting { due_ms, order: self.wait_count, request }));
        self.result.waiting_count += 1;
    }

    /// Lets virtual time pass until a moment of the run while steps are left, and counts how long the changes took that global
    /// indexes have applied. Returns whether the moment was reached.
    fn pass(&mut self, database: &mut Database, until_ms: u64, steps: &mut u64) -> bool {
        let is_reached = database.advance_within(self.start.after(until_ms), steps);
        for arrival in database.drain_arrivals() {
            self.result.propagated(&arrival);
        }
        for (table, count) in database.drain_expired() {
            self.result.expired(&table, count);
        }
        is_reached
    }
}

/// Limits the throughput of a database, or no longer limits it.
fn limit(database: &mut Database, is_enforced: bool) {
    let throughput = database.config().throughput;
    if throughput.is_enforced != is_enforced {
        database.set_throughput_model(ThroughputModel { is_enforced, ..throughput });
    }
}

impl RunLimits {
    fn or(self, configured: bool) -> bool {
        match self {
            Self::AsConfigured => configured,
            Self::On => true,
            Self::Off => false,
        }
    }
}

impl Lane {
    fn begin_second(&mut self, second: u64) {
        self.rate_now = self.rate.at(second).min(RATE_MAX);
        self.issued_now = 0;
        self.next_ms = (self.rate_now > 0).then_some(second * SECOND_MS);
    }

    /// The number of the next request. The requests of a second are sent at equal intervals.
    fn issue(&mut self, second: u64) -> u64 {
        self.issued_count += 1;
        self.issued_now += 1;
        let is_last = self.issued_now == self.rate_now;
        let offset_ms = self.issued_now * SECOND_MS / self.rate_now;
        self.next_ms = (!is_last).then_some(second * SECOND_MS + offset_ms);
        self.issued_count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api;
    use crate::capacity::units::CapacityUnits;
    use crate::database::{Config, LifecycleDelays};
    use crate::event::ThrottleCause;
    use crate::receipt::UnitKind;
    use crate::workload::histogram::Histogram;
    use crate::workload::pattern::AccessPattern;
    use crate::workload::result::{Counts, ThrottleCount};

    const TABLE: &str = r#"{
        "TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [
            { "AttributeName": "id", "AttributeType": "S" },
            { "AttributeName": "open", "AttributeType": "S" }
        ],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
        "GlobalSecondaryIndexes": [{
            "IndexName": "Open",
            "KeySchema": [{ "AttributeName": "open", "KeyType": "HASH" }],
            "Projection": { "ProjectionType": "KEYS_ONLY" }
        }]
    }"#;

    fn database() -> Database {
        let mut database = Database::new(Config::default());
        api::call(&mut database, "CreateTable", TABLE).expect("the table is right");
        database
    }

    fn pattern(operation: &str, request: &str, rate: RateCurve) -> AccessPattern {
        let (operation, request) = (operation.to_owned(), request.to_owned());
        AccessPattern { name: operation.clone(), operation, request, rate }
    }

    fn workload() -> Workload {
        let put = r#"{ "TableName": "Orders", "Item": {
            "id": { "S": "o-{uniform 50}" }, "open": { "S": "{maybe 30%}{day}" },
            "total": { "N": "{uniform 900}" }, "note": { "S": "{text 1500}" } } }"#;
        let update = r#"{ "TableName": "Orders", "Key": { "id": { "S": "o-{zipf 50}" } },
            "UpdateExpression": "SET seen = :now",
            "ConditionExpression": "attribute_exists(id)",
            "ExpressionAttributeValues": { ":now": { "N": "{unix}" } } }"#;
        let get = r#"{ "TableName": "Orders", "Key": { "id": { "S": "o-{hot 50 50%}" } } }"#;
        let query = r#"{ "TableName": "Orders", "IndexName": "Open",
            "KeyConditionExpression": "open = :day",
            "ExpressionAttributeValues": { ":day": { "S": "{day}" } } }"#;
        Workload {
            seed: 7,
            seconds: 5,
            patterns: vec![
                pattern("PutItem", put, RateCurve::constant(40)),
                pattern("UpdateItem", update, RateCurve::ramp(0, 20, 4)),
                pattern("GetItem", get, RateCurve::constant(10)),
                pattern("Query", query, RateCurve::constant(3)),
            ],
            ..Workload::default()
        }
    }

    fn run(workload: &Workload, slice: u64) -> (Database, RunResult) {
        let mut database = database();
        let mut run = Run::new(workload, &mut database).expect("the workload is right");
        while run.step(&mut database, slice) {}
        let result = run.finish(&mut database);
        (database, result)
    }

    #[test]
    fn however_it_is_cut_a_run_is_the_same() {
        let (database, result) = run(&workload(), u64::MAX);
        for slice in [1, 7, 100] {
            let (sliced, sliced_result) = run(&workload(), slice);
            assert_eq!(result, sliced_result);
            assert_eq!(format!("{database:?}"), format!("{sliced:?}"));
        }
    }

    #[test]
    fn another_seed_draws_otherwise() {
        let (_, one) = run(&workload(), u64::MAX);
        let (_, other) = run(&Workload { seed: 8, ..workload() }, u64::MAX);
        assert_eq!(one.counts.issued, other.counts.issued);
        assert_ne!(one.stores, other.stores);
    }

    #[test]
    fn requests_set_out_by_their_rates() {
        let (_, result) = run(&workload(), u64::MAX);
        let issued: Vec<u64> = result.seconds.iter().map(|second| second.counts.issued).collect();
        assert_eq!(issued, [53, 58, 63, 68, 73]);
        assert_eq!(result.counts.issued, 315);
        assert_eq!(result.patterns[1].counts.issued, 50);
    }

    #[test]
    fn seconds_add_up_to_stores_and_stores_to_patterns() {
        let (_, result) = run(&workload(), u64::MAX);
        for (position, store) in result.stores.iter().enumerate() {
            let written = result.seconds.iter().map(|second| second.stores[position].written);
            assert_eq!(written.sum::<CapacityUnits>(), store.total.written);
        }
        let written = |units: &mut dyn Iterator<Item = CapacityUnits>| units.sum::<CapacityUnits>();
        assert_eq!(
            written(&mut result.stores.iter().map(|it| it.total.written)),
            written(&mut result.patterns.iter().map(|it| it.written)),
        );
    }

    #[test]
    fn a_change_of_a_global_index_takes_its_delay() {
        let (database, result) = run(&workload(), u64::MAX);
        let propagation = &result.stores[1].propagation;
        assert!(propagation.count() > 20);
        assert_eq!(propagation.max_ms(), database.config().propagation_delay_ms);
        assert_eq!(propagation.buckets().count(), 1);
    }

    /// Puts of one key, so many a second for five seconds, on a database that is limited during the run only.
    fn run_on_one_key(per_second: u64, retries: Retries) -> RunResult {
        let mut database = database();
        let request = r#"{ "TableName": "Orders", "Item": { "id": { "S": "o-1" } } }"#;
        let put = pattern("PutItem", request, RateCurve::constant(per_second));
        let limits = RunLimits::On;
        let workload = Workload { patterns: vec![put], retries, limits, ..workload() };
        let mut run = Run::new(&workload, &mut database).expect("the workload is right");
        while run.step(&mut database, 1_000) {}
        let result = run.finish(&mut database);
        assert!(!database.config().throughput.is_enforced && result.is_limited);
        result
    }

    /// Facts: 10,000 writes a second of one key, 1,000 accepted, 9,000 throttled.
    #[test]
    fn of_10_000_writes_a_second_of_one_key_9_000_are_throttled() {
        let result = run_on_one_key(10_000, Retries::NONE);
        for second in &result.seconds {
            let counts = second.counts;
            assert_eq!((counts.issued, counts.succeeded), (10_000, 1_000));
            assert_eq!((counts.throttled_requests, counts.throttled), (9_000, 9_000));
            assert_eq!(second.stores[0].throttled_count, 9_000);
            assert_eq!(second.stores[0].throttled_written, CapacityUnits::new(9_000));
            let meter = second.meters[0];
            assert_eq!((meter.partition_count, meter.write_limit), (4, 4_000));
            assert_eq!(meter.hottest_written, CapacityUnits::new(1_000));
        }
        assert_eq!((result.counts.retried, result.counts.dropped), (0, 45_000));
        let (kind, cause) = (UnitKind::Write, ThrottleCause::KeyRange);
        let throttled = ThrottleCount { kind, cause, count: 45_000, request_count: 45_000 };
        assert_eq!(result.stores[0].throttles, [throttled]);
    }

    /// Whoever looks at a run that is not over sees limits, and not none, in the second that has begun.
    #[test]
    fn a_second_that_is_not_over_has_the_limits_of_the_one_before() {
        let mut database = database();
        let request = r#"{ "TableName": "Orders", "Item": { "id": { "S": "o-1" } } }"#;
        let put = pattern("PutItem", request, RateCurve::constant(500));
        let workload = Workload { patterns: vec![put], limits: RunLimits::On, ..workload() };
        let mut run = Run::new(&workload, &mut database).expect("the workload is right");
        let of_last = |run: &Run| {
            let seconds = &run.result().seconds;
            let meter = seconds.last().expect("a second has begun").meters[0];
            (seconds.len(), meter.partition_count, meter.read_limit, meter.write_limit)
        };
        assert_eq!(of_last(&run), (1, 4, 12_000, 4_000));
        while run.result().seconds.len() < 2 {
            run.step(&mut database, 1);
        }
        assert_eq!(of_last(&run), (2, 4, 12_000, 4_000));
        assert_eq!(run.result().seconds[1].meters[0].hottest_written, CapacityUnits::ZERO);
    }

    #[test]
    fn a_throttled_request_comes_back_until_it_is_given_up() {
        let result = run_on_one_key(2_000, Retries { attempt_count_max: 3, ..Retries::default() });
        let Counts { issued, succeeded, failed, throttled, retried, dropped, .. } = result.counts;
        assert_eq!((issued, succeeded, failed), (10_000, 5_000, 0));
        assert_eq!(issued, succeeded + failed + dropped + result.waiting_count);
        assert_eq!(issued + retried, succeeded + failed + throttled);
        assert!(dropped > 3_000 && retried > 2 * dropped, "{:?}", result.counts);
        // A request is counted once, however often it is throttled.
        let requests = result.counts.throttled_requests;
        assert!((dropped + result.waiting_count..issued).contains(&requests), "{requests}");
        let [cause] = *result.stores[0].throttles else { panic!("one cause") };
        assert_eq!((cause.count, cause.request_count), (throttled, requests));
    }

    #[test]
    fn items_that_expire_are_counted() {
        let mut database = database();
        let call = |database: &mut Database, operation: &str, request: &str| {
            api::call(database, operation, request).expect("the request is right");
        };
        let by = r#"{ "TableName": "Orders", "TimeToLiveSpecification": { "Enabled": true, "AttributeName": "end" } }"#;
        call(&mut database, "UpdateTimeToLive", by);
        let delays = database.config().lifecycle;
        database.set_lifecycle_delays(LifecycleDelays { expire_item_ms: 2_000, ..delays });
        let request = r#"{ "TableName": "Orders", "Item": { "id": { "S": "{sequence}" }, "end": { "N": "{unix}" } } }"#;
        let put = pattern("PutItem", request, RateCurve::constant(10));
        let workload = Workload { patterns: vec![put], ..workload() };
        let mut run = Run::new(&workload, &mut database).expect("the workload is right");
        while run.step(&mut database, 7) {}
        let result = run.finish(&mut database);
        let left = database.table("Orders").expect("it is there").items.count() as u64;
        assert_eq!(result.stores[0].expired_count, 50 - left);
        assert!(left < 50, "{left}");
    }

    /// Of 300,000 puts at once a partition takes 1,000, and 200,000 can wait.
    #[test]
    fn what_cannot_wait_is_given_up_early_and_counted() {
        let mut database = database();
        let request = r#"{ "TableName": "Orders", "Item": { "id": { "S": "o-1" } } }"#;
        let put = pattern("PutItem", request, RateCurve::constant(300_000));
        let retries = Retries { delay_ms: 20_000, ..Retries::default() };
        let patterns = vec![put];
        let workload =
            Workload { seconds: 1, patterns, retries, limits: RunLimits::On, ..workload() };
        let mut run = Run::new(&workload, &mut database).expect("the workload is right");
        while run.step(&mut database, 1_000) {}
        let result = run.finish(&mut database);
        assert_eq!(result.waiting_count, WAITING_COUNT_MAX as u64);
        assert_eq!(result.crowded_out_count, result.counts.dropped);
        let Counts { issued, succeeded, dropped, .. } = result.counts;
        assert_eq!(issued, succeeded + dropped + 200_000);
    }

    #[test]
    fn the_throughput_of_a_limited_run_is_kept() {
        let result = run_on_one_key(1_200, Retries::NONE);
        let kept = result.throughput.expect("the run was limited");
        assert_eq!(kept.at, Timestamp(5_000));
        let [orders, _] = kept.tables.values().next().expect("a table").as_slice() else {
            panic!("a table and its index");
        };
        assert_eq!(orders.write.throttled_total, 1_000);
        let hot = orders.partitions.iter().find_map(|it| it.write_keys.first());
        assert_eq!(hot.map(|key| key.percent), Some(100));
    }

    /// Milliseconds that changes took to reach the index, of runs of puts with one value of the index key each.
    fn propagation(puts: &[(&str, u64)]) -> Histogram {
        let mut database = database();
        let patterns = puts.iter().map(|(open, per_second)| {
            let request = format!(
                r#"{{ "TableName": "Orders", "Item": {{ "id": {{ "S": "{open}-{{sequence}}" }},
                    "open": {{ "S": "{open}" }} }} }}"#
            );
            pattern("PutItem", &request, RateCurve::constant(*per_second))
        });
        let (patterns, limits) = (patterns.collect(), RunLimits::On);
        let workload = Workload { seconds: 5, patterns, limits, ..workload() };
        let mut run = Run::new(&workload, &mut database).expect("the workload is right");
        while run.step(&mut database, 1_000) {}
        run.result().stores[1].propagation.clone()
    }

    /// A partition applies 1,000 of the 1,300 changes of the hot key in a second. The other key is in another partition.
    #[test]
    fn changes_of_a_hot_index_key_take_longer_and_others_do_not() {
        let quick = |histogram: &Histogram| {
            histogram.buckets().find(|bucket| bucket.from_ms == 128).expect("the delay").count
        };
        let (hot, cold) = (propagation(&[("hot", 1_300)]), propagation(&[("mild", 100)]));
        // Those written up to 4.8 s arrive within the five seconds.
        assert_eq!((quick(&cold), cold.count(), cold.max_ms()), (481, 481, 200));
        assert!(hot.max_ms() > 1_000 && hot.count() > quick(&hot), "{hot:?}");
        let both = propagation(&[("hot", 1_300), ("mild", 100)]);
        assert_eq!(both.max_ms(), hot.max_ms());
        assert_eq!(quick(&both), quick(&hot) + 481);
        assert_eq!(both.count(), hot.count() + 481);
    }

    /// Facts: 100 units after 300 idle seconds have saved 30,000. At 500 a second they last 75 s; then 400 a second are throttled.
    /// A table that has saved nothing serves a second more than its 100 a second.
    #[test]
    fn a_table_that_was_idle_serves_a_burst_first() {
        let (seconds, per_second) = (100, 500);
        let request = r#"{ "TableName": "Orders", "Item": { "id": { "S": "o-{sequence}" } } }"#;
        let patterns = vec![pattern("PutItem", request, RateCurve::constant(per_second))];
        let served = |start: RunStart| {
            let mut database = Database::new(Config::default());
            let table = TABLE.replace(
                r#""BillingMode": "PAY_PER_REQUEST""#,
                r#""ProvisionedThroughput": { "ReadCapacityUnits": 1, "WriteCapacityUnits": 100 }"#,
            );
            let index = r#""Projection": { "ProjectionType": "KEYS_ONLY" }"#;
            let own =
                r#""ProvisionedThroughput": { "ReadCapacityUnits": 1, "WriteCapacityUnits": 1 }"#;
            let table = table.replace(index, &format!("{index}, {own}"));
            api::call(&mut database, "CreateTable", &table).expect("the table is right");
            let (patterns, retries, limits) = (patterns.clone(), Retries::NONE, RunLimits::On);
            let workload = Workload { seed: 7, seconds, patterns, retries, limits, start };
            let mut run = Run::new(&workload, &mut database).expect("the workload is right");
            while run.step(&mut database, 1_000) {}
            let seconds = &run.result().seconds;
            seconds.iter().map(|second| second.counts.succeeded).collect::<Vec<_>>()
        };
        let idle = served(RunStart::Idle);
        assert_eq!(idle[..75].iter().sum::<u64>(), 75 * per_second);
        assert!(idle[76..].iter().all(|count| *count == 100), "{idle:?}");
        let metered = served(RunStart::AsMetered);
        assert_eq!(metered.iter().sum::<u64>(), 100 * (seconds + 1));
    }

    /// A table on demand has nothing to save: it serves what it is warm for.
    #[test]
    fn an_idle_table_on_demand_begins_with_what_it_is_warm_for() {
        let warm =
            r#""WarmThroughput": { "ReadUnitsPerSecond": 12000, "WriteUnitsPerSecond": 6000 }"#;
        let served = |table: &str| {
            let mut database = Database::new(Config::default());
            api::call(&mut database, "CreateTable", table).expect("the table is right");
            let request = r#"{ "TableName": "Orders", "Item": { "id": { "S": "o-{sequence}" } } }"#;
            let patterns = vec![pattern("PutItem", request, RateCurve::constant(8_000))];
            let (retries, limits, start) = (Retries::NONE, RunLimits::On, RunStart::Idle);
            let workload = Workload { seed: 7, seconds: 2, patterns, retries, limits, start };
            let mut run = Run::new(&workload, &mut database).expect("the workload is right");
            while run.step(&mut database, 1_000) {}
            run.result().counts.succeeded
        };
        assert_eq!(served(TABLE), 2 * 4_000);
        assert_eq!(served(&TABLE.replacen('{', &format!("{{ {warm},"), 1)), 2 * 6_000);
    }

    #[test]
    fn a_run_without_limits_throttles_nothing() {
        let mut database = database();
        limit(&mut database, true);
        let request = r#"{ "TableName": "Orders", "Item": { "id": { "S": "o-1" } } }"#;
        let put = pattern("PutItem", request, RateCurve::constant(2_000));
        let limits = RunLimits::Off;
        let workload = Workload { patterns: vec![put], limits, ..workload() };
        let mut run = Run::new(&workload, &mut database).expect("the workload is right");
        while run.step(&mut database, 1_000) {}
        let result = run.finish(&mut database);
        assert!(database.config().throughput.is_enforced && !result.is_limited);
        assert_eq!((result.counts.succeeded, result.counts.throttled), (10_000, 0));
        assert_eq!(result.throughput, None);
    }

    #[test]
    fn what_is_rejected_is_kept_in_words() {
        let put =
            pattern("PutItem", r#"{ "TableName": "Gone", "Item": {} }"#, RateCurve::constant(3));
        let workload = Workload { patterns: vec![put], seconds: 2, ..workload() };
        let (_, result) = run(&workload, u64::MAX);
        assert_eq!((result.counts.failed, result.counts.succeeded), (6, 0));
        let [rejection] = result.rejections.as_slice() else { panic!("{:?}", result.rejections) };
        assert_eq!(
            (rejection.error.as_str(), rejection.count),
            ("Requested resource not found", 6)
        );
    }

    #[test]
    fn a_run_ends_the_same_however_few_steps_it_is_given() {
        let run = |steps: u64| {
            let mut database = database();
            let mut run = Run::new(&workload(), &mut database).expect("the workload is right");
            while !run.is_over() {
                run.step_within(&mut database, u64::MAX, &mut steps.clone());
            }
            let turn_count = run.turn_count();
            (run.finish(&mut database), turn_count, database.now())
        };
        assert_eq!(run(1), run(u64::MAX));
        assert_eq!(run(7), run(u64::MAX));
    }

    #[test]
    fn a_run_without_requests_lets_time_pass() {
        let (database, result) = run(&Workload { patterns: Vec::new(), ..workload() }, u64::MAX);
        assert_eq!((database.now(), result.seconds.len()), (Timestamp(5_000), 5));
    }

    #[test]
    fn a_run_at_the_end_of_time_ends() {
        let mut database = database();
        database.advance_to(Timestamp(u64::MAX));
        let mut run = Run::new(&workload(), &mut database).expect("the workload is right");
        while run.step(&mut database, 1_000) {}
        assert_eq!(run.finish(&mut database).seconds.len(), 5);
    }

    #[test]
    fn a_pattern_that_is_wrong_is_named() {
        let wrong = pattern("PutItem", "{", RateCurve::default());
        let workload =
            Workload { patterns: [workload().patterns, vec![wrong]].concat(), ..workload() };
        let error = Run::new(&workload, &mut database()).expect_err("one is wrong");
        assert_eq!(error.pattern, 4);
    }
}
