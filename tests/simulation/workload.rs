//! Random workloads on the tables of the simulation, and what must be true of the result of any run.

use std::collections::BTreeSet;

use engine::capacity::units::CapacityUnits;
use engine::database::Database;
use engine::receipt::Store;
use engine::workload::pattern::AccessPattern;
use engine::workload::rate::RateCurve;
use engine::workload::result::{Counts, RunResult, RunStore};
use engine::workload::run::Run;
use engine::workload::{Retries, RunLimits, RunStart, Workload};

use crate::random::Random;
use crate::simulation::schema::Table;

/// Turns of a run between two checks of its sums.
const SLICE: u64 = 100;

/// Requests with placeholders: operation and JSON.
const REQUESTS: [(&str, &str); 9] = [
    (
        "PutItem",
        r#"{ "TableName": "Things", "Item": { "p": { "S": "{KEY}" }, "s": { "N": "{uniform 9}" },
            "m": { "N": "{maybe 50%}{uniform 3}" }, "g": { "S": "{maybe 50%}{zipf 5}" },
            "f": { "S": "{maybe 10%}{minute}" }, "h": { "N": "{hot 5 50%}" },
            "note": { "S": "{text 1100}" } } }"#,
    ),
    (
        "PutItem",
        r#"{ "TableName": "Things", "Item": { "p": { "S": "{KEY}" }, "s": { "N": "{sequence}" },
            "g": { "S": "{day}.{hash 7 p}" } }, "ConditionExpression": "attribute_not_exists(p)" }"#,
    ),
    (
        "DeleteItem",
        r#"{ "TableName": "Things", "Key": { "p": { "S": "{KEY}" }, "s": { "N": "{uniform 9}" } } }"#,
    ),
    (
        "UpdateItem",
        r#"{ "TableName": "Things", "Key": { "p": { "S": "{KEY}" }, "s": { "N": "{uniform 9}" } },
            "UpdateExpression": "SET g = :g, h = :h REMOVE m",
            "ExpressionAttributeValues": { ":g": { "S": "{round 3}" }, ":h": { "N": "{unix}" } } }"#,
    ),
    (
        "UpdateItem",
        r#"{ "TableName": "Things", "Key": { "p": { "S": "{KEY}" }, "s": { "N": "{uniform 9}" } },
            "UpdateExpression": "SET m = :m REMOVE g, f", "ConditionExpression": "attribute_exists(g)",
            "ExpressionAttributeValues": { ":m": { "N": "{uniform 9}" } } }"#,
    ),
    (
        "GetItem",
        r#"{ "TableName": "Things", "Key": { "p": { "S": "{KEY}" }, "s": { "N": "{uniform 9}" } } }"#,
    ),
    (
        "Query",
        r#"{ "TableName": "Things", "KeyConditionExpression": "p = :p",
            "ExpressionAttributeValues": { ":p": { "S": "{zipf 5}" } } }"#,
    ),
    (
        "BatchWriteItem",
        r#"{ "RequestItems": { "Things": [
            { "PutRequest": { "Item": { "p": { "S": "{KEY}" }, "s": { "N": "1{uniform 9}" } } } },
            { "DeleteRequest": { "Key": { "p": { "S": "{KEY}" }, "s": { "N": "{uniform 9}" } } } } ] } }"#,
    ),
    (
        "TransactWriteItems",
        r#"{ "TransactItems": [
            { "Put": { "TableName": "Things", "Item": { "p": { "S": "{KEY}" }, "s": { "N": "2{uniform 9}" },
                "f": { "S": "x" }, "h": { "N": "{uniform 9}" } } } },
            { "Delete": { "TableName": "Things", "Key": { "p": { "S": "{KEY}" }, "s": { "N": "{uniform 9}" } } } } ] }"#,
    ),
];

/// How keys are chosen.
const KEYS: [&str; 6] =
    ["{block 30}", "{uniform 20}", "{zipf 20}", "{hot 20 80%}", "{round 5}", "{day}.{shard 4}"];

/// How the last digit of a binary key is chosen.
const BINARY_KEYS: [&str; 4] = ["{uniform 9}", "{zipf 9}", "{hot 9 80%}", "{round 5}"];

/// A workload of some seconds, the same for the same seed. `binary` are the key attributes of type B.
pub fn draw(seed: u64, binary: &BTreeSet<&str>) -> Workload {
    let mut random = Random::new(seed);
    let patterns = (0..2 + random.below(4)).map(|number| {
        let (operation, request) = random.pick(&REQUESTS);
        AccessPattern {
            name: number.to_string(),
            operation: operation.to_owned(),
            request: match binary.contains("p") {
                true => with_binary_keys(request, random.pick(&BINARY_KEYS)),
                false => request.replace("{KEY}", random.pick(&KEYS)),
            },
            rate: rate(&mut random),
        }
    });
    let patterns = patterns.collect();
    let attempt_count_max = random.pick(&[1, 2, 10]);
    let retries = Retries { attempt_count_max, ..Retries::default() };
    let limits = random.pick(&[RunLimits::AsConfigured, RunLimits::On, RunLimits::Off]);
    let start = RunStart::AsMetered;
    Workload { seed, seconds: 6, patterns, retries, limits, start }
}

