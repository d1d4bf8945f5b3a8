//! `cargo xtask bench --endpoint URL`: how fast endpoints answer, side by side, and how many times as fast the first one is.
//!
//! Orders of customers with a local index and a sparse global one that contains one order in ten. Eight
//! connections share each kind of call; each sends its next call when the last was answered. Then wrk sends the same
//! calls, with several numbers of connections, if it is there.

use std::time::{Duration, Instant};
use std::{fs, thread};

use crate::console::say;
use crate::dynamodb::Connection;
use crate::failure::Failure;
use crate::wrk;

const CONNECTION_COUNT: u64 = 8;

const WRK_CONNECTION_COUNTS: [u64; 3] = [1, 8, 64];

/// Requests that wrk sends in turn.
const WRK_REQUEST_COUNT: u64 = 20_000;

/// Items unless the command line says otherwise.
const ITEM_COUNT: u64 = 100_000;

const ORDERS_PER_CUSTOMER: u64 = 100;

/// Items of a page that a query asks for.
const PAGE_LIMIT: u64 = 20;

const TABLE: &str = "SparseboxBench";

/// A kind of call.
struct Kind {
    name: &'static str,
    operation: &'static str,
    /// The request of a call, by its number and the number of calls.
    request: fn(u64, u64) -> String,
    /// The number of items for each call.
    items_per_call: u64,
}

const KINDS: [Kind; 5] = [
    Kind { name: "put", operation: "PutItem", request: put, items_per_call: 1 },
    Kind { name: "get", operation: "GetItem", request: get, items_per_call: 1 },
    Kind {
        name: "update with condition",
        operation: "UpdateItem",
        request: update,
        items_per_call: 1,
    },
    Kind { name: "query table", operation: "Query", request: query_table, items_per_call: 5 },
    Kind { name: "query index", operation: "Query", request: query_index, items_per_call: 5 },
];

/// What was measured of an endpoint in one round, by kind of call.
struct Round {
    own: Vec<Measure>,
    /// By the number of connections of wrk, none without it.
    wrk: Vec<Vec<Measure>>,
}

/// The times of one kind of call.
struct Measure {
    call_count: u64,
    per_second: u64,
    /// How long half of the calls took at most, and 99 in 100 of them.
    median: Duration,
    late: Duration,
    /// What the process of the endpoint used of the processors, if it is known.
    server_time: Option<Duration>,
    /// What this process used of them.
    client_time: Option<Duration>,
}

/// Drives the same load at each endpoint, in turn and so many times, and prints a table of the medians.
pub(crate) fn compare(
    addresses: &[String],
    item_count: Option<u64>,
    round_count: usize,
    processes: &[u32],
) -> Result<(), Failure> {
    let item_count = item_count.unwrap_or(ITEM_COUNT).max(ORDERS_PER_CUSTOMER);
    let mut columns: Vec<Vec<Round>> = addresses.iter().map(|_| Vec::new()).collect();
    for round in 1..=round_count {
        for (place, address) in addresses.iter().enumerate() {
            say(&format!("Round {round} of {round_count}: {item_count} items at {address}"));
            columns[place].push(drive(address, item_count, processes.get(place).copied())?);
        }
    }
    let mut own = Vec::new();
    let mut wrk: Vec<Vec<Vec<Measure>>> = WRK_CONNECTION_COUNTS.map(|_| Vec::new()).into();
    for rounds in columns {
        let (of_own, of_wrk): (Vec<_>, Vec<_>) =
            rounds.into_iter().map(|round| (round.own, round.wrk)).unzip();
        own.push(medians(of_own));
        let mut of_wrk: Vec<_> = of_wrk.into_iter().map(Vec::into_iter).collect();
        for column in wrk.iter_mut().filter(|_| wrk::is_there()) {
            column.push(medians(of_wrk.iter_mut().filter_map(Iterator::next).collect()));
        }
    }
    print(&format!("{CONNECTION_COUNT} connections of ours"), addresses, &own);
    for (count, column) in WRK_CONNECTION_COUNTS.iter().zip(&wrk).filter(|_| wrk::is_there()) {
        print(&format!("wrk, {count} connections"), addresses, column);
    }
    Ok(())
}

