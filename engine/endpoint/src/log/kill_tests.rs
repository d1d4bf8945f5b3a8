//! A kill at every entry of random logs: the database that is made again is the one that ran, byte for byte.

use std::collections::BTreeMap;

use engine::api::{self, snapshot};
use engine::capacity::throughput::Throughput;
use engine::clock::Timestamp;
use engine::database::{Config, Database, LifecycleDelays};
use engine::model::bytes::Bytes;
use engine::operation::Operation;
use engine::receipt::UnitKind;
use engine::throughput::decision::Decision;
use engine::throughput::model::ThroughputModel;
use engine::throughput::scaling::ScalingPolicy;
use fastrand::Rng;
use serde_json::{Value, json};

use super::*;
use crate::clock::Moment;
use crate::log::recorder::Recorder;
use crate::log::replay::replay;
use crate::log::reserve::Reserve;
use crate::service::Service;

/// The time at which the databases begin, in seconds since 1970.
const EPOCH_SECONDS: u64 = 1_700_000_000;

/// Calls of a run. With the limits below some hundreds of them change something.
const CALL_COUNT: usize = 300;

const SEED_COUNT: u64 = 3;

/// What is provisioned for a table until it is scaled, as a snapshot has it.
const PROVISIONED: &str =
    r#""ProvisionedThroughput":{"ReadCapacityUnits":2,"WriteCapacityUnits":4}"#;

/// What a run left, and what it was after each of its entries.
struct Run {
    /// The snapshot with which it began.
    beginning: String,
    entries: Vec<Entry>,
    /// The database after each entry.
    states: BTreeMap<u64, String>,
}

/// A database in which little throughput is there, changes of indexes take a while, and tables follow what is used.
fn database(seed: u64) -> Database {
    let throughput = ThroughputModel {
        is_enforced: true,
        partition_ceiling: Throughput { read_units_per_second: 24, write_units_per_second: 12 },
        partition_size: Bytes(6_000),
        burst_seconds: 2,
        heat_split_seconds: 2,
        queue_seconds_max: 1,
        ..ThroughputModel::default()
    };
    let lifecycle = LifecycleDelays {
        create_table_ms: 40,
        delete_table_ms: 30,
        expire_item_ms: 700,
        ..LifecycleDelays::default()
    };
    let mut database = Database::new(Config {
        epoch_seconds: EPOCH_SECONDS,
        propagation_delay_ms: 60,
        propagation_spread_ms: 90,
        seed,
        throughput,
        lifecycle,
        ..Config::default()
    });
    let rates = json!({ "ReadCapacityUnits": 2, "WriteCapacityUnits": 4 });
    let of_index = json!({ "ReadCapacityUnits": 2, "WriteCapacityUnits": 2 });
    let key = |name: &str, kind: &str| json!({ "AttributeName": name, "KeyType": kind });
    let attribute =
        |name: &str, kind: &str| json!({ "AttributeName": name, "AttributeType": kind });
    let definitions = [attribute("k", "S"), attribute("n", "N"), attribute("day", "S")];
    let index = |rates: Option<&Value>| {
        let mut index = json!({
            "IndexName": "ByDay", "KeySchema": [key("day", "HASH"), key("n", "RANGE")],
            "Projection": { "ProjectionType": "ALL" },
        });
        if let Some(rates) = rates {
            index["ProvisionedThroughput"] = rates.clone();
        }
        index
    };
    let tables = [
        json!({
            "TableName": "Paid", "ProvisionedThroughput": rates,
            "AttributeDefinitions": definitions, "KeySchema": [key("k", "HASH"), key("n", "RANGE")],
            "GlobalSecondaryIndexes": [index(Some(&of_index))],
            "StreamSpecification": { "StreamEnabled": true, "StreamViewType": "KEYS_ONLY" },
        }),
        json!({
            "TableName": "Free", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": definitions, "KeySchema": [key("k", "HASH"), key("n", "RANGE")],
            "GlobalSecondaryIndexes": [index(None)],
        }),
    ];
    for table in tables {
        api::call(&mut database, "CreateTable", &table.to_string()).unwrap();
        database.advance_to(Timestamp(database.now().0 + 100));
    }
    for table in ["Paid", "Free"] {
        let time_to_live = json!({
            "TableName": table,
            "TimeToLiveSpecification": { "AttributeName": "until", "Enabled": true },
        });
        api::call(&mut database, "UpdateTimeToLive", &time_to_live.to_string()).unwrap();
    }
    let policy = ScalingPolicy { units_min: 2, units_max: 40, target_percent: 20 };
    for kind in [UnitKind::Read, UnitKind::Write] {
        database.set_scaling("Paid", None, kind, Some(policy)).unwrap();
    }
    database
}

