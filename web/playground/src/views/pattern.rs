//! Access patterns as the page shows them: what each costs, and what the open table could have beside.

use std::ops::Add;
use std::rc::Rc;

use engine::operation::Operation;
use engine::receipt::Store;
use engine::table::Table;
use engine::workload::pattern::AccessPattern;

use crate::analysis::amount::Amount;
use crate::analysis::bill::{Bill, PatternLoad, load_of};
use crate::analysis::demand::Load;
use crate::analysis::expired::{expired, with_expired};
use crate::analysis::pattern::{
    Basis, Trial, WHOLE, empty_load, planned_load, unlimited, yearly_millionths,
};
use crate::analysis::price::PriceList;
use crate::analysis::proposal::proposals;
use crate::analysis::written::targets;
use crate::explain::asked::asked;
use crate::explain::hue::hue_of_index;
use crate::explain::receipt::method;
use crate::sandbox::rate::Rate;
use crate::sandbox::state::State;
use crate::view::compare::Letter;
use crate::view::cost::LoadSource;
use crate::view::message::{Argument, Message};
use crate::view::money::Money;
use crate::view::pattern::{
    PatternAnswer, PatternDifference, PatternDraft, PatternTerm, PatternView, PatternsView, Verdict,
};
use crate::view::value::{Method, Text};
use crate::views::pattern_difference::{difference, lost};
use crate::views::pattern_note::{behind_hundredths, is_sql, item_size, notes, waste};
use crate::views::unlike::{both as in_both, prices, rate, unlike};

/// The patterns of a design, or of two, and their results. `shown` is the position of the one that is shown.
pub(crate) fn patterns_view(
    designs: &[(Option<Letter>, &State)],
    shown: usize,
    table: Option<&Table>,
    sent: Vec<PatternDraft>,
) -> PatternsView {
    let list = PriceList::read();
    let (_, state) = designs[shown];
    let mut rows: Vec<PatternView> = Vec::new();
    let order = [shown, designs.len() - 1 - shown];
    let both = <[_; 2]>::try_from(designs).ok().map(|designs| designs.map(|(_, state)| state));
    let is_priced_alike = both.is_none_or(|states| prices(states).is_empty());
    let mut rates_differ = vec![false; state.plan.workload.patterns.len()];
    for design in order.into_iter().take(designs.len()) {
        let (_, other) = designs[design];
        for (position, answer) in answers(other, &list).into_iter().enumerate() {
            let pattern = &other.plan.workload.patterns[position];
            // Of several patterns of one name, each is beside one of the other design.
            let is_same = |row: &&mut PatternView| {
                row.answers[design].is_none() && *row.draft.name == *pattern.name
            };
            if let Some(place) = rows.iter_mut().position(|mut row| is_same(&mut row)) {
                let row = &mut rows[place];
                row.answers[design] = Some(answer);
                row.requests[design] = Some(pattern.request.as_str().into());
                rates_differ[place] = differs(row, (other, pattern), shown > design);
                continue;
            }
            let mut answers = vec![None; designs.len()];
            answers[design] = Some(answer);
            let mut requests = vec![None; designs.len()];
            requests[design] = Some(pattern.request.as_str().into());
            let position = (design == shown).then_some(position);
            rows.push(PatternView { requests, shown, ..row(other, position, pattern, answers) });
        }
    }
    for (place, row) in rows.iter_mut().enumerate() {
        let is_alike = is_priced_alike && !rates_differ.get(place).is_some_and(|it| *it);
        row.difference = difference(&row.answers, is_alike).map(|it| match lost(&row.answers) {
            Some(lacking) => PatternDifference { words: it.words.and(lacking), ..it },
            None => it,
        });
    }
    let is_new = |proposal: &PatternDraft| rows.iter().all(|it| it.draft.name != proposal.name);
    let offered = table.map(proposals).unwrap_or_default();
    PatternsView {
        proposals: offered.into_iter().filter(is_new).collect(),
        sent,
        sums: sums(state, &list),
        unlike: both.and_then(unlike),
        operations: operations(),
        targets: targets(&state.database),
        designs: designs.iter().map(|(letter, _)| *letter).collect(),
        patterns: rows,
    }
}

/// The operations on items, each with what it does.
pub(crate) fn operations() -> Vec<(Text, Message)> {
    let on_items = Operation::ALL.into_iter().filter(|operation| operation.is_on_items());
    on_items.map(|it| (it.name().into(), what(it))).collect()
}

/// "Read one item · GetItem".
fn what(operation: Operation) -> Message {
    let key = match operation {
        Operation::GetItem => "pattern.what_get",
        Operation::Query => "pattern.what_query",
        Operation::Scan => "pattern.what_scan",
        Operation::PutItem => "pattern.what_put",
        Operation::UpdateItem => "pattern.what_update",
        Operation::DeleteItem => "pattern.what_delete",
        Operation::BatchGetItem => "pattern.what_batch_get",
        Operation::BatchWriteItem => "pattern.what_batch_write",
        Operation::TransactGetItems => "pattern.what_transact_get",
        Operation::TransactWriteItems => "pattern.what_transact_write",
        _ => "pattern.what_statement",
    };
    Message::plain("pattern.what")
        .with("what", Message::plain(key))
        .with("operation", operation.name())
}

