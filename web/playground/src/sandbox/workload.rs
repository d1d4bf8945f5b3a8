//! The workload of a sandbox as the user sets it, and as it is sent.

use std::ops::RangeInclusive;

use engine::workload::pattern::AccessPattern;
use engine::workload::rate::{RateCurve, RatePoint};
use engine::workload::{Retries, RunLimits, RunStart, Workload};

use crate::sandbox::limit::{
    self, PATTERN_COUNT_MAX, PATTERN_NAME_LENGTH_MAX, PATTERN_REQUEST_LENGTH_MAX, POINT_COUNT_MAX,
    POINT_SECONDS, RATES, SPAN_SECONDS, WORKLOAD_SECONDS,
};
use crate::sandbox::rate::Rate;
use crate::view::message::{Argument, Message};
use crate::view::workload::{PatternPlan, WorkloadPlan};

/// Items of a table at which a run stops: what a tab holds with ease.
pub(crate) const ITEM_COUNT_MAX: usize = 100_000;

/// Requests that a run sends at most. Model: a tab sends them in half a minute.
pub(crate) const REQUEST_COUNT_MAX: u64 = 10_000_000;

/// Requests that a workload sends in its first seconds.
pub(crate) fn request_count(workload: &Workload, seconds: u64) -> u64 {
    let patterns = workload.patterns.iter();
    patterns.map(|pattern| pattern.rate.total(seconds)).fold(0, u64::saturating_add)
}

/// That a workload sends more requests than a run may.
pub(crate) fn too_many_requests(workload: &Workload) -> Option<Message> {
    let count = request_count(workload, workload.seconds);
    (count > REQUEST_COUNT_MAX).then(|| {
        Message::plain("workload.too_many")
            .with("count", Argument::Count(count))
            .with("limit", Argument::Count(REQUEST_COUNT_MAX))
    })
}

/// How long a workload may last so that it does not send more requests than a run may.
pub(crate) fn seconds_that_fit(workload: &Workload) -> u64 {
    let (mut fits, mut end) = (0, workload.seconds + 1);
    while end - fits > 1 {
        let middle = fits.midpoint(end);
        match request_count(workload, middle) <= REQUEST_COUNT_MAX {
            true => fits = middle,
            false => end = middle,
        }
    }
    fits
}

/// Why a workload cannot be started.
pub(crate) fn obstacle(workload: &Workload) -> Option<Message> {
    if workload.patterns.is_empty() {
        return Some(Message::plain("workload.empty"));
    }
    workload.patterns.iter().find_map(|pattern| {
        let error = pattern.template().err()?;
        let message = Message::plain("workload.fault").with("name", pattern.name.clone());
        Some(message.with("error", Argument::English(error.to_string().into())))
    })
}

/// Accepts a workload that can be stored and read again. Fails with the first limit that is exceeded.
pub(crate) fn check_workload(workload: &Workload) -> Result<(), Message> {
    limit::number("workload.seconds", workload.seconds, &WORKLOAD_SECONDS)?;
    limit::count("pattern.title", workload.patterns.len(), PATTERN_COUNT_MAX)?;
    workload.patterns.iter().try_for_each(check_pattern)
}

/// Why a workload as the user sets it cannot be kept.
pub fn fault_of_plan(plan: &WorkloadPlan) -> Option<Message> {
    check_workload(&workload_of(plan)).err()
}

/// Accepts an access pattern that can be stored and read again. Fails with the first limit that is exceeded.
pub(crate) fn check_pattern(pattern: &AccessPattern) -> Result<(), Message> {
    let AccessPattern { name, operation, request, rate } = pattern;
    limit::length("pattern.name", name, PATTERN_NAME_LENGTH_MAX)?;
    limit::length("pattern.operation", operation, PATTERN_NAME_LENGTH_MAX)?;
    limit::length("pattern.request", request, PATTERN_REQUEST_LENGTH_MAX)?;
    limit::count("limit.points", rate.points.len(), POINT_COUNT_MAX)?;
    limit::number("limit.span", rate.span, &SPAN_SECONDS)?;
    rate.points.iter().try_for_each(|point| {
        limit::number("workload.second", point.second, &POINT_SECONDS)?;
        limit::number("workload.rate", point.per_second, &rates_of(rate.span))
    })
}

/// A workload as the user sets it.
pub(crate) fn plan_of(workload: &Workload) -> WorkloadPlan {
    let patterns = workload.patterns.iter().map(|pattern| PatternPlan {
        name: pattern.name.as_str().into(),
        operation: pattern.operation.as_str().into(),
        request: pattern.request.as_str().into(),
        points: pattern.rate.points.iter().map(|it| (it.second, it.per_second)).collect(),
        span: pattern.rate.span,
    });
    let Workload { seed, seconds, retries, limits, start, .. } = *workload;
    let retries = retries.attempt_count_max > 1;
    let limits = limits != RunLimits::Off;
    let idle = start == RunStart::Idle;
    WorkloadPlan { seed, seconds, patterns: patterns.collect(), retries, limits, idle }
}

/// The rate of a pattern that is no whole number of requests a second, which is not drawn as a curve.
pub fn rate_without_curve(pattern: &PatternPlan) -> Option<Message> {
    let Rate { count, period } = Rate::of(&curve_of(&pattern.points, pattern.span))?;
    (pattern.span > 1).then(|| {
        Message::plain("pattern.rate")
            .with("count", Argument::Decimal(count))
            .with("period", Message::plain(period.words()))
    })
}

/// The workload that a person has set. Points are in the order of their seconds.
pub(crate) fn workload_of(plan: &WorkloadPlan) -> Workload {
    let patterns = plan.patterns.iter().map(|pattern| AccessPattern {
        name: pattern.name.to_string(),
        operation: pattern.operation.to_string(),
        request: pattern.request.to_string(),
        rate: curve_of(&pattern.points, pattern.span),
    });
    let WorkloadPlan { seed, seconds, retries, limits, idle, .. } = *plan;
    let (retries, limits, start) = (retries_of(retries), limits_of(limits), start_of(idle));
    Workload { seed, seconds, patterns: patterns.collect(), retries, limits, start }
}

/// The workload of a sandbox without settings: requests are limited and retried, and the tables were idle before.
pub(crate) fn usual() -> Workload {
    Workload { limits: limits_of(true), start: start_of(true), ..Workload::default() }
}

pub(crate) fn start_of(idle: bool) -> RunStart {
    if idle { RunStart::Idle } else { RunStart::AsMetered }
}

pub(crate) fn retries_of(retries: bool) -> Retries {
    if retries { Retries::default() } else { Retries::NONE }
}

pub(crate) fn limits_of(limits: bool) -> RunLimits {
    if limits { RunLimits::On } else { RunLimits::Off }
}

/// Requests that are sent in so many seconds at most.
pub(crate) fn rates_of(span: u64) -> RangeInclusive<u64> {
    *RATES.start()..=RATES.end().saturating_mul(span)
}

/// A curve through points, of requests in so many seconds.
pub(crate) fn curve_of(points: &[(u64, u64)], span: u64) -> RateCurve {
    let point = |&(second, per_second)| RatePoint { second, per_second };
    let mut points: Vec<RatePoint> = points.iter().map(point).collect();
    points.sort_by_key(|it| it.second);
    RateCurve { points, span }
}
