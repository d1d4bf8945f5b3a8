//! What a workload will ask of tables, indexes and their keys, second by second, and the limits that it will meet.

use engine::database::Database;
use engine::model::name::TableName;
use engine::receipt::{Store, UnitKind};
use engine::table::Table;
use engine::table::index::Index;
use engine::table::schema::Billing;
use engine::throughput::view::StoreThroughput;
use engine::workload::{RunLimits, RunStart, Workload};

use crate::analysis::advice::AdviceContext;
use crate::analysis::advice::traffic::{Asked, asked_by_key};
use crate::analysis::pattern::{SAMPLE_COUNT, Trial, unlimited};
use crate::sandbox::state::State;

/// What a workload will ask.
#[derive(Debug, Default)]
pub(crate) struct Planned {
    /// Tables in order of their names, each followed by its indexes; writes before reads.
    pub stores: Vec<PlannedStore>,
    /// The trial of each pattern that works on a table, by its position.
    pub trials: Vec<(usize, Trial)>,
}

/// What a workload will ask of a table or global index.
#[derive(Debug)]
pub(crate) struct PlannedStore {
    pub table: TableName,
    pub store: Store,
    pub kind: UnitKind,
    /// Units of each second, rounded up.
    pub units: Vec<u64>,
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
    /// Whether that was counted in samples.
    pub is_sampled: bool,
    /// Units that a partition serves in a second.
    pub limit: u64,
}

/// What a workload will ask of the tables of a sandbox.
pub(crate) fn planned(state: &State, workload: &Workload) -> Planned {
    let unlimited = unlimited(&state.database);
    let limited = limited(&state.database);
    let mut planned = Planned::default();
    for table in state.database.tables() {
        let name = table.schema.name.as_str();
        if !workload.patterns.iter().any(|pattern| pattern.request.contains(name)) {
            continue;
        }
        let context = AdviceContext::of(state, (workload, None), &unlimited, table);
        let measured = limited.throughput(name).unwrap_or_default();
        for index in [None].into_iter().chain(context.globals().map(Some)) {
            let kinds = [UnitKind::Write, UnitKind::Read];
            let stores = kinds.map(|kind| store(&context, workload, index, kind, &measured));
            planned.stores.extend(stores.into_iter().flatten());
        }
        for tried in context.patterns {
            let position = workload.patterns.iter().position(|it| std::ptr::eq(it, tried.pattern));
            planned.trials.extend(position.map(|position| (position, tried.trial)));
        }
    }
    planned
}

/// The database with limits, as a run has it.
fn limited(database: &Database) -> Database {
    let mut limited = database.clone();
    let mut model = limited.config().throughput;
    model.is_enforced = true;
    limited.set_throughput_model(model);
    limited
}

/// What is asked of a store; `None` if nothing is.
fn store(
    context: &AdviceContext<'_>,
    workload: &Workload,
    index: Option<&Index>,
    kind: UnitKind,
    measured: &[StoreThroughput],
) -> Option<PlannedStore> {
    let side = usize::from(kind == UnitKind::Read);
    let lanes = context
        .patterns
        .iter()
        .map(|tried| (&tried.pattern.rate, u128::from(tried.halves(context, index)[side])));
    let lanes: Vec<_> = lanes.filter(|(_, halves)| *halves > 0).collect();
    let whole = 2 * u128::from(SAMPLE_COUNT);
    let units = (0..workload.seconds).map(|second| {
        let halves: u128 =
            lanes.iter().map(|(rate, halves)| u128::from(rate.at(second)) * halves).sum();
        u64::try_from(halves.div_ceil(whole)).unwrap_or(u64::MAX)
    });
    let units: Vec<u64> = units.collect();
    if units.iter().all(|units| *units == 0) {
        return None;
    }
    let store = index.map_or(Store::Table, Index::store);
    let own = measured.iter().find(|measured| measured.store == store)?;
    let limit = match kind {
        UnitKind::Write => own.write.units_per_second,
        UnitKind::Read => own.read.units_per_second,
    };
    let keys = asked_by_key(context, index);
    let hottest = keys.into_iter().max_by_key(|(_, asked)| asked.units[side]);
    let key = hottest.filter(|(_, asked)| asked.units[side] > 0);
    Some(PlannedStore {
        burst: burst(context.table, context.database, workload, limit, &units),
        table: context.table.schema.name.clone(),
        store,
        kind,
        units,
        limit,
        key: key.map(|(key, Asked { units, error })| PlannedKey {
            key,
            units: units[side].div_ceil(100),
            is_sampled: error[side] > 0,
            limit: context.ceiling(kind),
        }),
    })
}

/// How long a burst covers what is beyond a limit.
fn burst(
    table: &Table,
    database: &Database,
    workload: &Workload,
    limit: u64,
    units: &[u64],
) -> Option<Burst> {
    let is_provisioned = matches!(table.schema.billing, Billing::Provisioned(_));
    if !is_provisioned || units.iter().all(|units| *units <= limit) {
        return None;
    }
    let most = match workload.start {
        RunStart::Idle => limit.saturating_mul(database.config().throughput.burst_seconds),
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