/// What all patterns cost in a month, and what all tables cost.
fn sums(state: &State, list: &PriceList) -> Message {
    let plan = &state.plan;
    let asked = planned_load(&state.database, plan);
    let load = with_expired(asked.clone(), &state.database, plan, 0);
    let of_plan = Bill::of(list, &plan.cost, &state.database, load.as_ref());
    let planned = of_plan.view();
    let is_of_run = plan.cost.source == LoadSource::Run && state.run.is_some();
    let run = || load_of(&state.database, plan, state.run.as_deref());
    let total =
        is_of_run.then(|| Bill::of(list, &plan.cost, &state.database, run().as_ref()).view().total);
    // Without what expired items take.
    let expired = expired(&state.database, plan, 0);
    let mut shares = asked.map_or_else(Vec::new, |asked| of_plan.shares(&[&asked, &expired]));
    let of_expired = shares.pop().filter(|it| it.pico > 0).map(|it| of_plan.money(it));
    let of_expired = of_expired.filter(|_| total.is_none());
    let is_part = Amount { pico: 0, is_least: of_plan.uncounted().is_some() };
    let requests = of_plan.money(shares.into_iter().fold(is_part, Amount::add));
    let is_unknown = requests.is_least && requests.pico == 0;
    let short = of_plan.throttled_permille();
    let words = Message::plain(match (total, short) {
        (Some(_), _) => "pattern.total_of_run",
        (None, Some(_)) => "pattern.total_short",
        (None, None) if is_unknown => "pattern.total_unknown",
        (None, None) => "pattern.total",
    });
    let words = words
        .with("requests", Argument::Cents(requests))
        .with("percent", Argument::Permille(short.unwrap_or_default()))
        .with("total", Argument::Cents(total.unwrap_or(planned.total)));
    let of_expired = of_expired
        .map(|it| Message::plain("pattern.total_expired").with("money", Argument::Cents(it)));
    of_expired.into_iter().chain(of_plan.uncounted()).fold(words, Message::and)
}

/// The result of each pattern of a design.
fn answers(state: &State, list: &PriceList) -> Vec<PatternAnswer> {
    let plan = &state.plan;
    let database = unlimited(&state.database);
    let trials = plan.workload.patterns.iter().map(|pattern| {
        let note = plan.note(&pattern.name);
        let trial = Trial::of(&database, pattern, Basis::Expected(&plan.cost, &note));
        (trial, yearly_millionths(plan.workload.seconds, pattern))
    });
    let trials: Vec<(Trial, u128)> = trials.collect();
    let loads: Vec<Load> = trials.iter().map(|(it, millionths)| it.load(*millionths)).collect();
    let expired = expired(&state.database, plan, 0);
    let parts: Vec<&Load> = loads.iter().chain([&expired]).collect();
    let all = Load::of_all(parts.iter().copied()).unwrap_or_else(empty_load);
    let bill = Bill::of(list, &plan.cost, &state.database, Some(&all));
    let costs = bill.shares(&parts);
    let answers = trials.into_iter().zip(costs).enumerate();
    answers
        .map(|(position, ((trial, _), cost))| {
            answer(state, &bill, trial, (cost, bill.throttled_of(&parts, position)))
        })
        .collect()
}

/// Says in a row where the pattern of the other design differs, and whether its rate does. `is_first` if that design is A.
fn differs(
    row: &mut PatternView,
    (other, pattern): (&State, &AccessPattern),
    is_first: bool,
) -> bool {
    let both = |own: &Message, beside: Message| {
        let own = own.clone();
        in_both(if is_first { [beside, own] } else { [own, beside] })
    };
    let draft = &row.draft;
    if *draft.operation != *pattern.operation || *draft.request != *pattern.request {
        let does = asked(&pattern.operation, &pattern.request);
        let does = if row.does == does { does } else { both(&row.does, does) };
        row.does = Message::plain("pattern.unlike").with("does", does);
    }
    if row.yearly_millionths == yearly_millionths(other.plan.workload.seconds, pattern) {
        return false;
    }
    row.rate = both(&row.rate, rate(other, pattern));
    true
}

fn row(
    state: &State,
    position: Option<usize>,
    pattern: &AccessPattern,
    answers: Vec<Option<PatternAnswer>>,
) -> PatternView {
    PatternView {
        draft: draft_of(state, position, pattern),
        does: asked(&pattern.operation, &pattern.request),
        rate: rate(state, pattern),
        yearly_millionths: yearly_millionths(state.plan.workload.seconds, pattern),
        answers,
        requests: Vec::new(),
        shown: 0,
        difference: None,
    }
}