/// Runs random calls and notes the database after each entry.
fn run(seed: u64) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data.json.log");
    let database = database(seed);
    let beginning = snapshot::save(&database);
    let log = Log::create(&path, 5).unwrap();
    let reserve = Reserve { path: folder.path().join("reserve") };
    let position = LogPosition { id: 5, through: 0 };
    let service = Service::new(database, Some(Recorder::start(log, position, reserve)));
    let mut states = BTreeMap::new();
    let start_ms = EPOCH_SECONDS * 1_000 + 1_000;
    let mut moment = Moment { unix_ms: start_ms, steady_ms: 0 };
    let chance = Rng::with_seed(seed);
    let mut caller = Caller { chance, number: 0, now: 0, table: "Paid", sent: Vec::new() };
    for number in 0..CALL_COUNT {
        moment.steady_ms += match caller.chance.u32(..150) {
            0 => caller.chance.u64(30_000..130_000),
            1..12 => caller.chance.u64(500..3_000),
            _ => caller.chance.u64(..400),
        };
        // Now and then the clock is set: back, and ahead by so much that all would expire.
        moment.unix_ms = match caller.chance.u32(..60) {
            0 => moment.unix_ms - 600_000,
            1 => moment.unix_ms + 40 * 24 * 3_600_000,
            _ => start_ms + moment.steady_ms,
        };
        (caller.number, caller.now) = (number, EPOCH_SECONDS + moment.steady_ms / 1_000);
        let (operation, request) = caller.call();
        service.call_at(moment, Operation::from_name(operation).unwrap(), &request.to_string());
        let state = service.state();
        // What changes nothing may still let time pass.
        let through = state.position.unwrap().through;
        states.entry(through).or_insert_with(|| snapshot::save(&state.database));
    }
    service.recorder().unwrap().stop();
    let content = read(&path, 0).unwrap();
    assert_eq!(content.damages, Vec::<String>::new());
    Run { beginning, entries: content.entries, states }
}

/// What random calls are made of.
struct Caller {
    chance: Rng,
    /// The number of the call.
    number: usize,
    /// Seconds since 1970.
    now: u64,
    table: &'static str,
    /// Transactions that were sent.
    sent: Vec<Value>,
}

impl Caller {
    fn key(&mut self) -> Value {
        // One key is asked for far more often than the others.
        let name = if self.chance.bool() { 0 } else { self.chance.u32(..6) };
        let number = self.chance.u32(..7);
        json!({ "k": { "S": format!("key-{name}") }, "n": { "N": number.to_string() } })
    }

    /// Some keys, no two alike.
    fn keys(&mut self) -> Vec<Value> {
        let count = self.chance.u32(4..12);
        let keys = (0..count).map(|_| self.key()).map(|key| (key.to_string(), key));
        keys.collect::<BTreeMap<_, _>>().into_values().collect()
    }

    fn item(&mut self, mut key: Value) -> Value {
        key["number"] = json!({ "N": self.number.to_string() });
        key["note"] = json!({ "S": "x".repeat(self.chance.usize(..1_500)) });
        if self.chance.u32(..3) > 0 {
            key["day"] = json!({ "S": format!("day-{}", self.chance.u32(..3)) });
        }
        if self.chance.u32(..5) == 0 {
            key["until"] = json!({ "N": (self.now + self.chance.u64(..20)).to_string() });
        }
        key
    }

