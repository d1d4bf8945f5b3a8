//! The workload of the sandbox and what becomes of it.

use std::rc::Rc;

use engine::capacity::units::CapacityUnits;
use engine::database::Database;
use engine::event::{Store, ThrottleCause};
use engine::model::list::Listed;
use engine::model::order::sort_by;
use engine::workload::Workload;
use engine::workload::result::{Counts, RunResult, RunStore, StoreMeter, StoreUse, ThrottleCount};

use crate::session::explain::{hue_of_index, units};
use crate::session::state::State;
use crate::session::workload::{Running, obstacle, plan_of};
use crate::view::message::{Argument, Message};
use crate::view::value::{Hue, Method, Text};
use crate::view::workload::{
    LatencyBucket, Preset, PresetView, RunCount, RunFlow, RunPatternView, RunStoreView, RunView,
    WorkloadInterest, WorkloadStage, WorkloadView,
};

/// The workload, and the run under way or else the last one.
pub(in crate::session) fn workload_view(
    state: &State,
    running: Option<&Running>,
    interest: WorkloadInterest,
) -> WorkloadView {
    let workload = &*state.plan.workload;
    let per_pattern = workload.patterns.iter().map(|it| it.rate.total(workload.seconds));
    let has_table = state.database.tables().next().is_some();
    let presets = Preset::ALL.into_iter().filter(|_| has_table);
    let run = match (running, &state.run) {
        (Some(running), _) => {
            Some(run_view(running.workload(), running.result(), running.database(), interest))
        }
        (None, Some(ran)) => {
            Some(run_view(&ran.record.workload, &ran.result, &state.database, interest))
        }
        (None, None) => None,
    };
    WorkloadView {
        plan: Rc::new(plan_of(workload)),
        request_count: per_pattern.fold(0, u64::saturating_add),
        presets: presets.map(|preset| PresetView { preset, name: name_of(preset) }).listed(),
        stage: running.map_or(WorkloadStage::Idle, Running::stage),
        // What runs has been tried.
        obstacle: running.map_or_else(|| obstacle(workload), |_| None),
        run: run.map(Rc::new),
    }
}

fn run_view(
    workload: &Workload,
    result: &RunResult,
    database: &Database,
    interest: WorkloadInterest,
) -> RunView {
    let begun = result.seconds.len();
    let latest = begun.saturating_sub(1);
    let chosen = interest.second.map_or(latest, |second| second.min(latest));
    let counts = &result.counts;
    let summary = Message::plain("workload.summary")
        .with("count", Argument::Count(counts.issued))
        .with("seconds", Argument::Count(begun as u64))
        .with("succeeded", Argument::Count(counts.succeeded))
        .with("throttled", Argument::Count(counts.throttled));
    let stores = result.stores.iter().enumerate();
    RunView {
        seconds: workload.seconds,
        begun,
        permille: (begun as u64 * 1_000).checked_div(workload.seconds).unwrap_or(1_000).min(1_000),
        summary,
        remarks: remarks(result, database),
        chosen,
        counts: run_counts(result, chosen),
        stores: stores.map(|(place, _)| store_view(result, place, database, chosen)).listed(),
        patterns: pattern_views(workload, result),
    }
}

/// What is to be said beside the numbers of success.
fn remarks(result: &RunResult, database: &Database) -> Vec<Message> {
    let counts = &result.counts;
    let remark =
        |key, count| (count > 0).then(|| Message::plain(key).with("count", Argument::Count(count)));
    let mut throttles: Vec<(&RunStore, &ThrottleCount)> = Vec::new();
    for store in &result.stores {
        throttles.extend(store.throttles.iter().map(|throttle| (store, throttle)));
    }
    sort_by(&mut throttles, |(_, left), (_, right)| right.count.cmp(&left.count));
    let throttles = throttles.into_iter().map(|(store, throttle)| {
        Message::plain(words_of(throttle.cause))
            .with("count", Argument::Count(throttle.count))
            .with("percent", Argument::Count(throttle.count * 100 / counts.throttled.max(1)))
            .with("store", Argument::Name(name_of_store(store).into(), hue(store, database)))
    });
    let remarks = [
        remark("workload.failed", counts.failed),
        remark("workload.dropped", counts.dropped),
        remark("workload.waiting", result.waiting_count),
        remark("workload.unprocessed", counts.unprocessed),
    ];
    throttles.chain(remarks.into_iter().flatten()).listed()
}

fn run_counts(result: &RunResult, chosen: usize) -> Vec<RunCount> {
    let second = result.seconds.get(chosen).map(|second| second.counts).unwrap_or_default();
    let count = |key, of: fn(&Counts) -> u64| RunCount {
        name: Message::plain(key),
        total: of(&result.counts),
        chosen: of(&second),
    };
    vec![
        count("workload.count.issued", |counts| counts.issued),
        count("workload.count.succeeded", |counts| counts.succeeded),
        count("workload.count.throttled", |counts| counts.throttled),
        count("workload.count.retried", |counts| counts.retried),
        count("workload.count.dropped", |counts| counts.dropped),
        count("workload.count.failed", |counts| counts.failed),
    ]
}

