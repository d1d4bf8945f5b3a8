//! Requests that are sent for some seconds, and which of them are throttled: the blocks `load`, `throughput` and
//! `partitions`.
//!
//! ```text
//! { "TableName": "Orders", "Item": { "id": "${key}", "number": "${n}" } }
//!
//! 500 for 75 s                37,500 accepted
//! 50 a, 150 b for 10 s        a 500 accepted; b 1,000 accepted, 500 TableWriteProvisionedThroughputExceeded
//! ```
//!
//! The requests of a second are spread evenly over it. `${n}` counts them, `${n % 200}` from 0 to 199 and again, `${key}` is the word behind a number.

use std::collections::BTreeMap;

use engine::api;
use engine::api::error::ApiError;
use engine::clock::Timestamp;
use engine::database::Database;
use engine::receipt::Store;
use engine::throughput::dimension::CapacityMode;
use engine::throughput::view::{DimensionThroughput, PartitionThroughput, StoreThroughput};
use notation::long_text::expand;
use notation::marshal;
use serde_json::Value;

use crate::transcript::{columns, grouped};

/// A load that continues from row to row.
#[derive(Debug)]
pub struct Load<'r> {
    operation: &'r str,
    request: &'r str,
    sent_count: u64,
    /// Every error, as `Debug` shows it; each kind once a row.
    pub errors: Vec<String>,
}

/// So many requests a second with one word in them.
struct Stream<'r> {
    rate: u64,
    key: &'r str,
    /// How many requests had each result.
    outcomes: BTreeMap<String, u64>,
}

/// The result of a request that is served.
const ACCEPTED: &str = "accepted";

impl<'r> Load<'r> {
    /// A load that has not started.
    pub fn new(operation: &'r str, request: &'r str) -> Self {
        Self { operation, request, sent_count: 0, errors: Vec::new() }
    }

    /// Sends the requests of a row, and counts their results.
    pub fn run(&mut self, database: &mut Database, row: &str) -> Result<String, String> {
        let (streams, seconds) = row
            .trim()
            .strip_suffix(" s")
            .and_then(|row| row.split_once(" for "))
            .ok_or_else(|| format!("not a load for so many s: {row}"))?;
        let seconds: u64 = seconds.parse().map_err(|_| format!("no number of seconds: {row}"))?;
        let mut streams =
            streams.split(", ").map(Stream::parse).collect::<Result<Vec<_>, String>>()?;
        let Timestamp(start) = database.now();
        for ms in 0..seconds * 1_000 {
            database.advance_to(Timestamp(start + ms));
            for stream in &mut streams {
                for _ in stream.due(ms) {
                    self.send(database, stream)?;
                }
            }
        }
        database.advance_to(Timestamp(start + seconds * 1_000));
        Ok(streams.iter().map(Stream::outcome).collect::<Vec<_>>().join("; "))
    }

    fn send(&mut self, database: &mut Database, stream: &mut Stream<'_>) -> Result<(), String> {
        self.sent_count += 1;
        let text = numbered(self.request, self.sent_count).replace("${key}", stream.key);
        let text = expand(&text);
        let request: Value =
            serde_json::from_str(&text).map_err(|fault| format!("not JSON: {fault}"))?;
        let request = marshal::typed(request).to_string();
        let outcome = match api::execute(database, self.operation, &request).reply {
            Ok(_) => ACCEPTED.to_owned(),
            Err(error) => self.rejection(&error)?,
        };
        *stream.outcomes.entry(outcome).or_default() += 1;
        Ok(())
    }

    /// The first reason for throttling. Any other error is a mistake in the spec.
    fn rejection(&mut self, error: &ApiError) -> Result<String, String> {
        let body = error.to_json();
        let reason = body["ThrottlingReasons"][0]["reason"].as_str();
        let reason = reason.ok_or_else(|| format!("rejected: {error}"))?;
        let debug = format!("{error:?}");
        if !self.errors.contains(&debug) {
            self.errors.push(debug);
        }
        Ok(reason.to_owned())
    }
}