/// For each kind of call, the round of median speed.
fn medians(rounds: Vec<Vec<Measure>>) -> Vec<Measure> {
    let mut rounds: Vec<_> = rounds.into_iter().map(Vec::into_iter).collect();
    let of_kind = KINDS.iter().map(|_| {
        let mut measures: Vec<Measure> = rounds.iter_mut().filter_map(Iterator::next).collect();
        measures.sort_by_key(|measure| measure.per_second);
        measures.swap_remove(measures.len() / 2)
    });
    of_kind.collect()
}

fn drive(address: &str, item_count: u64, process: Option<u32>) -> Result<Round, Failure> {
    let connection = Connection::new(address)?;
    make_table(&connection)?;
    let own = KINDS.iter().map(|kind| measure(address, kind, item_count, process));
    let own = own.collect::<Result<_, _>>()?;
    let mut wrk = Vec::new();
    if wrk::is_there() {
        for count in WRK_CONNECTION_COUNTS {
            let of_kinds = KINDS
                .iter()
                .map(|kind| measure_by_wrk(address, kind, item_count, (count, process)));
            wrk.push(of_kinds.collect::<Result<_, _>>()?);
        }
    }
    connection.call("DeleteTable", &format!(r#"{{"TableName":"{TABLE}"}}"#))?;
    Ok(Round { own, wrk })
}

fn measure_by_wrk(
    address: &str,
    kind: &Kind,
    item_count: u64,
    (connection_count, process): (u64, Option<u32>),
) -> Result<Measure, Failure> {
    let requests = 0..WRK_REQUEST_COUNT.min(item_count);
    let requests: Vec<String> = requests.map(|number| (kind.request)(number, item_count)).collect();
    let before = process.and_then(processor_time);
    let measured = wrk::measure(address, kind.operation, &requests, connection_count)?;
    let after = process.and_then(processor_time);
    Ok(Measure {
        call_count: measured.call_count,
        per_second: measured.per_second,
        median: measured.median,
        late: measured.late,
        server_time: before.zip(after).map(|(before, after)| after.saturating_sub(before)),
        client_time: None,
    })
}

/// The time that a process has used of all processors, in user and in system mode, on Linux.
fn processor_time(process: u32) -> Option<Duration> {
    /// The unit of the times in `/proc/PID/stat`. Source: `man 5 proc`, and `getconf CLK_TCK` on every common system.
    const TICKS_PER_SECOND: u64 = 100;
    let line = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program, in brackets, may contain spaces. User and system time are the fields 14 and 15.
    let (_, fields) = line.rsplit_once(") ")?;
    let mut times = fields.split(' ').skip(11).map_while(|field| field.parse::<u64>().ok());
    let ticks = times.next()? + times.next()?;
    Some(Duration::from_millis(ticks * 1_000 / TICKS_PER_SECOND))
}

fn make_table(connection: &Connection) -> Result<(), Failure> {
    let table = format!(r#"{{"TableName":"{TABLE}"}}"#);
    // There may be one from an interrupted run.
    if connection.send("DeleteTable", &table)?.status == 200 {
        wait(|| Ok(connection.send("DescribeTable", &table)?.status != 200))?;
    }
    connection.call("CreateTable", CREATE_TABLE)?;
    wait(|| {
        let reply = connection.call("DescribeTable", &table)?;
        let text = String::from_utf8_lossy(&reply.body);
        Ok(text.contains(r#""TableStatus":"ACTIVE""#))
    })
}

fn wait(mut is_done: impl FnMut() -> Result<bool, Failure>) -> Result<(), Failure> {
    for _ in 0..600 {
        if is_done()? {
            return Ok(());
        }
        thread::sleep(Duration::from_millis(50));
    }
    Err(Failure::new("The table does not get ready."))
}

fn measure(
    address: &str,
    kind: &Kind,
    item_count: u64,
    process: Option<u32>,
) -> Result<Measure, Failure> {
    let call_count = item_count / kind.items_per_call;
    let times = || [process, Some(std::process::id())].map(|it| it.and_then(processor_time));
    let (start, before) = (Instant::now(), times());
    let shares: Vec<Result<Vec<Duration>, Failure>> = thread::scope(|scope| {
        let share = |first| scope.spawn(move || send_share(address, kind, first, call_count));
        let threads: Vec<_> = (0..CONNECTION_COUNT).map(share).collect();
        let join = |thread: thread::ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|_| Err(Failure::new("A connection panicked.")))
        };
        threads.into_iter().map(join).collect()
    });
    let (time, after) = (start.elapsed(), times());
    let mut latencies = shares.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
    latencies.sort_unstable();
    let at = |percent: usize| {
        let position = latencies.len() * percent / 100;
        let last = latencies.len().saturating_sub(1);
        latencies.get(position.min(last)).copied().unwrap_or_default()
    };
    let used = |place: usize| Some(after[place]?.saturating_sub(before[place]?));
    Ok(Measure {
        call_count,
        per_second: call_count * 1_000_000
            / u64::try_from(time.as_micros()).unwrap_or(u64::MAX).max(1),
        median: at(50),
        late: at(99),
        server_time: used(0),
        client_time: used(1),
    })
}

/// Every eighth call, beginning with one of the first eight.
fn send_share(
    address: &str,
    kind: &Kind,
    first: u64,
    call_count: u64,
) -> Result<Vec<Duration>, Failure> {
    let connection = Connection::new(address)?;
    let mut latencies = Vec::new();
    let mut number = first;
    while number < call_count {
        let request = (kind.request)(number, call_count);
        let start = Instant::now();
        connection.call(kind.operation, &request)?;
        latencies.push(start.elapsed());
        number += CONNECTION_COUNT;
    }
    Ok(latencies)
}

fn print(client: &str, addresses: &[String], columns: &[Vec<Measure>]) {
    say("");
    say(&format!("{client}: calls/s, median, 99 %"));
    print_row("", addresses.iter().cloned());
    for (row, kind) in KINDS.iter().enumerate() {
        let first = columns.first().map_or(0, |column| column[row].per_second);
        let cells = columns.iter().enumerate().map(|(place, column)| {
            let measure = &column[row];
            match place {
                0 => measure.to_string(),
                // How many times as fast the first endpoint is.
                _ => format!("{measure}, {} ×", ratio(first, measure.per_second)),
            }
        });
        print_row(kind.name, cells);
    }
}

/// A ratio with one decimal place.
fn ratio(of: u64, to: u64) -> String {
    let tenths = of * 10 / to.max(1);
    format!("{}.{}", tenths / 10, tenths % 10)
}

fn print_row(name: &str, cells: impl Iterator<Item = String>) {
    let cells: Vec<String> = cells.map(|cell| format!("{cell:>64}")).collect();
    say(&format!("{name:<22}{}", cells.join("  ")));
}

impl std::fmt::Display for Measure {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (median, late) = (self.median.as_micros(), self.late.as_micros());
        write!(formatter, "{} {median} µs {late} µs", self.per_second)?;
        let per_call = |time: Duration| time.as_micros() / u128::from(self.call_count.max(1));
        if let Some(time) = self.server_time {
            write!(formatter, ", {} µs of the server", per_call(time))?;
        }
        if let Some(time) = self.client_time {
            write!(formatter, ", {} µs of the client", per_call(time))?;
        }
        Ok(())
    }
}

const CREATE_TABLE: &str = r#"{
    "TableName": "SparseboxBench", "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [
        { "AttributeName": "customer", "AttributeType": "S" },
        { "AttributeName": "place", "AttributeType": "N" },
        { "AttributeName": "amount", "AttributeType": "N" },
        { "AttributeName": "waiting", "AttributeType": "S" }
    ],
    "KeySchema": [
        { "AttributeName": "customer", "KeyType": "HASH" },
        { "AttributeName": "place", "KeyType": "RANGE" }
    ],
    "LocalSecondaryIndexes": [{
        "IndexName": "ByAmount",
        "KeySchema": [
            { "AttributeName": "customer", "KeyType": "HASH" },
            { "AttributeName": "amount", "KeyType": "RANGE" }
        ],
        "Projection": { "ProjectionType": "KEYS_ONLY" }
    }],
    "GlobalSecondaryIndexes": [{
        "IndexName": "Waiting",
        "KeySchema": [
            { "AttributeName": "waiting", "KeyType": "HASH" },
            { "AttributeName": "amount", "KeyType": "RANGE" }
        ],
        "Projection": { "ProjectionType": "KEYS_ONLY" }
    }]
}"#;

