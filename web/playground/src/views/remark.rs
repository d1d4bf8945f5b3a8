//! What is said of a run beside its numbers: limits and bursts, and what was throttled, lost, waits, or has expired.

use std::cmp::Reverse;

use engine::database::Database;
use engine::event::ThrottleCause;
use engine::workload::result::{Counts, RunResult, RunStore, ThrottleCount};
use engine::workload::run::WAITING_COUNT_MAX;
use engine::workload::{Retries, RunStart, Workload};

use crate::explain::receipt::method;
use crate::view::message::{Argument, Message};
use crate::view::value::Method;
use crate::views::flow::{StoreSeconds, hue, name_of_store};

/// The messages beside the numbers of succeeded requests.
pub(super) fn remarks(
    workload: &Workload,
    result: &RunResult,
    database: &Database,
) -> Vec<Message> {
    let counts = &result.counts;
    let retries = workload.retries != Retries::NONE;
    let limits = (!result.is_limited).then(|| Message::plain("workload.limits_off"));
    let remark =
        |key, count| (count > 0).then(|| Message::plain(key).with("count", Argument::Count(count)));
    let others = [
        remark(
            if retries { "workload.dropped" } else { "workload.dropped_at_once" },
            counts.dropped - result.crowded_out_count,
        ),
        remark("workload.crowded_out", result.crowded_out_count)
            .map(|words| words.with("room", Argument::Count(WAITING_COUNT_MAX as u64))),
        remark("workload.waiting", result.waiting_count),
        remark("workload.failed", counts.failed),
        remark("workload.unprocessed", counts.unprocessed),
    ];
    limits
        .into_iter()
        .chain(throttled_requests(counts, retries))
        .chain(causes(result, database))
        .chain(bursts(workload, result, database))
        .chain(others.into_iter().flatten())
        .chain(queues(result, database))
        .chain(expired(result))
        .collect()
}

/// How many requests were throttled, of all, and in how many attempts.
fn throttled_requests(counts: &Counts, retries: bool) -> Option<Message> {
    let key = if retries { "workload.throttled_requests" } else { "workload.throttled_once" };
    (counts.throttled > 0).then(|| {
        Message::plain(key)
            .with("requests", Argument::Count(counts.throttled_requests))
            .with("count", Argument::Count(counts.issued))
            .with("percent", Argument::share(counts.throttled_requests, counts.issued))
            .with("attempts", Argument::Count(counts.throttled))
    })
}

/// Why attempts were throttled, and which share of the throttled attempts that was.
fn causes(result: &RunResult, database: &Database) -> impl Iterator<Item = Message> {
    let all = result.counts.throttled;
    let mut causes: Vec<(&RunStore, &ThrottleCount)> = result
        .stores
        .iter()
        .flat_map(|store| store.throttles.iter().map(move |throttle| (store, throttle)))
        .collect();
    causes.sort_by_key(|(_, throttle)| Reverse(throttle.count));
    causes.into_iter().map(move |(store, throttle)| {
        Message::plain(words_of(throttle.cause))
            .with("count", Argument::Count(throttle.count))
            .with("percent", Argument::share(throttle.count, all))
            .with("unit", Message::plain(method(throttle.kind).unit()))
            .with("store", Argument::Name(name_of_store(store).into(), hue(store, database)))
    })
}

/// What tables and global indexes that were idle before served beyond what is provisioned, which is no rate to count on.
fn bursts(workload: &Workload, result: &RunResult, database: &Database) -> Vec<Message> {
    if workload.start != RunStart::Idle {
        return Vec::new();
    }
    let burst_seconds = database.config().throughput.burst_seconds;
    let of = |place: usize, method: Method| {
        let store = &result.stores[place];
        let StoreSeconds { consumed, limit, .. } = StoreSeconds::of(result, place, method);
        let beyond = consumed.iter().zip(&limit).map(|(used, own)| used.saturating_sub(*own)).sum();
        let own = limit.first().copied().filter(|own| *own > 0 && beyond > 0)?;
        let saved = own.saturating_mul(burst_seconds);
        let saves_again =
            beyond > saved && consumed.iter().zip(&limit).any(|(used, own)| used < own);
        Some(
            Message::plain("workload.burst")
                .with("units", Argument::Count(beyond))
                .with("unit", Message::plain(method.unit()))
                .with("store", Argument::Name(name_of_store(store).into(), hue(store, database)))
                .with("limit", Argument::Count(own))
                .with("again", Argument::Choice(if saves_again { "yes" } else { "no" }))
                .with("saved", Argument::Count(saved)),
        )
    };
    let places = 0..result.stores.len();
    places
        .flat_map(|place| [Method::Write, Method::Read].map(|it| of(place, it)))
        .flatten()
        .collect()
}

/// Changes that waited for write units of an index in the latest second.
fn queues(result: &RunResult, database: &Database) -> impl Iterator<Item = Message> {
    let meters = result.seconds.last().map(|second| second.meters.as_slice()).unwrap_or_default();
    let waiting = result.stores.iter().zip(meters).filter(|(_, meter)| meter.queue_count > 0);
    waiting.map(|(store, meter)| {
        Message::plain("workload.queue")
            .with("count", Argument::Count(meter.queue_count))
            .with("index", Argument::Name(name_of_store(store).into(), hue(store, database)))
    })
}

/// How many items time to live deleted, of each table.
fn expired(result: &RunResult) -> impl Iterator<Item = Message> {
    result.stores.iter().filter(|store| store.expired_count > 0).map(|store| {
        Message::plain("workload.expired")
            .with("count", Argument::Count(store.expired_count))
            .with("table", Argument::Name(store.table.as_str().into(), None))
    })
}

/// The exceeded limit, in words.
fn words_of(cause: ThrottleCause) -> &'static str {
    match cause {
        ThrottleCause::ProvisionedThroughput => "workload.cause.provisioned",
        ThrottleCause::KeyRange => "workload.cause.key_range",
        ThrottleCause::OnDemandPeak => "workload.cause.peak",
        ThrottleCause::OnDemandMaximum => "workload.cause.maximum",
        ThrottleCause::Account => "workload.cause.account",
    }
}