/// A text with the number in place of `${n}`, and the remainder of its division in place of `${n % 200}`.
fn numbered(text: &str, number: u64) -> String {
    let text = text.replace("${n}", &number.to_string());
    let Some((before, after)) = text.split_once("${n % ") else { return text };
    let (divisor, behind) = after.split_once('}').unwrap_or((after, ""));
    let divisor = divisor.parse().unwrap_or(u64::MAX);
    format!("{before}{}{behind}", number % divisor)
}

impl<'r> Stream<'r> {
    fn parse(text: &'r str) -> Result<Self, String> {
        let (rate, key) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let rate = rate.replace(',', "").parse().map_err(|_| format!("no number: {text}"))?;
        Ok(Self { rate, key, outcomes: BTreeMap::new() })
    }

    /// The requests that are sent in a millisecond.
    fn due(&self, ms: u64) -> std::ops::Range<u64> {
        ms * self.rate / 1_000..(ms + 1) * self.rate / 1_000
    }

    fn outcome(&self) -> String {
        let counts = self.outcomes.iter().map(|(outcome, count)| {
            let count = grouped(*count);
            format!("{count} {outcome}")
        });
        // Accepted requests come first.
        let mut counts: Vec<String> = counts.collect();
        counts.sort_by_key(|count| !count.ends_with(ACCEPTED));
        let counts = counts.join(", ");
        if self.key.is_empty() { counts } else { format!("{} {counts}", self.key) }
    }
}

/// A line for the reads and for the writes of each table and global index, and one for the changes that wait.
pub fn throughput(database: &Database) -> String {
    let mut lines = Vec::new();
    for (name, StoreThroughput { read, write, queue, .. }) in all(database) {
        for (kind, dimension) in [("read", read), ("write", write)] {
            lines.push(vec![format!("{name} {kind}"), dimension_words(&dimension)]);
        }
        if let Some(since) = queue.oldest_since {
            let (count, units) = (queue.count, queue.units);
            let words = format!("{count} for {units} units, the first since {since}");
            lines.push(vec![format!("{name} waiting"), words]);
        }
    }
    columns(lines)
}

fn dimension_words(dimension: &DimensionThroughput) -> String {
    let DimensionThroughput { mode, units_per_second, burst, consumed_total, .. } = dimension;
    let rate = grouped(*units_per_second);
    let agreed = match mode {
        CapacityMode::Provisioned { .. } => format!("{rate} provisioned, {burst} saved"),
        CapacityMode::OnDemand { .. } => format!("{rate} on demand"),
    };
    let throttled = grouped(dimension.throttled_total);
    format!("{agreed}, {consumed_total} served, {throttled} throttled")
}

/// A line for each partition: where it begins, what it holds, and the keys that are a tenth or more of its load.
pub fn partitions(database: &Database) -> String {
    let mut lines = Vec::new();
    for (name, StoreThroughput { partitions, .. }) in all(database) {
        for partition in &partitions {
            let PartitionThroughput { first_hash, begins_within_collection, size, .. } = partition;
            let within = if *begins_within_collection { " within a collection" } else { "" };
            let start = format!("from {:04x}{within}", first_hash >> 48);
            let keys = partition.read_keys.iter().chain(&partition.write_keys);
            let keys = keys.filter(|key| key.percent >= 10).map(|key| {
                let item = key.key.iter().flat_map(|item| item.iter());
                let values: Vec<String> = item
                    .map(|(_, value)| engine::api::value::plain_from_value(value).to_string())
                    .collect();
                format!(", {} {} %", values.join("/").replace('"', ""), key.percent)
            });
            let size = grouped(size.0);
            let words = format!("{size} B{}", keys.collect::<String>());
            lines.push(vec![name.clone(), start, words]);
        }
    }
    columns(lines)
}

/// Every table and global index by name: `Orders`, `Orders ByStatus`.
fn all(database: &Database) -> Vec<(String, StoreThroughput)> {
    let mut stores = Vec::new();
    for table in database.tables().map(|table| table.schema.name.as_str()) {
        for store in database.throughput(table).into_iter().flatten() {
            let name = match &store.store {
                Store::Table | Store::Local(_) => table.to_owned(),
                Store::Global(index) => format!("{table} {index}"),
            };
            stores.push((name, store));
        }
    }
    stores
}
