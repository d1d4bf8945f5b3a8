//! The experiments as `static/experiments.json` has them.

use serde::Deserialize;
use serde_json::Value;

const DATA: &str = include_str!("../../../../../static/experiments.json");

/// The experiments, and the tables that some of them create.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Experiments<'d> {
    #[serde(borrow)]
    pub experiments: Vec<Experiment<'d>>,
    /// Requests of `CreateTable`.
    pub tables: Vec<Value>,
}

/// An experiment as the data has it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Experiment<'d> {
    /// The key of its title, by which it is known.
    pub title: &'d str,
    pub about: &'d str,
    /// Whether the open table needs a global index.
    #[serde(default)]
    pub needs_index: bool,
    /// The tables that it creates; without any, it is about the open table.
    #[serde(default, borrow)]
    pub tables: Vec<&'d str>,
    /// A request of `UpdateTimeToLive` for a table that it creates.
    pub time_to_live: Option<Value>,
    /// How long an expired item stays.
    pub expiry_delay_ms: Option<u64>,
    /// What the open table is to be provisioned with.
    pub provisioned: Option<Provisioned>,
    /// The partition key of requests that are made for the open table, with placeholders.
    #[serde(borrow)]
    pub key: Option<&'d str>,
    /// Their sort key, if it is not one of twenty.
    #[serde(borrow)]
    pub sort: Option<&'d str>,
    #[serde(default = "usual_seconds")]
    pub seconds: u64,
    #[serde(default = "yes")]
    pub retries: bool,
    /// Whether the tables begin with all the burst that they can save.
    #[serde(default = "yes")]
    pub idle: bool,
    #[serde(borrow)]
    pub requests: Vec<ExperimentRequest<'d>>,
}

/// A request of an experiment.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExperimentRequest<'d> {
    pub operation: &'d str,
    #[serde(borrow)]
    pub name: Option<&'d str>,
    /// The request, if it is not made for the open table.
    pub request: Option<Value>,
    /// What a Query for the open table reads.
    pub of: Option<Queried>,
    /// The partition key, if it is another than that of the other requests.
    #[serde(borrow)]
    pub key: Option<&'d str>,
    /// Points of a curve: seconds, and requests a second; in percent of the write units of the open table if it is made for it.
    pub rate: Vec<(u64, u64)>,
}

/// What a Query reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Queried {
    Table,
    /// Each global index.
    Indexes,
    FirstIndex,
}

/// Read and write units a second.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Provisioned {
    pub table: (u64, u64),
    /// Of the first global index.
    pub first_index: (u64, u64),
    /// Of every other global index.
    pub other_indexes: (u64, u64),
}

fn usual_seconds() -> u64 {
    60
}

fn yes() -> bool {
    true
}

impl Experiments<'static> {
    pub(super) fn read() -> Self {
        serde_json::from_str(DATA).expect("the data of the experiments is right")
    }
}

impl Experiments<'_> {
    /// The request that creates a table.
    pub(super) fn table(&self, name: &str) -> &Value {
        let table = self.tables.iter().find(|table| table["TableName"] == name);
        table.expect("a table of an experiment is in the data")
    }
}
