//! The workload of the sandbox and what becomes of it.

use std::rc::Rc;

use engine::database::Database;
use engine::workload::result::{Counts, RunResult, StoreUse};

use engine::workload::Workload;

use crate::explain::receipt::units;
use crate::sandbox::record::{Ran, RunEnd, RunRecord};
use crate::sandbox::running::Running;
use crate::sandbox::state::State;
use crate::sandbox::workload::{obstacle, plan_of, request_count, too_many_requests};
use crate::view::first::First;
use crate::view::message::{Argument, Message};
use crate::view::value::{Method, Text};
use crate::view::workload::{
    LatencyBucket, RunCount, RunFlow, RunPatternView, RunStoreView, RunView, WorkloadInterest,
    WorkloadStage, WorkloadView,
};
use crate::views::flow::{flow, hue, name_of_store, of_column};
use crate::views::remark::remarks;

/// A limit beyond so many times of what was asked for is not within a chart. Model: then what was asked for can be seen.
const FAR_LIMIT: u64 = 2;

/// Seconds of a run of which each has a column in its charts; of a longer one, each minute has one. Model: more columns than a screen is
/// wide.
const EACH_SECOND_MAX: u64 = 3_600;

/// Seconds of a column of a longer run.
const LONG_COLUMN_SECONDS: usize = 60;

/// A flow of which so many times the highest value is less than that of another flow has a scale of its own. Model: then it is less
/// than a tenth of a chart high.
const LOW_FLOW: u64 = 10;

/// The workload, and the run under way or else the last one.
pub(crate) fn workload_view(
    state: &State,
    running: Option<&Running>,
    interest: Option<WorkloadInterest>,
) -> WorkloadView {
    let workload = &**state.plan.traffic();
    let ran = match (running, &state.run) {
        (Some(running), _) => {
            Some((running.workload(), running.result(), running.database(), None))
        }
        (None, Some(ran)) => {
            let Ran { record, result, .. } = &**ran;
            Some((&*record.workload, result, &state.database, record.end_words()))
        }
        (None, None) => None,
    };
    let is_running = running.is_some_and(|it| it.stage() == WorkloadStage::Running);
    WorkloadView {
        plan: Rc::new(plan_of(workload)),
        request_count: request_count(workload, workload.seconds),
        experiment: state.plan.experiment.as_ref().map(|it| it.name.as_str().into()),
        own_count: state.plan.workload.patterns.len() as u64,
        stage: running.map_or(WorkloadStage::Idle, Running::stage),
        // What runs has been tried.
        obstacle: match running {
            Some(_) => None,
            None => obstacle(workload).or_else(|| too_many_requests(workload)),
        },
        earlier: if ran.is_some() { None } else { state.last_run().map(|it| earlier(&it)) },
        progress_permille: ran
            .as_ref()
            .map(|(workload, result, ..)| progress_permille(workload, result)),
        run: ran.zip(interest).map(|((workload, result, database, end), interest)| {
            let mut view = run_view(workload, result, database, is_running, interest);
            view.remarks.splice(0..0, end);
            Rc::new(view)
        }),
    }
}

/// A run from before the sandbox was stored: its requests are known, its result is not.
fn earlier(record: &RunRecord) -> Message {
    run_words(record, ["workload.earlier", "workload.earlier_part"])
}

/// The last run and why it ended, for a picture or paper.
pub(crate) fn last_run_words(state: &State) -> Option<Message> {
    state.last_run().map(|record| run_words(&record, ["workload.ran", "workload.ran_part"]))
}