/// The request with partition keys of type B. Four digits of base 64 are three bytes.
fn with_binary_keys(request: &str, digit: &str) -> String {
    let key = format!(r#"{{ "B": "AAA{digit}" }}"#);
    let in_keys = request.replace(r#"{ "S": "{KEY}" }"#, &key);
    in_keys.replace(r#"":p": { "S": "{zipf 5}" }"#, r#"":p": { "B": "AAA{zipf 5}" }"#)
}

fn rate(random: &mut Random) -> RateCurve {
    let (low, high) = (random.below(20), 20 + random.below(80));
    match random.below(4) {
        0 => RateCurve::constant(high),
        1 => RateCurve::ramp(low, high, 4),
        2 => RateCurve::spike(low, high, 2, 2),
        _ => RateCurve::wave(low, high, 4, 6),
    }
}

/// The same workload with requests that the run cannot fill in directly: each goes through JSON.
pub fn in_json(workload: &Workload) -> Workload {
    let mut in_json = workload.clone();
    for pattern in &mut in_json.patterns {
        let asked = r#"{ "ReturnConsumedCapacity": "TOTAL", "#;
        pattern.request = pattern.request.replacen('{', asked, 1);
    }
    in_json
}

/// Runs a workload to its end, and checks the sums of its result at intervals.
pub fn run(workload: &Workload, database: &mut Database) -> Result<RunResult, String> {
    let metered = |database: &Database| {
        let stores = database.throughput(Table::Things.name())?;
        stores.first().map(|table| table.write.consumed_total)
    };
    let mut run = Run::new(workload, database).expect("the workload is legal");
    let before = metered(database);
    while run.step(database, SLICE) {
        sums_agree(run.result())?;
    }
    sums_agree(run.result())?;
    if let (Some(before), Some(after)) = (before, metered(database)) {
        let of_table = |store: &&RunStore| matches!(store.store, Store::Table | Store::Local(_));
        let charged = run.result().stores.iter().filter(of_table).map(|it| it.total.written).sum();
        same("metered writes", after, before + charged)?;
    }
    Ok(run.finish(database))
}

/// Requests, attempts and units have equal sums by the second, by the pattern and by the table or index.
fn sums_agree(result: &RunResult) -> Result<(), String> {
    let Counts { issued, succeeded, failed, throttled, retried, dropped, .. } = result.counts;
    same("requests", issued, succeeded + failed + dropped + result.waiting_count)?;
    same("attempts", issued + retried, succeeded + failed + throttled)?;
    let both = |counts: Counts| (counts.issued, counts.succeeded);
    let add = |sum: (u64, u64), counts: Counts| (sum.0 + counts.issued, sum.1 + counts.succeeded);
    let seconds = result.seconds.iter().map(|it| it.counts).fold((0, 0), add);
    let patterns = result.patterns.iter().map(|it| it.counts).fold((0, 0), add);
    same("seconds", both(result.counts), seconds)?;
    same("patterns", both(result.counts), patterns)?;
    let mut sum = [CapacityUnits::ZERO; 2];
    for (position, store) in result.stores.iter().enumerate() {
        let seconds = || result.seconds.iter().map(|second| second.stores[position]);
        same("read", store.total.read, seconds().map(|it| it.read).sum())?;
        same("written", store.total.written, seconds().map(|it| it.written).sum())?;
        same("applied", store.total.applied, seconds().map(|it| it.applied).sum())?;
        sum[0] += store.total.read;
        sum[1] += store.total.written;
        let reasons = store.throttles.iter().map(|it| it.count).sum();
        same("throttled", store.total.throttled_count, reasons)?;
    }
    same("read by patterns", sum[0], result.patterns.iter().map(|it| it.read).sum())?;
    same("written by patterns", sum[1], result.patterns.iter().map(|it| it.written).sum())?;
    let is_meant = |error: &str| error.contains("condition") || error.contains("Transaction");
    match result.rejections.iter().find(|rejection| !is_meant(&rejection.error)) {
        Some(rejection) => Err(format!("rejected: {rejection:?}")),
        None => Ok(()),
    }
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, left: T, right: T) -> Result<(), String> {
    match left == right {
        true => Ok(()),
        false => Err(format!("{what}: {left:?} and {right:?}")),
    }
}
