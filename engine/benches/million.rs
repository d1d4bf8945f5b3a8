//! A million simulated writes, natively by `benches/engine.rs` and in a browser by `web/examples/bench.rs`.
//!
//! Orders of about 150 bytes into a provisioned table with a sparse global index that has one in twenty of them. The
//! throughput of both is enforced, and enough: some forty partitions of the table are asked by one request after the other.

use std::fmt;

use engine::api;
use engine::database::{Config, Database};
use engine::throughput::model::ThroughputModel;
use engine::workload::Workload;
use engine::workload::pattern::AccessPattern;
use engine::workload::rate::RateCurve;
use engine::workload::run::Run;

/// Writes of a run.
pub(crate) const WRITE_COUNT: u64 = 1_000_000;

/// Writes in a second of virtual time.
const PER_SECOND: u64 = 20_000;

const CREATE_TABLE: &str = r#"{
    "TableName": "Orders",
    "ProvisionedThroughput": { "ReadCapacityUnits": 1000, "WriteCapacityUnits": 40000 },
    "AttributeDefinitions": [
        { "AttributeName": "CustomerId", "AttributeType": "S" },
        { "AttributeName": "OrderId", "AttributeType": "S" },
        { "AttributeName": "OpenSince", "AttributeType": "S" }
    ],
    "KeySchema": [
        { "AttributeName": "CustomerId", "KeyType": "HASH" },
        { "AttributeName": "OrderId", "KeyType": "RANGE" }
    ],
    "GlobalSecondaryIndexes": [{
        "IndexName": "OpenOrders",
        "KeySchema": [
            { "AttributeName": "CustomerId", "KeyType": "HASH" },
            { "AttributeName": "OpenSince", "KeyType": "RANGE" }
        ],
        "Projection": { "ProjectionType": "KEYS_ONLY" },
        "ProvisionedThroughput": { "ReadCapacityUnits": 1000, "WriteCapacityUnits": 5000 }
    }]
}"#;

/// Which items are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keys {
    /// One of ten thousand, again and again.
    TenThousand,
    /// Each time another: the table grows to a million items.
    AllDifferent,
}

impl Keys {
    pub(crate) const ALL: [Self; 2] = [Self::TenThousand, Self::AllDifferent];

    /// Customer and order; each customer has some ten orders.
    fn key(self) -> [&'static str; 2] {
        match self {
            Self::TenThousand => ["C-{uniform 1000}", "O-{uniform 10}"],
            Self::AllDifferent => ["C-{uniform 100000}", "O-{sequence}"],
        }
    }
}

impl fmt::Display for Keys {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::TenThousand => "ten_thousand_items",
            Self::AllDifferent => "a_million_items",
        })
    }
}

/// A table for a run.
pub(crate) fn database() -> Database {
    let throughput = ThroughputModel { is_enforced: true, ..ThroughputModel::default() };
    let mut database = Database::new(Config { throughput, ..Config::default() });
    api::call(&mut database, "CreateTable", CREATE_TABLE).expect("the table is right");
    database
}

/// Runs all writes, and returns how many succeeded.
pub(crate) fn run(database: &mut Database, keys: Keys) -> u64 {
    let [customer, order] = keys.key();
    let request = format!(
        r#"{{ "TableName": "Orders", "Item": {{
            "CustomerId": {{ "S": "{customer}" }}, "OrderId": {{ "S": "{order}" }},
            "OpenSince": {{ "S": "{{maybe 5%}}{{day}}" }}, "Amount": {{ "N": "{{uniform 400}}" }},
            "Note": {{ "S": "{{text 80}}" }} }} }}"#
    );
    let put = AccessPattern {
        name: "Put".to_owned(),
        operation: "PutItem".to_owned(),
        request,
        rate: RateCurve::constant(PER_SECOND),
    };
    let seconds = WRITE_COUNT / PER_SECOND;
    let workload = Workload { seconds, patterns: vec![put], ..Workload::default() };
    let mut run = Run::new(&workload, database).expect("the workload is right");
    while run.step(database, 10_000) {}
    run.result().counts.succeeded
}