/// A run in words, of which the second also say why it ended early.
fn run_words(record: &RunRecord, [whole, part]: [&'static str; 2]) -> Message {
    let names = record.workload.patterns.iter().map(|pattern| Text::from(pattern.name.as_str()));
    let key = match record.end {
        RunEnd::Finished => whole,
        RunEnd::Stopped | RunEnd::Interrupted | RunEnd::Limited(_) => part,
    };
    let message = Message::plain(key);
    let message = match record.end_words() {
        Some(end) => message.with("end", end),
        None => message,
    };
    message
        .with("count", Argument::Count(record.request_count))
        .with("time", Argument::Ms(record.workload.seconds * 1_000))
        .with("seed", record.workload.seed.to_string())
        .with("patterns", Argument::List(names.collect()))
}

/// Thousandths of a run that are over.
pub(crate) fn progress_permille(workload: &Workload, result: &RunResult) -> u64 {
    let begun = result.seconds.len() as u64;
    (begun * 1_000).checked_div(workload.seconds).unwrap_or(1_000).min(1_000)
}

fn run_view(
    workload: &Workload,
    result: &RunResult,
    database: &Database,
    is_running: bool,
    interest: WorkloadInterest,
) -> RunView {
    let width = column_seconds(workload);
    let begun = result.seconds.len().div_ceil(width);
    let latest = begun.saturating_sub(1);
    let chosen = interest.second.map_or(latest, |second| (second / width).min(latest));
    let counts = &result.counts;
    let summary = Message::plain("workload.summary")
        .with("count", Argument::Count(counts.issued))
        .with("time", Argument::Ms(result.seconds.len() as u64 * 1_000))
        .with("succeeded", Argument::Count(counts.succeeded));
    let asked = result.stores.iter().filter(|it| it.total != StoreUse::default());
    let mut tables: Vec<Text> = asked.map(|it| Text::from(it.table.as_str())).collect();
    // The indexes of a table follow it.
    tables.dedup();
    let names = workload.patterns.iter().map(|it| Text::from(it.name.as_str())).collect();
    let sent = if tables.is_empty() { "workload.sent_by" } else { "workload.sent" };
    let sent = Message::plain(sent)
        .with("tables", Argument::List(tables))
        .with("patterns", Argument::List(names))
        .with("seed", workload.seed.to_string());
    // While it runs, each frame would go through all seconds of a long run.
    let is_drawn = width == 1 || !is_running;
    let places = 0..if is_drawn { result.stores.len() } else { 0 };
    let mut stores: Vec<RunStoreView> =
        places.map(|place| store_view(result, place, database, (width, chosen))).collect();
    for method in [Method::Write, Method::Read] {
        give_scales(&mut stores, method);
    }
    RunView {
        seconds: workload.seconds,
        column_seconds: width as u64,
        begun,
        summary,
        sent,
        remarks: if is_drawn { remarks(workload, result, database) } else { Vec::new() },
        chosen,
        counts: run_counts(result, (width, chosen)),
        stores,
        patterns: pattern_views(workload, result),
    }
}

/// Seconds of each column of the charts of a run.
fn column_seconds(workload: &Workload) -> usize {
    if workload.seconds > EACH_SECOND_MAX { LONG_COLUMN_SECONDS } else { 1 }
}

fn run_counts(result: &RunResult, column: (usize, usize)) -> Vec<RunCount> {
    let count = |key, of: fn(&Counts) -> u64| RunCount {
        name: Message::plain(key),
        is_attempt: matches!(key, "workload.count.throttled" | "workload.count.retried"),
        total: of(&result.counts),
        chosen: of_column(result, column).iter().map(|second| of(&second.counts)).sum(),
    };
    vec![
        count("workload.count.issued", |counts| counts.issued),
        // These four add up to it.
        count("workload.count.succeeded", |counts| counts.succeeded),
        count("workload.count.dropped", |counts| counts.dropped),
        count("workload.count.failed", |counts| counts.failed),
        RunCount {
            name: Message::plain("workload.count.waiting"),
            is_attempt: false,
            total: result.waiting_count,
            chosen: waiting_after(result, column),
        },
        count("workload.count.throttled_requests", |counts| counts.throttled_requests),
        count("workload.count.throttled", |counts| counts.throttled),
        count("workload.count.retried", |counts| counts.retried),
    ]
}

/// How many requests waited for a retry at the end of a column.
fn waiting_after(result: &RunResult, (width, column): (usize, usize)) -> u64 {
    let until = result.seconds.iter().take((column + 1) * width).map(|second| &second.counts);
    until.fold(0, |waiting, Counts { issued, succeeded, failed, dropped, .. }| {
        (waiting + issued).saturating_sub(succeeded + failed + dropped)
    })
}

fn store_view(
    result: &RunResult,
    place: usize,
    database: &Database,
    column: (usize, usize),
) -> RunStoreView {
    let store = &result.stores[place];
    let flows = [Method::Write, Method::Read].into_iter();
    let flows = flows.map(|method| flow(result, place, method, column));
    let buckets = store.propagation.buckets().map(|bucket| LatencyBucket {
        from_ms: bucket.from_ms,
        to_ms: bucket.to_ms,
        count: bucket.count,
    });
    let latency: Vec<LatencyBucket> = buckets.collect();
    let columns = result.seconds.chunks(column.0).filter_map(|seconds| seconds.last());
    let waiting = columns.map(|second| second.meters[place].queue_count);
    let backlog: Vec<u64> = waiting.collect();
    let is_used =
        |flow: &RunFlow| flow.total.halves + flow.late.halves > 0 || flow.throttled_total > 0;
    RunStoreView {
        table: store.table.as_str().into(),
        name: name_of_store(store).into(),
        hue: hue(store, database),
        flows: flows.filter(is_used).collect(),
        backlog: if backlog.iter().all(|count| *count == 0) { Vec::new() } else { backlog },
        propagation: propagation(&latency, store.propagation.max_ms()),
        latency,
    }
}

/// Within which times half of all changes and 99 of 100 reached an index: at most, since durations are counted in classes.
fn propagation(latency: &[LatencyBucket], max_ms: u64) -> Option<Message> {
    let all: u64 = latency.iter().map(|bucket| bucket.count).sum();
    let within = |percent: u64| {
        let mut count = 0;
        let bucket = latency.iter().find(|bucket| {
            count += bucket.count;
            count * 100 >= all * percent
        });
        bucket.map_or(0, |bucket| bucket.to_ms.min(max_ms))
    };
    (all > 0).then(|| {
        let (half, most) = (within(50), within(99));
        let key = if half == most { "workload.propagation_most" } else { "workload.propagation" };
        Message::plain(key).with("half", Argument::Ms(half)).with("most", Argument::Ms(most))
    })
}

/// Lets the charts of all reads, or of all writes, end at the same value. One in which nothing would be seen then has its own.
fn give_scales(stores: &mut [RunStoreView], method: Method) {
    let mut flows: Vec<&mut RunFlow> =
        stores.iter_mut().flat_map(|it| &mut it.flows).filter(|it| it.method == method).collect();
    let asked = |flow: &RunFlow| flow.max;
    let top = flows.iter().map(|flow| asked(flow)).max().unwrap_or_default();
    let (low, high): (Vec<&mut RunFlow>, Vec<&mut RunFlow>) =
        flows.drain(..).partition(|flow| asked(flow).saturating_mul(LOW_FLOW) < top);
    let shared = top_of(high.iter().map(|flow| &**flow));
    for flow in high {
        flow.max = shared;
    }
    for flow in low {
        flow.max = top_of([&*flow].into_iter());
    }
}

/// The value at which charts end: a round one above all that was asked for, and above all limits that are not far beyond that.
fn top_of<'f>(flows: impl Iterator<Item = &'f RunFlow> + Clone) -> u64 {
    let asked = flows.clone().map(|flow| flow.max).max().unwrap_or_default();
    let limits = flows.flat_map(|flow| flow.limit.iter().copied());
    let near = limits.filter(|limit| *limit <= asked.saturating_mul(FAR_LIMIT)).max();
    round(asked.max(near.unwrap_or_default()))
}