    /// PartiQL that changes the item with a key, or reads it.
    fn statement(&mut self, key: &Value, writes: bool) -> Value {
        let (table, number) = (self.table, self.number);
        let (k, n) = (key["k"]["S"].as_str().unwrap(), key["n"]["N"].as_str().unwrap());
        let place = format!("WHERE k = '{k}' AND n = {n}");
        let text = match (writes, self.chance.bool()) {
            (false, _) => format!("SELECT * FROM {table} {place}"),
            (true, true) => format!("UPDATE {table} SET number = {number} {place}"),
            (true, false) => format!("DELETE FROM {table} {place}"),
        };
        json!({ "Statement": text })
    }

    fn write_request(&mut self, key: Value) -> Value {
        match self.chance.u32(..4) {
            0 => json!({ "DeleteRequest": { "Key": key } }),
            _ => json!({ "PutRequest": { "Item": self.item(key) } }),
        }
    }

    fn transaction(&mut self) -> Value {
        // A client that has no answer sends the same request again.
        if self.chance.u32(..3) == 0 && !self.sent.is_empty() {
            return self.sent[self.chance.usize(..self.sent.len())].clone();
        }
        let (key, put_key) = (self.key(), self.key());
        let update = json!({
            "TableName": self.table, "Key": key, "UpdateExpression": "ADD total :one",
            "ExpressionAttributeValues": { ":one": { "N": "1" } },
        });
        let other = if self.table == "Paid" { "Free" } else { "Paid" };
        let put = json!({ "TableName": other, "Item": self.item(put_key) });
        let request = json!({
            "TransactItems": [{ "Update": update }, { "Put": put }],
            "ClientRequestToken": format!("token-{}", self.number),
        });
        self.sent.push(request.clone());
        request
    }

    fn update(&mut self) -> Value {
        json!({
            "TableName": self.table, "Key": self.key(),
            "UpdateExpression": "ADD total :one SET number = :number",
            "ConditionExpression": "attribute_not_exists(total) OR total < :limit",
            "ExpressionAttributeValues": {
                ":one": { "N": "1" }, ":limit": { "N": "9" },
                ":number": { "N": self.number.to_string() },
            },
        })
    }

    fn call(&mut self) -> (&'static str, Value) {
        let table = if self.chance.u32(..3) > 0 { "Paid" } else { "Free" };
        self.table = table;
        let (kind, key) = (self.chance.u32(..18), self.key());
        match kind {
            0 | 1 => ("PutItem", json!({ "TableName": table, "Item": self.item(key) })),
            2 | 3 => ("UpdateItem", self.update()),
            4 => ("DeleteItem", json!({ "TableName": table, "Key": key })),
            5..8 => {
                let requests = self.keys().into_iter().map(|key| self.write_request(key));
                let requests: Vec<Value> = requests.collect();
                ("BatchWriteItem", json!({ "RequestItems": { table: requests } }))
            }
            8 => {
                let keys = json!({ "Keys": self.keys(), "ConsistentRead": true });
                ("BatchGetItem", json!({ "RequestItems": { table: keys } }))
            }
            9 => ("ExecuteStatement", self.statement(&key, true)),
            10 | 11 => {
                let writes = self.chance.u32(..4) > 0;
                let statements = self.keys().into_iter().map(|key| self.statement(&key, writes));
                let statements: Vec<Value> = statements.collect();
                ("BatchExecuteStatement", json!({ "Statements": statements }))
            }
            12 => ("TransactWriteItems", self.transaction()),
            13 => (
                "Query",
                json!({
                    "TableName": table, "KeyConditionExpression": "k = :k",
                    "ExpressionAttributeValues": { ":k": { "S": "key-0" } },
                }),
            ),
            14 => ("Scan", json!({ "TableName": table, "IndexName": "ByDay", "Limit": 20 })),
            15 => (
                "CreateTable",
                json!({
                    "TableName": "Short", "BillingMode": "PAY_PER_REQUEST",
                    "AttributeDefinitions": [{ "AttributeName": "k", "AttributeType": "S" }],
                    "KeySchema": [{ "AttributeName": "k", "KeyType": "HASH" }],
                }),
            ),
            16 => ("DeleteTable", json!({ "TableName": "Short" })),
            _ => ("GetItem", json!({ "TableName": table, "Key": key })),
        }
    }
}

