//! What a table or index gave in a run, second by second.

use engine::capacity::units::CapacityUnits;
use engine::database::Database;
use engine::receipt::Store;
use engine::workload::result::{RunResult, RunStore, StoreMeter, StoreUse};

use crate::explain::hue::hue_of_index;
use crate::explain::receipt::units;
use crate::view::message::{Argument, Message};
use crate::view::value::{Hue, Method};
use crate::view::workload::RunFlow;

pub(super) fn flow(result: &RunResult, place: usize, method: Method, chosen: usize) -> RunFlow {
    let RunStore { total, .. } = &result.stores[place];
    let of = |uses: &StoreUse| match method {
        Method::Read => uses.read,
        Method::Write => uses.written,
    };
    let seconds = || result.seconds.iter().map(|second| &second.stores[place]);
    let whole = |units: CapacityUnits| units.halves().div_ceil(2);
    let consumed: Vec<u64> = seconds().map(|uses| whole(of(uses))).collect();
    let attempts = match method {
        Method::Read => total.throttled_read_count,
        Method::Write => total.throttled_count - total.throttled_read_count,
    };
    let throttled_of = |uses: &StoreUse| match method {
        Method::Read => uses.throttled_read,
        Method::Write => uses.throttled_written,
    };
    let throttled: Vec<u64> = seconds().map(|uses| whole(throttled_of(uses))).collect();
    let mut limit: Vec<u64> =
        result.seconds.iter().map(|it| limit(&it.meters[place], method)).collect();
    // The limit of the second that runs is known at its end.
    let known = limit.iter().rposition(|limit| *limit > 0).map_or(0, |last| last + 1);
    limit.truncate(known);
    let heights = consumed.iter().zip(&throttled).map(|(consumed, throttled)| consumed + throttled);
    let in_chosen = |of: &dyn Fn(&StoreUse) -> CapacityUnits| {
        Argument::HalfUnits(seconds().nth(chosen).map(of).unwrap_or_default().halves())
    };
    let key = if limit.is_empty() { "workload.flow_unlimited" } else { "workload.flow" };
    let said = Message::plain(key)
        .with("second", Argument::Count(chosen as u64))
        .with("used", in_chosen(&of))
        .with("throttled", in_chosen(&throttled_of))
        .with("limit", Argument::Count(limit.get(chosen).copied().unwrap_or_default()));
    RunFlow {
        method,
        max: heights.max().unwrap_or_default().max(1),
        said,
        limit,
        total: units(of(total)),
        throttled_total: attempts,
        chosen: seconds().nth(chosen).map(|uses| units(of(uses))).unwrap_or_default(),
        consumed,
        throttled,
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