fn key(number: u64) -> String {
    let (customer, place) = (number / ORDERS_PER_CUSTOMER, number % ORDERS_PER_CUSTOMER);
    format!(r#""customer":{{"S":"customer-{customer:05}"}},"place":{{"N":"{place}"}}"#)
}

/// A permutation of the numbers below `count` that looks random, if `count` is not a multiple of the factor.
fn shuffled(number: u64, count: u64) -> u64 {
    const FACTOR: u64 = 2_654_435_761;
    number.wrapping_mul(FACTOR) % count
}

fn put(number: u64, count: u64) -> String {
    let number = shuffled(number, count);
    let waiting = if number.is_multiple_of(10) { r#","waiting":{"S":"yes"}"# } else { "" };
    format!(
        r#"{{"TableName":"{TABLE}","Item":{{{},"amount":{{"N":"{}"}},"note":{{"S":"{:0>120}"}},"lines":{{"L":[{{"M":{{"sku":{{"S":"sku-{number}"}},"count":{{"N":"2"}}}}}}]}}{waiting}}}}}"#,
        key(number),
        shuffled(number, 1_000),
        number
    )
}

fn get(number: u64, count: u64) -> String {
    format!(r#"{{"TableName":"{TABLE}","Key":{{{}}}}}"#, key(shuffled(number + 1, count)))
}

fn update(number: u64, count: u64) -> String {
    format!(
        r#"{{"TableName":"{TABLE}","Key":{{{}}},"UpdateExpression":"SET amount = amount + :one, note = :note","ConditionExpression":"attribute_exists(customer) AND amount < :limit","ExpressionAttributeValues":{{":one":{{"N":"1"}},":note":{{"S":"changed"}},":limit":{{"N":"1000000"}}}}}}"#,
        key(shuffled(number + 2, count))
    )
}

fn query_table(number: u64, count: u64) -> String {
    let customer = shuffled(number, count) / ORDERS_PER_CUSTOMER;
    format!(
        r#"{{"TableName":"{TABLE}","KeyConditionExpression":"customer = :c AND place >= :from","ExpressionAttributeValues":{{":c":{{"S":"customer-{customer:05}"}},":from":{{"N":"{}"}}}},"Limit":{PAGE_LIMIT}}}"#,
        number % ORDERS_PER_CUSTOMER
    )
}

fn query_index(number: u64, _: u64) -> String {
    format!(
        r#"{{"TableName":"{TABLE}","IndexName":"Waiting","KeyConditionExpression":"waiting = :w AND amount >= :from","ExpressionAttributeValues":{{":w":{{"S":"yes"}},":from":{{"N":"{}"}}}},"Limit":{PAGE_LIMIT}}}"#,
        number % 1_000
    )
}
