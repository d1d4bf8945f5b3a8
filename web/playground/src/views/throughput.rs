//! The throughput of a table and its global indexes: what flows, what was saved, and which partitions are hot.

use engine::database::Database;
use engine::receipt::Store;
use engine::table::Table;
use engine::table::index::Index;
use engine::table::schema::{Billing, Scope};
use engine::throughput::dimension::CapacityMode;
use engine::throughput::view::{DimensionThroughput, StoreThroughput as Measured};

use crate::analysis::load::{Load, StoreLoad, hottest, step};
use crate::explain::hue::hue_of_index;
use crate::view::first::First;
use crate::view::message::{Argument, Message};
use crate::view::throughput::{BurstView, FlowView, QueueView, StoreThroughput, ThroughputView};
use crate::view::value::{Method, Text, Units};

/// Partitions of a table or index that are shown.
pub const PARTITION_COUNT_MAX: usize = 8;

/// What a table may consume, and does.
pub fn throughput_view(database: &Database, table: &Table) -> ThroughputView {
    let config = database.config();
    let measured = database.throughput(table.schema.name.as_str()).unwrap_or_default();
    let globals = table.indexes.iter().filter(|index| index.schema.scope == Scope::Global);
    let stores = [None].into_iter().chain(globals.map(Some)).map(|index| {
        let store = index.map_or(Store::Table, Index::store);
        let measured = measured.iter().find(|measured| measured.store == store);
        store_view(database, table, index, measured)
    });
    ThroughputView { is_enforced: config.throughput.is_enforced, stores: stores.collect() }
}

fn store_view(
    database: &Database,
    table: &Table,
    index: Option<&Index>,
    measured: Option<&Measured>,
) -> StoreThroughput {
    let name = index.map_or(table.schema.name.as_str(), |index| index.schema.name.as_str());
    let provisioned = match (index, table.schema.billing) {
        (Some(index), _) => table.schema.provisioned_index(&index.schema),
        (None, Billing::Provisioned(throughput)) => Some(throughput),
        (None, Billing::PayPerRequest) => None,
    };
    let provisioned = provisioned.map_or((0, 0), |throughput| {
        (throughput.write_units_per_second, throughput.read_units_per_second)
    });
    let heat: Vec<Load> = measured.map(|measured| heat_now(database, measured)).unwrap_or_default();
    StoreThroughput {
        index: index.map(|_| name.into()),
        name: name.into(),
        hue: hue_of_index(&table.schema, name),
        write: flow(Method::Write, provisioned.0, measured.map(|measured| &measured.write)),
        read: flow(Method::Read, provisioned.1, measured.map(|measured| &measured.read)),
        heat: First::of(&heat, PARTITION_COUNT_MAX).map(|load| step(load.asked, load.capacity)),
        heat_words: Message::plain("heat.now")
            .with("count", Argument::Count(heat.len() as u64))
            .with("percent", hottest(heat.into_iter())),
        queue: measured.and_then(|measured| queue(database, measured)),
    }
}

fn flow(method: Method, provisioned: u64, measured: Option<&DimensionThroughput>) -> FlowView {
    let limit = measured.map_or(provisioned, |measured| measured.units_per_second);
    let consumed = measured.map_or(0, |measured| measured.consumed.halves());
    let burst = measured.filter(|it| matches!(it.mode, CapacityMode::Provisioned { .. }));
    FlowView {
        method,
        limit,
        consumed: Units { halves: consumed },
        percent: percent(consumed, limit * 2),
        burst: burst.map(|measured| BurstView {
            seconds: measured.burst.halves() / (limit * 2).max(1),
            percent: percent(measured.burst.halves(), measured.burst_max.halves()),
        }),
        throttled: measured.map_or(0, |measured| measured.throttled_total),
    }
}

/// How hot each partition is by its writes in the running second.
fn heat_now(database: &Database, measured: &Measured) -> Vec<Load> {
    let second = database.now().0 / 1000;
    let load = StoreLoad::new(database, measured, Method::Write);
    measured.partitions.iter().map(|partition| load.of(partition, second)).collect()
}

/// Hundredths, 100 at most.
fn percent(part: u64, whole: u64) -> u8 {
    u8::try_from(part.saturating_mul(100) / whole.max(1)).unwrap_or(100).min(100)
}

/// What waits for an index, and for which of its partitions.
fn queue(database: &Database, measured: &Measured) -> Option<QueueView> {
    let waiting = measured.queue;
    let age = waiting.oldest_since?.until(database.now());
    let behind = measured.partitions.iter().enumerate().filter(|(_, it)| it.queue.count > 0);
    let behind: Vec<Text> = behind.map(|(position, _)| (position + 1).to_string().into()).collect();
    let key = match (measured.partitions.len(), behind.len()) {
        (0 | 1, _) => "throughput.waiting",
        (_, 1) => "throughput.waiting_in_one",
        (_, _) => "throughput.waiting_in",
    };
    let words = Message::plain(key)
        .with("count", Argument::Count(waiting.count as u64))
        .with("age", Argument::Ms(age))
        .with("partitions", Argument::List(behind));
    Some(QueueView { words, is_pushing_back: waiting.is_throttling })
}