/// What the pattern that is being written costs beside the others, of which what all ask now is known.
/// Fails if it cannot be kept.
pub(crate) fn pattern_answer(
    state: &State,
    draft: &PatternDraft,
    others: &[PatternLoad],
) -> Result<PatternAnswer, Message> {
    let (pattern, note) = state.plan.pattern_of(draft)?;
    let plan = state.plan.with_pattern(draft)?;
    let database = unlimited(&state.database);
    let trial = Trial::of(&database, &pattern, Basis::Expected(&plan.cost, &note));
    let own = trial.load(yearly_millionths(plan.workload.seconds, &pattern));
    let list = PriceList::read();
    let others = others.iter().map(|it| &it.load);
    let mut loads: Vec<&Load> = others.collect();
    let position = draft.position.unwrap_or(usize::MAX).min(loads.len());
    match loads.get_mut(position) {
        Some(place) => *place = &own,
        None => loads.push(&own),
    }
    let expired = expired(&state.database, &plan, 0);
    loads.push(&expired);
    let all = Load::of_all(loads.iter().copied()).unwrap_or_else(empty_load);
    let bill = Bill::of(&list, &plan.cost, &state.database, Some(&all));
    let cost = bill.shares(&loads)[position];
    Ok(answer(state, &bill, trial, (cost, bill.throttled_of(&loads, position))))
}

/// The result of a pattern: its cost in a bill, and how much of its requests is throttled.
fn answer(
    state: &State,
    bill: &Bill<'_>,
    trial: Trial,
    (cost, throttled_permille): (Amount, Option<u64>),
) -> PatternAnswer {
    let verdict = match (trial.rejected_count, &trial.no_effect) {
        (0, Some(reason)) if trial.idle_count == WHOLE => match reason.is_of_write() {
            true => Verdict::ChangesNothing,
            false => Verdict::FindsNothing,
        },
        (0, _) => Verdict::Works,
        (WHOLE, _) => Verdict::Fails,
        (_, _) => Verdict::Partly,
    };
    let cost = bill.money(cost);
    PatternAnswer {
        verdict,
        notes: notes(state, &trial, verdict),
        terms: terms(state, &trial),
        behind: behind_hundredths(&trial),
        cost: Money {
            is_least: cost.is_least
                || verdict == Verdict::Partly
                || trial.behind.is_least
                || trial.is_unsized,
            ..cost
        },
        throttled_permille,
        item_thousandths: trial.reads.then_some(trial.evaluated_count / (WHOLE / 1_000)),
        request_thousandths: 1_000.max(trial.page_count / (WHOLE / 1_000)),
        waste: trial.dropped().map(waste),
        item_size: trial.item_sizes.map(item_size),
        attributes: trial.returned.iter().map(|it| it.as_str().into()).collect(),
        filled: trial.requests.first().cloned().unwrap_or_else(|| "".into()),
        fault: trial.fault.map(Rc::new),
    }
}

pub(crate) fn terms(state: &State, trial: &Trial) -> Vec<PatternTerm> {
    let hundredths = |halves: u64| halves / (2 * WHOLE / 100);
    let charged = trial.stores.iter().filter(|(table, ..)| !is_sql(state, table));
    let own = charged.map(|(table, store, kind)| {
        let schema = state.database.table(table.as_str()).map(|table| &table.schema);
        let (name, hue) = match store {
            Store::Table => (table.as_str(), None),
            Store::Local(index) | Store::Global(index) => {
                (index.as_str(), schema.and_then(|schema| hue_of_index(schema, index.as_str())))
            }
        };
        PatternTerm {
            method: method(*kind),
            hundredths: hundredths(trial.units.account(table, store).units(*kind).halves()),
            store: name.into(),
            hue,
            is_fetch: false,
        }
    });
    let mut terms: Vec<PatternTerm> = own.collect();
    if let Some((table, _)) = trial.fetched.first() {
        let halves = trial.fetched.iter().map(|(_, units)| units.halves()).sum();
        terms.push(PatternTerm {
            method: Method::Read,
            hundredths: hundredths(halves),
            store: table.as_str().into(),
            hue: None,
            is_fetch: true,
        });
    }
    terms
}

/// A pattern that is being typed.
fn draft_of(state: &State, position: Option<usize>, pattern: &AccessPattern) -> PatternDraft {
    let note = state.plan.note(&pattern.name);
    let Rate { count, period } = state.plan.rate_of(&pattern.rate);
    PatternDraft {
        position,
        name: pattern.name.as_str().into(),
        operation: pattern.operation.as_str().into(),
        request: pattern.request.as_str().into(),
        rate: count.to_string().into(),
        period,
        size: note.size.map(|size| size.to_string()).unwrap_or_default().into(),
        items: note.items.map(|items| items.to_string()).unwrap_or_default().into(),
        before: note.before,
    }
}
