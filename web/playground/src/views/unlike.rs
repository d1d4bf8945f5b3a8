//! Where two designs are not asked and priced alike: then the difference of their costs is not one of the designs alone.

use std::rc::Rc;

use engine::table::schema::Billing;
use engine::workload::pattern::AccessPattern;

use crate::analysis::pattern::yearly_millionths;
use crate::sandbox::design::{class_of, mode_of};
use crate::sandbox::plan::paired;
use crate::sandbox::rate::Rate;
use crate::sandbox::state::State;
use crate::view::compare::Letter;
use crate::view::cost::{CostSettings, ExpectedCount, LoadSource, PayMode, TableClass};
use crate::view::message::{Argument, Message};

/// How many differences are told; of the others, how many they are.
const TOLD_COUNT: usize = 4;

/// What is not alike of designs A and B, in words; `None` if nothing is.
pub(crate) fn unlike(states: [&State; 2]) -> Option<Message> {
    let mut found = load(states);
    found.extend(prices(states));
    let more = found.len().saturating_sub(TOLD_COUNT);
    found.truncate(TOLD_COUNT);
    if more > 0 {
        let count = Argument::Count(more as u64);
        found.push(Message::plain("compare.unlike_more").with("count", count));
    }
    let found = found.into_iter().reduce(Message::and)?;
    Some(Message::plain("compare.unlike").with("differences", found))
}

/// What is not alike of what is asked: rates, patterns of one design only, and runs.
fn load(states: [&State; 2]) -> Vec<Message> {
    let plans = states.map(|state| &*state.plan);
    let rows = paired(plans).into_iter().filter_map(|row| match row {
        [Some(a), Some(b)] => {
            let patterns = [&plans[0].workload.patterns[a], &plans[1].workload.patterns[b]];
            let yearly =
                [0, 1].map(|side| yearly_millionths(plans[side].workload.seconds, patterns[side]));
            let rates = || [0, 1].map(|side| rate(states[side], patterns[side]));
            (yearly[0] != yearly[1]).then(|| in_each(patterns[0].name.as_str().into(), rates()))
        }
        [Some(a), None] => Some(only_in(Letter::A, &plans[0].workload.patterns[a].name)),
        [None, Some(b)] => Some(only_in(Letter::B, &plans[1].workload.patterns[b].name)),
        [None, None] => None,
    });
    let mut found: Vec<Message> = rows.collect();
    let sources = states.map(|state| match (state.plan.cost.source, &state.run) {
        (LoadSource::Run, Some(ran)) => Some(Rc::clone(&ran.record.workload)),
        (LoadSource::Patterns, _) | (LoadSource::Run, None) => None,
    });
    if sources[0] != sources[1] {
        let words = sources.map(|it| match it {
            None => "cost.source_patterns",
            Some(_) => "cost.source_run",
        });
        found.push(in_each(named("cost.source"), words.map(Message::plain)));
    }
    found
}

