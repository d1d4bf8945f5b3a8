//! What limited a run: the throughput of an index, that of its table, a partition or a key, in this order, with its numbers.

use std::cmp::Reverse;

use engine::database::Database;
use engine::event::ThrottleCause;
use engine::receipt::{Store, UnitKind};
use engine::workload::result::{RunResult, RunStore, ThrottleCount};
use engine::workload::run::WAITING_COUNT_MAX;

use crate::analysis::advice::AdviceContext;
use crate::analysis::advice::case::{Case, Limit};
use crate::analysis::advice::offer::remedies;
use crate::analysis::advice::spread::suffix_counts;
use crate::analysis::pattern::{Basis, Trial, unlimited};
use crate::analysis::rehearsal::rehearse;
use crate::explain::hue::hue_of_index;
use crate::explain::receipt::method;
use crate::sandbox::record::Ran;
use crate::sandbox::state::State;
use crate::view::message::{Argument, Message};
use crate::view::verdict::{Remedy, RunOutcome};

/// What is throttled less often than in one of so many throttled attempts is not what limits a run. Model.
const CULPRIT_SHARE: u64 = 10;

/// How many of the other reads and writes that were throttled are told; of the rest, how many they are.
const TOLD_COUNT: usize = 3;

/// What limited a run.
#[derive(Debug)]
pub(crate) struct Verdict {
    pub outcome: RunOutcome,
    /// The most important first.
    pub words: Vec<Message>,
    /// What may help, the recommended first.
    pub remedies: Vec<Remedy>,
    /// How many suffixes may be enough; if one number is not, the next may be.
    pub suffix_counts: Vec<u64>,
}

/// The store that throttled what counts most, and why.
#[derive(Debug)]
struct Culprit<'r> {
    position: usize,
    store: &'r RunStore,
    throttle: ThrottleCount,
}

/// What limited a run that is over. `state` is that after the run, which began with `before`.
pub(crate) fn verdict(state: &State, before: &Database, ran: &Ran) -> Verdict {
    let result = &ran.result;
    let without = |outcome, words| {
        let (remedies, suffix_counts) = (Vec::new(), Vec::new());
        Verdict { outcome, words, remedies, suffix_counts }
    };
    let Some(culprit) = Culprit::of(result).filter(|_| result.is_limited) else {
        let nearest = result.is_limited.then(|| nearest(state, result));
        return match result.counts.succeeded {
            0 if result.counts.failed > 0 => {
                without(RunOutcome::Rejected, rejected(result).into_iter().collect())
            }
            _ => without(RunOutcome::Served, nearest.into_iter().chain(rejected(result)).collect()),
        };
    };
    let mut words = lost(ran);
    words.extend(rejected(result));
    let (workload, unlimited) = (&*ran.record.workload, unlimited(&state.database));
    let issued = |position: usize| result.patterns.get(position).map_or(0, |it| it.counts.issued);
    let trials = workload.patterns.iter().enumerate().map(|(position, pattern)| {
        Trial::of(&unlimited, pattern, Basis::Here { issued: issued(position) })
    });
    let mut trials: Vec<Trial> = trials.collect();
    rehearse(before, workload, &mut trials);
    let context = |culprit: &Culprit<'_>| {
        let table = state.database.table(culprit.store.table.as_str())?;
        Some(AdviceContext::of(state, (workload, &trials), &unlimited, table))
    };
    let others = culprit.others(result);
    let told = others.iter().take(TOLD_COUNT).filter_map(|other| {
        let (_, why) = other.case(&context(other)?, result).limit();
        why.into_iter().next()
    });
    words.extend(told);
    if let Some(more @ 1..) = others.len().checked_sub(TOLD_COUNT) {
        words.push(Message::plain("verdict.more").with("count", Argument::Count(more as u64)));
    }
    let Some(context) = context(&culprit) else {
        return without(RunOutcome::Throttled, words);
    };
    let case = culprit.case(&context, result);
    let kind = case.kind;
    let (limit, why) = case.limit();
    words.splice(0..0, why);
    words.push(case.when());
    words.extend(case.scaled());
    let suffix_counts = match &limit {
        Limit::Key { key, needed } if kind == UnitKind::Write => suffix_counts(&case, key, *needed),
        Limit::Key { .. } | Limit::Partition | Limit::Store { .. } => Vec::new(),
    };
    let remedies = remedies(&case, &limit, suffix_counts.first().copied());
    Verdict { outcome: RunOutcome::Throttled, words, remedies, suffix_counts }
}

impl<'r> Culprit<'r> {
    /// The first in the order index, table, partition that counts. `None` if nothing was throttled.
    fn of(result: &'r RunResult) -> Option<Self> {
        let all = result.counts.throttled;
        let stores = result.stores.iter().enumerate();
        let throttles = stores.flat_map(|(position, store)| {
            store.throttles.iter().map(move |throttle| Self {
                position,
                store,
                throttle: *throttle,
            })
        });
        let counting = throttles.filter(|it| it.throttle.count * CULPRIT_SHARE >= all);
        counting.min_by_key(|it| (it.rank(), Reverse(it.throttle.count)))
    }

    /// The other reads and writes that were throttled, those first that were throttled most.
    fn others(&self, result: &'r RunResult) -> Vec<Self> {
        let stores = result.stores.iter().enumerate();
        let kinds = stores.flat_map(|it| [UnitKind::Write, UnitKind::Read].map(|kind| (it, kind)));
        let others = kinds.filter(|((position, _), kind)| {
            (*position, *kind) != (self.position, self.throttle.kind)
        });
        let throttled = others.filter_map(|((position, store), kind)| {
            let of_kind = store.throttles.iter().filter(|throttle| throttle.kind == kind);
            let most = of_kind.max_by_key(|throttle| throttle.count)?;
            Some(Self { position, store, throttle: *most })
        });
        let mut throttled: Vec<Self> = throttled.collect();
        throttled.sort_by_key(|other| Reverse(other.throttle.count));
        throttled
    }