/// A round number that is larger, with room above.
fn round(value: u64) -> u64 {
    let with_room = value.saturating_add(value.div_ceil(20)).max(1);
    let power = 10_u64.saturating_pow(with_room.ilog10().saturating_sub(1));
    [10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100]
        .into_iter()
        .map(|digits| power.saturating_mul(digits))
        .find(|round| *round >= with_room)
        .unwrap_or(with_room)
}

fn pattern_views(workload: &Workload, result: &RunResult) -> Vec<RunPatternView> {
    let patterns = workload.patterns.iter().zip(&result.patterns).enumerate();
    let views = patterns.map(|(place, (pattern, ran))| {
        let price = [(Method::Write, ran.written), (Method::Read, ran.read)].into_iter();
        let price = price.filter(|(_, units)| !units.is_zero());
        let rejections = result.rejections.iter().filter(|rejection| rejection.pattern == place);
        let rejections: Vec<_> =
            rejections.map(|it| (Text::from(it.error.as_str()), it.count)).collect();
        let listed: u64 = rejections.iter().map(|(_, count)| count).sum();
        RunPatternView {
            name: pattern.name.as_str().into(),
            issued: ran.counts.issued,
            succeeded: ran.counts.succeeded,
            throttled_requests: ran.counts.throttled_requests,
            lost: ran.counts.dropped,
            price: price.map(|(method, sum)| (method, units(sum))).collect(),
            rejections: First { shown: rejections, more: ran.counts.failed.saturating_sub(listed) },
        }
    });
    views.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charts_end_at_round_numbers_with_room_above() {
        for (value, top) in
            [(0, 10), (1, 10), (95, 100), (96, 120), (1_000, 1_200), (1_300, 1_500), (4_000, 5_000)]
        {
            assert_eq!(round(value), top, "{value}");
        }
    }

    #[test]
    fn half_and_99_of_100_changes_arrive_within_the_ends_of_their_classes() {
        let bucket = |from_ms, to_ms, count| LatencyBucket { from_ms, to_ms, count };
        let latency = [bucket(128, 256, 98), bucket(256, 512, 1), bucket(512, 1_024, 1)];
        let expected = Message::plain("workload.propagation")
            .with("half", Argument::Ms(256))
            .with("most", Argument::Ms(512));
        assert_eq!(propagation(&latency, 700), Some(expected));
        let alike = propagation(&latency[..1], 700).map(|words| words.key);
        assert_eq!(alike, Some("workload.propagation_most"));
        assert_eq!(propagation(&[], 0), None);
    }
}