/// What is not alike of the settings of the price.
pub(crate) fn prices(states: [&State; 2]) -> Vec<Message> {
    let settings = states.map(|state| &state.plan.cost);
    let differs = |key: &'static str, words: &dyn Fn(&CostSettings) -> Message| {
        let words = settings.map(words);
        (words[0] != words[1]).then(|| in_each(named(key), words))
    };
    let as_set = || Message::plain("compare.as_set");
    let number = |count| Message::plain("compare.amount").with("amount", Argument::Count(count));
    let region = |it: &CostSettings| Message::plain("compare.amount").with("amount", &*it.region);
    let class = |it: &CostSettings| it.class.map_or_else(as_set, |it| Message::plain(it.words()));
    let mode = |it: &CostSettings| it.mode.map_or_else(as_set, |it| Message::plain(it.words()));
    let free = |it: &CostSettings| {
        Message::plain(if it.free_tier { "compare.taken_off" } else { "compare.not_taken_off" })
    };
    let scaled =
        |it: &CostSettings| Message::plain(if it.is_scaled { "compare.on" } else { "compare.off" });
    let use_ = |it: &CostSettings| {
        Message::plain("compare.amount").with("amount", Argument::Decimal(it.utilisation_percent))
    };
    let items = |it: &CostSettings| {
        it.item_count.map_or_else(|| Message::plain("cost.items_as_is"), number)
    };
    let itself = |key, is_alike: bool| {
        (!is_alike).then(|| Message::plain("compare.own").with("what", Message::plain(key)))
    };
    let [a, b] = settings;
    let of_tables = [
        differs("cost.class", &class).filter(|_| classes(states[0]) != classes(states[1])),
        differs("cost.mode", &mode).filter(|_| modes(states[0]) != modes(states[1])),
    ];
    let others = [
        differs("cost.free_tier", &free),
        differs("cost.utilisation", &use_).filter(|_| states.into_iter().any(plans_units)),
        differs("cost.items", &items),
        itself("day.title", a.day == b.day),
        itself("extra.title", extras(a) == extras(b)),
        differs("cost.scaled", &scaled).filter(|_| states.into_iter().any(plans_units)),
        itself("cost.expected", expected(states, a) == expected(states, b)),
        itself("cost.prices", a.prices == b.prices),
    ];
    let region = differs("cost.region", &region);
    region
        .into_iter()
        .chain(of_tables.into_iter().flatten())
        .chain(others.into_iter().flatten())
        .collect()
}

/// The class by which each table is priced.
fn classes(state: &State) -> Vec<TableClass> {
    let tables = state.database.tables();
    tables.map(|table| state.plan.cost.class.unwrap_or_else(|| class_of(table))).collect()
}

/// How each table is paid for.
fn modes(state: &State) -> Vec<PayMode> {
    let tables = state.database.tables();
    tables.map(|table| state.plan.cost.mode.unwrap_or_else(|| mode_of(table))).collect()
}

/// Whether units are planned for a table that has none of its own.
fn plans_units(state: &State) -> bool {
    let mut tables = state.database.tables();
    state.plan.cost.mode == Some(PayMode::Provisioned)
        && tables.any(|table| table.schema.billing == Billing::PayPerRequest)
}

/// The own numbers of the tables and indexes that both designs have: those of others are a part of a design.
fn expected<'s>(states: [&State; 2], settings: &'s CostSettings) -> Vec<&'s ExpectedCount> {
    let has = |state: &State, own: &ExpectedCount| {
        let table = state.database.table(&own.table);
        table.is_some_and(|it| own.index.as_ref().is_none_or(|index| it.index(index).is_some()))
    };
    let of_both = |own: &&ExpectedCount| states.into_iter().all(|state| has(state, own));
    let mut counts: Vec<&ExpectedCount> = settings.expected.iter().filter(of_both).collect();
    counts.sort();
    counts
}

fn extras(settings: &CostSettings) -> (bool, Option<u64>, Option<u64>) {
    (settings.has_recovery, settings.backup_count, settings.stream_reads)
}

fn named(key: &'static str) -> Argument {
    Message::plain(key).into()
}

/// "Put order: 50 a second in A, 60 a second in B."
fn in_each(what: Argument, words: [Message; 2]) -> Message {
    Message::plain("compare.unlike_one").with("what", what).with("both", both(words))
}

/// "50 a second in A, 60 a second in B".
pub(crate) fn both([a, b]: [Message; 2]) -> Message {
    Message::plain("compare.both").with("a", a).with("b", b)
}

fn only_in(letter: Letter, name: &str) -> Message {
    Message::plain("compare.unlike_only").with("what", name).with("design", letter.name())
}

/// "100 a second", "3 a day".
pub(crate) fn rate(state: &State, pattern: &AccessPattern) -> Message {
    let Rate { count, period } = state.plan.rate_of(&pattern.rate);
    let key = if pattern.rate.points.len() > 1 { "pattern.rate_curve" } else { "pattern.rate" };
    Message::plain(key)
        .with("count", Argument::Decimal(count))
        .with("period", Message::plain(period.words()))
}