fn seeds() -> std::ops::Range<u64> {
    match std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()) {
        Some(seed) => seed..seed + 1,
        None => 0..SEED_COUNT,
    }
}

#[test]
fn a_kill_at_every_entry_leaves_the_database_that_ran() {
    let (mut rejected, mut scaled, mut partial) = (0, 0, BTreeMap::new());
    for seed in seeds() {
        let Run { beginning, entries, states } = run(seed);
        // From the beginning, and from a snapshot now and then.
        let snapshots = states.iter().filter(|(through, _)| *through % 200 == 99);
        let snapshots = snapshots.map(|(through, text)| (*through, text));
        for (through, snapshot) in [(0, &beginning)].into_iter().chain(snapshots) {
            let mut database = snapshot::load(snapshot).unwrap();
            for entry in entries.iter().filter(|entry| entry.sequence > through) {
                let replayed =
                    replay(&mut database, std::slice::from_ref(entry), entry.sequence - 1);
                assert_eq!(replayed, (entry.sequence, Vec::new()), "SEED={seed}");
                let is_same = snapshot::save(&database) == states[&entry.sequence];
                assert!(is_same, "SEED={seed}, from {through}: {entry:?}");
            }
        }
        for Entry { operation, decision, .. } in &entries {
            rejected += usize::from(decision.is_rejected);
            if !decision.throttled_parts.is_empty() {
                *partial.entry(operation.clone()).or_insert(0) += 1;
            }
        }
        let ran = |part: &str| states.values().any(|state| state.contains(part));
        assert!(ran("\"splits\""), "SEED={seed}: no partition was split");
        assert!(ran("\"waiting\""), "SEED={seed}: no change waited for an index");
        assert!(ran("\"Expire\""), "SEED={seed}: nothing expires");
        scaled += usize::from(!states.values().all(|state| state.contains(PROVISIONED)));
    }
    if std::env::var("SEED").is_err() {
        assert!(rejected > 30 && scaled > 0, "{rejected} rejected, {scaled} runs scaled a table");
        for operation in ["BatchWriteItem", "BatchGetItem", "BatchExecuteStatement"] {
            assert!(partial.get(operation).is_some_and(|count| *count > 1), "{partial:?}");
        }
    }
}

/// The items of the tables, without what is left of throughput.
fn items(database: &Database) -> Vec<String> {
    let tables = database.tables();
    let items =
        tables.flat_map(|table| table.items.iter().map(|(_, stored)| format!("{stored:?}")));
    items.collect()
}

/// The items after a replay without limits of throughput. Without decisions, each request is decided again.
fn items_without_limits(Run { beginning, entries, .. }: &Run, with_decisions: bool) -> Vec<String> {
    let mut database = snapshot::load(beginning).unwrap();
    let model = database.config().throughput;
    database.set_throughput_model(ThroughputModel { is_enforced: false, ..model });
    for Entry { at, operation, decision, request, .. } in entries {
        database.advance_to(*at);
        match with_decisions {
            true => api::repeat(&mut database, operation, request, decision).unwrap(),
            false => drop(api::execute(&mut database, operation, request)),
        }
    }
    items(&database)
}

#[test]
fn what_was_decided_stays_decided_although_more_throughput_is_there() {
    let run = run(17);
    let ran = items(&snapshot::load(run.states.values().last().unwrap()).unwrap());
    assert!(items_without_limits(&run, true) == ran);
    assert!(items_without_limits(&run, false) != ran, "without the decisions others are made");
}

#[test]
fn a_rejected_request_is_not_performed_by_a_database_with_more_throughput() {
    let mut database = database(1);
    let put = json!({ "TableName": "Paid", "Item": { "k": { "S": "a" }, "n": { "N": "1" } } });
    let rejected = Decision { is_rejected: true, ..Decision::default() };
    let before = items(&database);
    api::repeat(&mut database, "PutItem", &put.to_string(), &rejected).unwrap();
    assert_eq!(items(&database), before);
}
