//! Rules on what tables and indexes are provisioned with: more than is asked for, and without auto scaling beside replicas.

use engine::operation::Operation;
use engine::receipt::{Store, UnitKind};
use engine::table::Table;
use serde_json::json;

use crate::analysis::advice::traffic::seconds_to_try;
use crate::analysis::advice::{AdviceContext, GLOBAL_TABLES, RIGHT_SIZED, finding};
use crate::analysis::amount::{Amount, fitting};
use crate::analysis::bill::Bill;
use crate::analysis::cost::{Estimate, Part};
use crate::analysis::demand::{KINDS, side};
use crate::analysis::pattern::WHOLE;
use crate::analysis::provisioned::units_of;
use crate::analysis::quota::name_of;
use crate::view::advice::{Cause, Finding, Severity};
use crate::view::cost::PayMode;
use crate::view::message::{Argument, Message};
use crate::view::value::Text;

/// Units a second that are worth a finding if nothing asks for them. Model: fewer cost a few dollars a month.
const IDLE_COUNT_MIN: u128 = 10;

/// So many times the units that are enough are too many. Model: less leaves room to grow.
const IDLE_FACTOR: u128 = 2;

/// A table or global index that is provisioned with far more than its access patterns need in the busiest hour. Of a table
/// without patterns that is known only if there are others.
pub(crate) fn idle_throughput(context: &AdviceContext<'_>) -> Vec<Finding> {
    let bill = context.bill();
    let Some((estimate, PayMode::Provisioned)) = context.own_of(&bill) else { return Vec::new() };
    let mut patterns = context.patterns.iter();
    let is_known = !context.workload.patterns.is_empty()
        && context.failing.is_empty()
        && context.load.open_count == 0
        && !is_written_behind(context)
        && patterns.all(|it| it.trial.rejected_count == 0 && !it.trial.is_unsized);
    if !is_known {
        return Vec::new();
    }
    let parts = estimate.parts();
    parts.iter().filter_map(|part| idle(context, estimate, part)).collect()
}

/// Whether programs or Regions may write to the table because items expire, or because of a pattern whose rate changes: how much they
/// write in their busiest second is not known here.
fn is_written_behind(context: &AdviceContext<'_>) -> bool {
    let name = &context.table.schema.name;
    let expires = |table: &Table| {
        let growth = context.settings.growth_of(&Text::from(table.schema.name.short()));
        table.time_to_live.status.attribute().is_some() || growth.days.is_some()
    };
    let mut programs = context.database.programs();
    let by_program =
        programs.any(|it| context.database.table(it.program.table.as_str()).is_some_and(expires));
    let by_region = expires(context.table) && !context.database.replicas_of(name).is_empty();
    let mut patterns = context.patterns.iter();
    by_program
        || by_region
        || patterns.any(|it| {
            it.pattern.rate.points.len() > 1 && it.trial.behind.halves().contains_key(name)
        })
}

/// A part that is provisioned with too much.
fn idle(context: &AdviceContext<'_>, estimate: Estimate<'_>, part: &Part<'_>) -> Option<Finding> {
    let set = part.throughput.filter(|_| !matches!(part.store, Store::Local(_)))?;
    let needed = KINDS.map(|kind| needed(context, estimate, part, kind));
    let is_idle = |kind: UnitKind| {
        let [least, _] = estimate.day(part, kind).bounds();
        let (own, is_scaled) = (needed[side(kind)], part.scaling.policy(kind).is_some());
        !is_scaled && least >= own * IDLE_FACTOR && least - own >= IDLE_COUNT_MIN
    };
    let idle: Vec<UnitKind> = KINDS.into_iter().filter(|kind| is_idle(*kind)).collect();
    let asked = |kind| estimate.hourly_thousandths(part, kind).into_iter().max().unwrap_or(0);
    let of_each = |number: &dyn Fn(UnitKind) -> Argument| {
        let amount = |kind: &UnitKind| {
            let key = match kind {
                UnitKind::Write => "unit.amount_write",
                UnitKind::Read => "unit.amount_read",
            };
            Message::plain(key).with("units", number(*kind))
        };
        let all = |first: Message, next| {
            Message::plain("advice.units_and").with("first", first).with("next", next)
        };
        idle.iter().map(amount).reduce(all)
    };
    let needed_of = |kind| Argument::Count(fitting(needed[side(kind)]));
    let words = Message::plain("advice.idle")
        .with("store", name_of(context.table, &part.store))
        .with("set", of_each(&|kind| Argument::Count(units_of(set, kind)))?)
        .with("asked", of_each(&|kind| Argument::Thousandths(fitting(asked(kind))))?);
    let what = Message::plain("advice.idle_do")
        .with("store", name_of(context.table, &part.store))
        .with("needed", of_each(&needed_of)?);
    let words = [words, what];
    let cause = match &part.store {
        Store::Table | Store::Local(_) => Cause::Table,
        Store::Global(name) => Cause::Index(name.as_str().into()),
    };
    let found = finding(Severity::Expense, RIGHT_SIZED, cause, words);
    let lowered = KINDS.map(|kind| match idle.contains(&kind) {
        true => fitting(needed[side(kind)]),
        false => units_of(set, kind),
    });
    saving(context, found, &part.store, lowered)
}

