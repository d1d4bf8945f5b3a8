//! What a table or index gave in a run, second by second.

use engine::capacity::units::CapacityUnits;
use engine::database::Database;
use engine::receipt::Store;
use engine::workload::result::{RunResult, RunSecond, RunStore, StoreMeter, StoreUse};

use crate::explain::hue::hue_of_index;
use crate::explain::receipt::units;
use crate::view::message::{Argument, Message};
use crate::view::value::{Hue, Method, Text};
use crate::view::workload::{RunFlow, busiest};

/// The seconds of a column that have begun.
pub(super) fn of_column(result: &RunResult, (width, column): (usize, usize)) -> &[RunSecond] {
    result.seconds.chunks(width).nth(column).unwrap_or_default()
}

/// The reads or writes of a store, second by second: units, rounded up to whole ones.
pub(super) struct StoreSeconds {
    pub consumed: Vec<u64>,
    throttled: Vec<u64>,
    /// Up to the last second that is known.
    pub limit: Vec<u64>,
}

impl StoreSeconds {
    pub(super) fn of(result: &RunResult, place: usize, method: Method) -> Self {
        let seconds = || result.seconds.iter().map(|second| in_second(result, place, second));
        let whole = |units: CapacityUnits| units.halves().div_ceil(2);
        let consumed = seconds().map(|uses| whole(consumed(&uses, method))).collect();
        let throttled = seconds().map(|uses| whole(throttled(&uses, method))).collect();
        let mut limit: Vec<u64> =
            result.seconds.iter().map(|it| limit(&it.meters[place], method)).collect();
        // The limit of the second that runs is known at its end.
        let known = limit.iter().rposition(|limit| *limit > 0).map_or(0, |last| last + 1);
        limit.truncate(known);
        Self { consumed, throttled, limit }
    }

    fn asked(&self, second: usize) -> u64 {
        self.consumed[second] + self.throttled[second]
    }
}

/// What the partitions of a store served in a second.
fn in_second(result: &RunResult, place: usize, second: &RunSecond) -> StoreUse {
    result.served(place, |store| second.stores[store])
}

fn consumed(uses: &StoreUse, method: Method) -> CapacityUnits {
    match method {
        Method::Read => uses.read,
        Method::Write => uses.written,
    }
}

fn throttled(uses: &StoreUse, method: Method) -> CapacityUnits {
    match method {
        Method::Read => uses.throttled_read,
        Method::Write => uses.throttled_written,
    }
}

pub(super) fn flow(
    result: &RunResult,
    place: usize,
    method: Method,
    column: (usize, usize),
) -> RunFlow {
    let RunStore { total: charged, .. } = &result.stores[place];
    let total = result.served(place, |store| result.stores[store].total);
    let attempts = match method {
        Method::Read => total.throttled_read_count,
        Method::Write => total.throttled_count - total.throttled_read_count,
    };
    let all = StoreSeconds::of(result, place, method);
    let (width, chosen) = column;
    let busiest = busiest(&all.consumed, &all.throttled, width);
    let second = busiest.get(chosen).copied().unwrap_or_default();
    let pick = |values: &[u64]| -> Vec<u64> {
        busiest.iter().filter_map(|second| values.get(*second).copied()).collect()
    };
    let uses = result.seconds.get(second).map(|it| in_second(result, place, it));
    let uses = uses.unwrap_or_default();
    let halves = |units: CapacityUnits| Argument::HalfUnits(units.halves());
    let key = match (all.limit.is_empty(), width) {
        (true, 1) => "workload.flow_unlimited",
        (false, 1) => "workload.flow",
        (true, _) => "workload.flow_busiest_unlimited",
        (false, _) => "workload.flow_busiest",
    };
    let said = Message::plain(key)
        .with("second", Argument::Count(second as u64))
        .with("used", halves(consumed(&uses, method)))
        .with("throttled", halves(throttled(&uses, method)))
        .with("limit", Argument::Count(all.limit.get(second).copied().unwrap_or_default()));
    let heights = busiest.iter().map(|second| all.asked(*second));
    let in_column = of_column(result, column).iter();
    RunFlow {
        method,
        max: heights.max().unwrap_or_default().max(1),
        said,
        consumed: pick(&all.consumed),
        throttled: pick(&all.throttled),
        limit: pick(&all.limit),
        total: units(consumed(&total, method)),
        late: units(consumed(charged, method).saturating_sub(consumed(&total, method))),
        locals: locals(result, place, method),
        throttled_total: attempts,
        chosen: units(in_column.map(|it| consumed(&in_second(result, place, it), method)).sum()),
    }
}

/// The local indexes of a table that were written or read, which its partitions serve.
fn locals(result: &RunResult, place: usize, method: Method) -> Vec<Text> {
    let RunStore { table, store, .. } = &result.stores[place];
    let used = result.stores.iter().filter(|it| {
        let is_local = matches!(it.store, Store::Local(_)) && it.table == *table;
        is_local && !consumed(&it.total, method).is_zero()
    });
    match store {
        Store::Table => used.map(|it| name_of_store(it).into()).collect(),
        Store::Local(_) | Store::Global(_) => Vec::new(),
    }
}

/// Units that a store gives in a second for long; none if that is not metered.
fn limit(meter: &StoreMeter, method: Method) -> u64 {
    match method {
        Method::Read => meter.read_limit,
        Method::Write => meter.write_limit,
    }
}

/// The name of a table or index.
pub(super) fn name_of_store(store: &RunStore) -> &str {
    match &store.store {
        Store::Table => store.table.as_str(),
        Store::Local(index) | Store::Global(index) => index.as_str(),
    }
}

/// The hue of an index.
pub(super) fn hue(store: &RunStore, database: &Database) -> Option<Hue> {
    let table = database.table(store.table.as_str())?;
    match &store.store {
        Store::Table => None,
        Store::Local(index) | Store::Global(index) => hue_of_index(&table.schema, index.as_str()),
    }
}