fn store_view(
    result: &RunResult,
    place: usize,
    database: &Database,
    chosen: usize,
) -> RunStoreView {
    let store = &result.stores[place];
    let flows = [Method::Write, Method::Read].into_iter();
    let flows = flows.map(|method| flow(result, place, method, chosen));
    let buckets = store.propagation.buckets().map(|bucket| LatencyBucket {
        from_ms: bucket.from_ms,
        to_ms: bucket.to_ms,
        count: bucket.count,
    });
    RunStoreView {
        name: name_of_store(store).into(),
        hue: hue(store, database),
        flows: flows.filter(|flow| flow.total.halves > 0 || flow.throttled_total > 0).listed(),
        latency: buckets.listed(),
    }
}

/// The name of a table or index.
fn name_of_store(store: &RunStore) -> &str {
    match &store.store {
        Store::Table => store.table.as_str(),
        Store::Local(index) | Store::Global(index) => index.as_str(),
    }
}

/// The hue of an index.
fn hue(store: &RunStore, database: &Database) -> Option<Hue> {
    let table = database.table(store.table.as_str())?;
    match &store.store {
        Store::Table => None,
        Store::Local(index) | Store::Global(index) => hue_of_index(&table.schema, index.as_str()),
    }
}

/// What was used up, in words.
fn words_of(cause: ThrottleCause) -> &'static str {
    match cause {
        ThrottleCause::ProvisionedThroughput => "workload.cause.provisioned",
        ThrottleCause::KeyRange => "workload.cause.key_range",
        ThrottleCause::OnDemandPeak => "workload.cause.peak",
        ThrottleCause::OnDemandMaximum => "workload.cause.maximum",
        ThrottleCause::Account => "workload.cause.account",
    }
}

/// Units that a store gives in a second for long; none if that is not metered.
fn limit(meter: &StoreMeter, method: Method) -> u64 {
    match method {
        Method::Read => meter.read_limit,
        Method::Write => meter.write_limit,
    }
}

fn flow(result: &RunResult, place: usize, method: Method, chosen: usize) -> RunFlow {
    let RunStore { total, .. } = &result.stores[place];
    let of = |uses: &StoreUse| match method {
        Method::Read => uses.read,
        Method::Write => uses.written,
    };
    let seconds = || result.seconds.iter().map(|second| &second.stores[place]);
    let whole = |units: CapacityUnits| units.halves().div_ceil(2);
    let consumed: Vec<u64> = seconds().map(|uses| whole(of(uses))).listed();
    let refused = |uses: &StoreUse| match method {
        Method::Read => uses.throttled_read_count,
        Method::Write => uses.throttled_count - uses.throttled_read_count,
    };
    let throttled: Vec<u64> = seconds().map(refused).listed();
    let limit: Vec<u64> = result.seconds.iter().map(|it| limit(&it.meters[place], method)).listed();
    let heights = consumed.iter().zip(&throttled).map(|(consumed, throttled)| consumed + throttled);
    RunFlow {
        method,
        max: heights
            .max()
            .unwrap_or_default()
            .max(limit.iter().copied().max().unwrap_or_default())
            .max(1),
        limit: if limit.iter().any(|limit| *limit > 0) { limit } else { Vec::new() },
        total: units(of(total)),
        throttled_total: refused(total),
        chosen: seconds().nth(chosen).map(|uses| units(of(uses))).unwrap_or_default(),
        consumed,
        throttled,
    }
}

fn pattern_views(workload: &Workload, result: &RunResult) -> Vec<RunPatternView> {
    let patterns = workload.patterns.iter().zip(&result.patterns).enumerate();
    let views = patterns.map(|(place, (pattern, ran))| {
        let price = [(Method::Write, ran.written), (Method::Read, ran.read)].into_iter();
        let price = price.filter(|(_, units)| !units.is_zero());
        let refusals = result.refusals.iter().filter(|refusal| refusal.pattern == place);
        RunPatternView {
            name: pattern.name.as_str().into(),
            issued: ran.counts.issued,
            succeeded: ran.counts.succeeded,
            throttled: ran.counts.throttled,
            price: price.map(|(method, sum)| (method, units(sum))).listed(),
            refusals: refusals.map(|it| (Text::from(it.error.as_str()), it.count)).listed(),
        }
    });
    views.listed()
}

fn name_of(preset: Preset) -> Message {
    Message::plain(match preset {
        Preset::Steady => "workload.preset.steady",
        Preset::Ramp => "workload.preset.ramp",
        Preset::Spike => "workload.preset.spike",
        Preset::HotKey => "workload.preset.hot_key",
        Preset::ByDate => "workload.preset.by_date",
        Preset::Sharded => "workload.preset.sharded",
        Preset::RoundRobin => "workload.preset.round_robin",
    })
}