/// Units a second that are enough for the access patterns: in the busiest hour at the chosen utilisation, in the busiest second,
/// and for one request from a full burst.
fn needed(
    context: &AdviceContext<'_>,
    estimate: Estimate<'_>,
    part: &Part<'_>,
    kind: UnitKind,
) -> u128 {
    let (percents, parts) = context.settings.utilisation_percent.fraction();
    let hour = estimate.hourly_thousandths(part, kind).into_iter().max().unwrap_or_default();
    let hour = (hour * 100 * u128::from(parts)).div_ceil(1_000 * u128::from(percents.max(1)));
    let patterns = || {
        let patterns = context.patterns.iter();
        patterns
            .map(|it| (&it.pattern.rate, u128::from(it.halves(context, part.index)[side(kind)])))
    };
    let asked = |second| {
        // A rate that is always the same is that of each hour.
        let curves = patterns().filter(|(rate, _)| rate.points.len() > 1);
        curves.map(|(rate, halves)| u128::from(rate.at(second)) * halves).sum::<u128>()
    };
    let seconds = seconds_to_try(context.workload).into_iter();
    let second = seconds.map(asked).max().unwrap_or_default();
    let request = patterns().map(|(_, halves)| halves).max().unwrap_or_default();
    let burst = u128::from(context.database.config().throughput.burst_seconds.max(1));
    let of_halves = |halves: u128, count: u128| halves.div_ceil(2 * u128::from(WHOLE) * count);
    [hour, of_halves(second, 1), of_halves(request, burst), 1].into_iter().max().unwrap_or(1)
}

/// A finding with what the bill is less if a part is provisioned with so many write and read units; `None` if that is nothing.
fn saving(
    context: &AdviceContext<'_>,
    found: Finding,
    store: &Store,
    [write, read]: [u64; 2],
) -> Option<Finding> {
    let units = json!({ "ReadCapacityUnits": read, "WriteCapacityUnits": write });
    let mut request = json!({ "TableName": context.table.schema.name.as_str() });
    match store {
        Store::Table | Store::Local(_) => request["ProvisionedThroughput"] = units,
        Store::Global(name) => {
            request["GlobalSecondaryIndexUpdates"] = json!([{ "Update": { "IndexName": name.as_str(), "ProvisionedThroughput": units } }]);
        }
    }
    let mut lowered = context.unlimited.clone();
    let name = Operation::UpdateTable.name();
    drop(engine::api::execute(&mut lowered, name, &request.to_string()));
    lowered.advance_to(lowered.now().after(lowered.config().lifecycle.update_settings_ms));
    let bill = context.bill();
    let less = Bill::of(&context.list, context.settings, &lowered, context.counted());
    let saved = bill.total().pico.saturating_sub(less.total().pico);
    let is_known = !bill.lacks_price() && !less.lacks_price();
    match (is_known, saved) {
        (false, _) => Some(found),
        (true, 0) => None,
        (true, _) => {
            let monthly = Some(bill.money(Amount { pico: saved, is_least: false }));
            Some(Finding { monthly, ..found.weighing(fitting(saved / 1_000_000)) })
        }
    }
}

/// A table with replicas that is provisioned without auto scaling for its writes.
/// Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_reqs_bestpractices.html>
pub(crate) fn unscaled_replicas(context: &AdviceContext<'_>) -> Vec<Finding> {
    let bill = context.bill();
    let Some((estimate, PayMode::Provisioned)) = context.own_of(&bill) else { return Vec::new() };
    let unscaled = estimate.unscaled_replicas().map(|words| {
        let what = Message::plain("advice.replicas_unscaled_do");
        finding(Severity::Hint, GLOBAL_TABLES, Cause::Table, [words, what])
    });
    unscaled.into_iter().collect()
}