    fn case<'c>(&self, context: &'c AdviceContext<'c>, result: &'c RunResult) -> Case<'c> {
        let Self { position, store, throttle: ThrottleCount { kind, cause, .. } } = *self;
        let index = match &store.store {
            Store::Table | Store::Local(_) => None,
            Store::Global(name) => context.table.index(name.as_str()),
        };
        let tables = result.throughput.as_ref().map(|throughput| &throughput.tables);
        let measured = tables.and_then(|tables| tables.get(&store.table));
        let measured = measured.and_then(|all| all.iter().find(|it| it.store == store.store));
        Case { context, result, kind, index, cause, position, measured }
    }

    fn rank(&self) -> u8 {
        match (self.throttle.cause, &self.store.store) {
            (ThrottleCause::KeyRange, _) => 2,
            (_, Store::Global(_)) => 0,
            (_, Store::Table | Store::Local(_)) => 1,
        }
    }
}

/// How many requests were rejected for another reason than throughput, and the most frequent one.
fn rejected(result: &RunResult) -> Option<Message> {
    let most = result.rejections.iter().max_by_key(|it| it.count)?;
    let words = Message::plain("verdict.rejected")
        .with("rejected", Argument::Count(result.counts.failed).strong())
        .with("count", Argument::Count(result.counts.issued))
        .with("percent", Argument::share(result.counts.failed, result.counts.issued))
        .with("error", most.error.as_str());
    Some(words)
}

/// How many requests were lost, of all, and how many more waited at the end.
fn lost(ran: &Ran) -> Vec<Message> {
    let counts = &ran.result.counts;
    let is_tried_once = ran.record.workload.retries.attempt_count_max <= 1;
    let key = match (counts.dropped, ran.result.waiting_count) {
        (0, 0) => "verdict.late",
        (0, _) => "verdict.waiting",
        (_, _) if is_tried_once => "verdict.lost_at_once",
        (_, _) if ran.result.crowded_out_count > 0 => "verdict.lost_early",
        (_, _) => "verdict.lost",
    };
    let lost = Message::plain(key)
        .with("lost", Argument::Strong(Box::new(Argument::Count(counts.dropped))))
        .with("attempts", Argument::Count(ran.record.workload.retries.attempt_count_max.into()))
        .with("waiting", Argument::Count(ran.result.waiting_count))
        .with("early", Argument::Count(ran.result.crowded_out_count))
        .with("room", Argument::Count(WAITING_COUNT_MAX as u64))
        .with("throttled", Argument::Count(counts.throttled_requests))
        .with("count", Argument::Count(counts.issued))
        .with("percent", Argument::share(counts.dropped, counts.issued));
    let waiting = Argument::Strong(Box::new(Argument::Count(ran.result.waiting_count)));
    let waits = (counts.dropped > 0 && ran.result.waiting_count > 0)
        .then(|| Message::plain("verdict.wait_too").with("waiting", waiting));
    [lost].into_iter().chain(waits).collect()
}

/// How near the nearest limit was, if nothing was throttled.
fn nearest(state: &State, result: &RunResult) -> Message {
    let ceiling = state.database.config().throughput.partition_ceiling;
    let mut nearest: Option<(u64, Message)> = None;
    for (second, running) in (0..).zip(&result.seconds) {
        for (place, (store, meter)) in result.stores.iter().zip(&running.meters).enumerate() {
            let used = result.served(place, |store| running.stores[store]);
            let (write, read) = (ceiling.write_units_per_second, ceiling.read_units_per_second);
            let sides = [
                ("verdict.near_store", UnitKind::Write, used.written, meter.write_limit),
                ("verdict.near_store", UnitKind::Read, used.read, meter.read_limit),
                ("verdict.near_partition", UnitKind::Write, meter.hottest_written, write),
                ("verdict.near_partition", UnitKind::Read, meter.hottest_read, read),
            ];
            for (key, kind, used, limit) in sides {
                let permille = (used.halves() * 500).checked_div(limit).unwrap_or_default();
                if permille == 0 || nearest.as_ref().is_some_and(|(most, _)| *most >= permille) {
                    continue;
                }
                let is_over = key == "verdict.near_store" && permille > 1_000;
                let key = if is_over { "verdict.near_burst" } else { key };
                let words = Message::plain(key)
                    .with("store", name_of(state, store))
                    .with("percent", Argument::share(used.halves(), limit * 2))
                    .with("used", Argument::HalfUnits(used.halves()))
                    .with("limit", Argument::Count(limit))
                    .with("unit", Message::plain(method(kind).unit()))
                    .with("second", Argument::Count(second));
                nearest = Some((permille, words));
            }
        }
    }
    nearest.map_or(Message::plain("verdict.idle"), |(_, words)| words)
}

fn name_of(state: &State, store: &RunStore) -> Argument {
    match &store.store {
        Store::Table => Argument::Name(store.table.as_str().into(), None),
        Store::Local(index) | Store::Global(index) => {
            let table = state.database.table(store.table.as_str());
            let hue = table.and_then(|table| hue_of_index(&table.schema, index.as_str()));
            Argument::Name(index.as_str().into(), hue)
        }
    }
}
