//! Workloads at random: on the table of the model, with every kind of request, key and rate.

use engine::api;
use engine::capacity::throughput::Throughput;
use engine::database::{Config, Database};
use engine::throughput::model::ThroughputModel;
use engine::workload::pattern::AccessPattern;
use engine::workload::rate::RateCurve;
use engine::workload::run::Run;
use engine::workload::{Retries, Workload};

use crate::notation;
use crate::random::Random;

/// Runs of which the bytes are kept in `tests/traffic.txt`.
const DIGEST_COUNT: u64 = 6;

/// A table with indexes of every kind, in the notation of specs.
const NOTATION: &str = "Things  p S  s N
  local  LocalNote     m N        INCLUDE note
  global GlobalTies    g S        INCLUDE note
  global GlobalSparse  f S  h N   KEYS_ONLY
";

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
        r#"{ "TableName": "Things", "IndexName": "GlobalTies", "KeyConditionExpression": "g = :g",
            "ExpressionAttributeValues": { ":g": { "S": "{zipf 5}" } } }"#,
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
const KEYS: [&str; 5] =
    ["{uniform 20}", "{zipf 20}", "{hot 20 80%}", "{round 5}", "{day}.{shard 4}"];

/// A database with an empty table; of three seeds, two limit its throughput, one of them to what is never enough.
pub fn database(seed: u64) -> Database {
    let mut database = Database::new(Config { propagation_spread_ms: 150, ..Config::default() });
    let table = notation::create_table(NOTATION).expect("the notation is right");
    api::call(&mut database, "CreateTable", &table.to_string()).expect("the table is right");
    let units = |units| Throughput { read_units_per_second: units, write_units_per_second: units };
    let scarce = ThroughputModel {
        is_enforced: true,
        partition_ceiling: units(10),
        heat_split_seconds: 2,
        queue_seconds_max: 1,
        ..ThroughputModel::default()
    };
    match seed % 3 {
        0 => {}
        1 => database.set_throughput_model(scarce),
        _ => database
            .set_throughput_model(ThroughputModel { partition_ceiling: units(40), ..scarce }),
    }
    database
}

/// Seeds, and what tells their runs from others: a line each.
pub fn digests() -> String {
    let lines: Vec<String> =
        (0..DIGEST_COUNT).map(|seed| format!("{seed} {:016x}\n", digest(seed))).collect();
    lines.concat()
}

/// A number that tells a run of a seed from others: made of its result, and of all items and entries after it.
fn digest(seed: u64) -> u64 {
    let mut database = database(seed);
    let mut run = Run::new(&workload(seed), &mut database).expect("the workload is right");
    while run.step(&mut database, u64::MAX) {}
    let stored = database.tables().map(|table| {
        let indexes: Vec<_> = table.indexes.iter().map(|index| &index.entries).collect();
        format!("{:?}{indexes:?}", table.items)
    });
    let text = format!("{:?}{:?}{}", run.result(), database.now(), stored.collect::<String>());
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |digest, byte| {
        (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A workload of some seconds, the same for the same seed.
pub fn workload(seed: u64) -> Workload {
    let mut random = Random::new(seed);
    let patterns = (0..2 + random.below(4)).map(|number| {
        let (operation, request) = random.pick(&REQUESTS);
        AccessPattern {
            name: number.to_string(),
            operation: operation.to_owned(),
            request: request.replace("{KEY}", random.pick(&KEYS)),
            rate: rate(&mut random),
        }
    });
    let patterns = patterns.collect();
    let attempt_count_max = random.pick(&[1, 2, 10]);
    let retries = Retries { attempt_count_max, ..Retries::default() };
    Workload { seed, seconds: 6, patterns, retries, ..Workload::default() }
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
