//! What a workload will ask of tables, indexes and their keys, second by second, and the limits that it will meet.

use std::collections::BTreeMap;

use engine::database::Database;
use engine::model::name::TableName;
use engine::receipt::{Store, UnitKind};
use engine::table::index::Index;
use engine::table::schema::Billing;
use engine::throughput::view::StoreThroughput;
use engine::workload::{RunLimits, RunStart, Workload};

use crate::analysis::advice::AdviceContext;
use crate::analysis::advice::traffic::{Asked, asked_by_key, in_second};
use crate::analysis::demand::side;
use crate::analysis::pattern::{Trial, WHOLE, limited};
use crate::sandbox::state::State;

/// What a workload will ask of a table or global index.
#[derive(Debug)]
pub(crate) struct PlannedStore {
    pub table: TableName,
    pub store: Store,
    pub kind: UnitKind,
    /// Units of each second, rounded up.
    pub units: Vec<u64>,
    /// Whether these are averages of samples.
    pub is_sampled: bool,
    /// Units that it serves in a second.
    pub limit: u64,
    /// How long its burst covers what is beyond the limit; `None` if nothing is, or on demand.
    pub burst: Option<Burst>,
    /// The key that is asked for most.
    pub key: Option<PlannedKey>,
}

/// What saved capacity covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Burst {
    /// All of it.
    Covers,
    /// What is asked before this second.
    Until(u64),
}

/// The key of a store that is asked for most.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlannedKey {
    pub key: String,
    /// Units in the busiest second, rounded up.
    pub units: u64,
    /// Whether that is from samples.
    pub is_sampled: bool,
    /// Units that a partition serves in a second.
    pub limit: u64,
}

/// What a workload will ask of the tables of a sandbox, in order of their names, each followed by its indexes; writes before reads.
/// `trials` are those of its patterns on `unlimited`.
pub(crate) fn planned(
    state: &State,
    (workload, trials): (&Workload, &[Trial]),
    unlimited: &Database,
) -> Vec<PlannedStore> {
    let limited = limited(&state.database);
    let mut planned = Vec::new();
    for table in state.database.charged_tables() {
        let name = &table.schema.name;
        if !trials.iter().any(|trial| trial.touches(name)) {
            continue;
        }
        let context = AdviceContext::of(state, (workload, trials), unlimited, table);
        let measured = limited.throughput(name.as_str()).unwrap_or_default();
        for index in [None].into_iter().chain(context.globals().map(Some)) {
            let own = index.map_or(Store::Table, Index::store);
            let Some(own) = measured.iter().find(|it| it.store == own) else { continue };
            let keys = asked_by_key(&context, index, in_second);
            let kinds = [UnitKind::Write, UnitKind::Read];
            let stores = kinds.map(|kind| store(&context, index, kind, own, &keys));
            planned.extend(stores.into_iter().flatten());
        }
    }
    planned
}

/// What is asked of a store; `None` if nothing is.
fn store(
    context: &AdviceContext<'_>,
    index: Option<&Index>,
    kind: UnitKind,
    measured: &StoreThroughput,
    keys: &BTreeMap<String, Asked>,
) -> Option<PlannedStore> {
    let side = side(kind);
    let lanes = context.patterns.iter().map(|tried| (tried, tried.halves(context, index)[side]));
    let lanes: Vec<_> = lanes.filter(|(_, halves)| *halves > 0).collect();
    let units = (0..context.workload.seconds).map(|second| {
        let asked = lanes
            .iter()
            .map(|(tried, halves)| u128::from(tried.pattern.rate.at(second)) * u128::from(*halves));
        let units = asked.sum::<u128>().div_ceil(2 * u128::from(WHOLE));
        u64::try_from(units).unwrap_or(u64::MAX)
    });
    let units: Vec<u64> = units.collect();
    if units.iter().all(|units| *units == 0) {
        return None;
    }
    let limit = match kind {
        UnitKind::Write => measured.write.units_per_second,
        UnitKind::Read => measured.read.units_per_second,
    };
    let is_sampled = !lanes.iter().all(|(tried, _)| tried.is_even(context, index));
    let key = keys.iter().max_by_key(|(_, asked)| asked.units[side]);
    let key = key.filter(|(_, asked)| asked.units[side] > 0);
    Some(PlannedStore {
        burst: burst(context, limit, &units),
        table: context.table.schema.name.clone(),
        store: measured.store.clone(),
        kind,
        units,
        is_sampled,
        limit,
        key: key.map(|(key, Asked { units, is_sampled, .. })| PlannedKey {
            key: key.clone(),
            units: units[side].div_ceil(100),
            is_sampled: *is_sampled,
            limit: context.ceiling(kind),
        }),
    })
}

/// How long a burst covers what is beyond a limit.
fn burst(context: &AdviceContext<'_>, limit: u64, units: &[u64]) -> Option<Burst> {
    let is_provisioned = matches!(context.table.schema.billing, Billing::Provisioned(_));
    if !is_provisioned || units.iter().all(|units| *units <= limit) {
        return None;
    }
    let most = match context.workload.start {
        RunStart::Idle => limit.saturating_mul(context.database.config().throughput.burst_seconds),
        RunStart::AsMetered => 0,
    };
    let mut saved = most;
    for (second, units) in (0..).zip(units) {
        match saved.saturating_add(limit).checked_sub(*units) {
            Some(left) => saved = left.min(most),
            None => return Some(Burst::Until(second)),
        }
    }
    Some(Burst::Covers)
}

/// Whether a run of a workload is limited.
pub(crate) fn is_limited(workload: &Workload) -> bool {
    workload.limits != RunLimits::Off
}
