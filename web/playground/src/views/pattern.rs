//! Access patterns as the page shows them: what each costs, and what the open table could have beside.

use std::ops::Add;
use std::rc::Rc;

use engine::model::bytes::Bytes;
use engine::model::name::TableName;
use engine::operation::Operation;
use engine::receipt::Store;
use engine::table::Table;
use engine::workload::pattern::AccessPattern;

use crate::analysis::amount::Amount;
use crate::analysis::bill::{Bill, PatternLoad, load_of};
use crate::analysis::cost::Estimate;
use crate::analysis::demand::Load;
use crate::analysis::expired::{expired, with_expired};
use crate::analysis::pattern::{
    Basis, SAMPLE_COUNT, Trial, WHOLE, empty_load, of_a_hundred, planned_load, unlimited,
    yearly_millionths,
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
    let requests = asked.map_or_else(Vec::new, |asked| of_plan.shares(&[&asked, &expired]));
    let is_part = Amount { pico: 0, is_least: of_plan.uncounted().is_some() };
    let requests = of_plan.money(requests.into_iter().take(1).fold(is_part, Amount::add));
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
    of_plan.uncounted().into_iter().fold(words, Message::and)
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
    let answers = trials.into_iter().zip(loads.iter().zip(costs));
    answers.map(|((trial, _), (own, cost))| answer(state, &bill, trial, own, cost)).collect()
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
    Ok(answer(state, &bill, trial, &own, cost))
}

/// The result of a pattern that asks for `own`, of which a bill is.
fn answer(state: &State, bill: &Bill<'_>, trial: Trial, own: &Load, cost: Amount) -> PatternAnswer {
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
        cost: Money {
            is_least: cost.is_least
                || verdict == Verdict::Partly
                || trial.behind.is_least
                || trial.is_unsized,
            ..cost
        },
        throttled_permille: throttled_permille(bill, own),
        item_thousandths: trial.reads.then_some(trial.evaluated_count / (WHOLE / 1_000)),
        request_thousandths: 1_000.max(trial.page_count / (WHOLE / 1_000)),
        waste: trial.dropped().map(waste),
        item_size: trial.item_sizes.map(item_size),
        attributes: trial.returned.iter().map(|it| it.as_str().into()).collect(),
        filled: trial.requests.first().cloned().unwrap_or_else(|| "".into()),
        fault: trial.fault.map(Rc::new),
    }
}

/// How much of the load is throttled at the store that lacks most of those that a pattern asks.
fn throttled_permille(bill: &Bill<'_>, own: &Load) -> Option<u64> {
    let here = bill.shortages().filter(|(estimate, short)| {
        let asking = Estimate { load: Some(own), ..*estimate };
        asking.asks(&short.store, short.kind)
    });
    here.map(|(_, short)| short.throttled_permille).max()
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

fn is_sql(state: &State, table: &TableName) -> bool {
    state.database.table(table.as_str()).is_some_and(|table| table.is_sql)
}

/// "Reads 10,000 to return 3".
fn waste([read, returned]: [u64; 2]) -> Message {
    Message::plain("pattern.waste")
        .with("read", Argument::Thousandths(read))
        .with("returned", Argument::Thousandths(returned))
}

/// "The items that were tried have from 900 B to 1,100 B."
fn item_size([least, most]: [Bytes; 2]) -> Message {
    let key = if least == most { "pattern.item_size" } else { "pattern.item_sizes" };
    let bytes = |size: Bytes| Argument::Bytes(size.0);
    Message::plain(key).with("least", bytes(least)).with("most", bytes(most))
}

fn notes(state: &State, trial: &Trial, verdict: Verdict) -> Vec<Message> {
    let mut notes = Vec::new();
    if trial.stores.iter().any(|(table, ..)| is_sql(state, table)) {
        notes.push(Message::plain("rule.sql"));
    }
    if trial.is_before {
        notes.push(Message::plain("pattern.as_before"));
    }
    let average = |key, count: u64| {
        Message::plain(key).with("count", Argument::Thousandths(count / (WHOLE / 1_000)))
    };
    if verdict == Verdict::Partly {
        notes.push(
            Message::plain("pattern.rejected")
                .with("count", Argument::Count(of_a_hundred(trial.rejected_count)))
                .with("total", Argument::Count(100)),
        );
    }
    if let Some(reason) = &trial.no_effect {
        let key = match (trial.idle_count == WHOLE, reason.is_of_write()) {
            (true, true) => "pattern.changes_nothing_because",
            (true, false) => "pattern.finds_nothing_because",
            (false, _) => "pattern.some_idle",
        };
        notes.push(
            Message::plain(key)
                .with("count", Argument::Count(of_a_hundred(trial.idle_count)))
                .with("total", Argument::Count(100))
                .with("reason", reason.reason()),
        );
    }
    if trial.reads && verdict != Verdict::Fails {
        notes.push(average("pattern.evaluated", trial.evaluated_count));
        if trial.page_count > WHOLE {
            notes.push(average("pattern.pages", trial.page_count));
        }
    }
    if let Some(Store::Local(index) | Store::Global(index)) = &trial.grown {
        notes.push(Message::plain("pattern.grows").with("index", index.as_str()));
    }
    if trial.fetched_count > 0 {
        notes.push(average("pattern.fetched", trial.fetched_count));
    }
    notes.extend(trial.is_unsized.then(|| Message::plain("pattern.unsized")));
    notes.extend(behind(trial));
    notes.extend(sampled(trial));
    notes
}

/// What comes behind a request, by table: in other Regions, and of programs.
fn behind(trial: &Trial) -> Vec<Message> {
    let words = trial.behind.halves().into_iter().flat_map(|(table, [written, read])| {
        let words = |key, halves: u64| {
            let thousandths = halves / (2 * WHOLE / 1_000);
            (thousandths > 0).then(|| {
                Message::plain(key)
                    .with("units", Argument::Thousandths(thousandths))
                    .with("table", Argument::Name(table.as_str().into(), None))
            })
        };
        [words("pattern.behind_writes", written), words("pattern.behind_reads", read)]
    });
    let open = trial.behind.is_least.then(|| Message::plain("pattern.behind_least"));
    words.flatten().chain(open).collect()
}

/// That units are the average of a sample, if requests cost different units.
pub(crate) fn sampled(trial: &Trial) -> Option<Message> {
    (!trial.uneven.is_empty()).then(|| match trial.counted {
        Some(count) => Message::plain("pattern.counted").with("count", Argument::Count(count)),
        None => Message::plain("pattern.average")
            .with("count", Argument::Count(SAMPLE_COUNT))
            .with("error", Argument::Hundredths(trial.error_hundredths())),
    })
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
