//! What an operation that was done would cost in a month, if it were done again and again.

use engine::receipt::{Arm, Receipt, Store};
use engine::workload::Workload;

use crate::analysis::cost::Load;
use crate::analysis::pattern::{WHOLE, empty_load, load_of_patterns, yearly_millionths};
use crate::analysis::price::PriceList;
use crate::sandbox::state::State;
use crate::view::message::{Argument, Message};
use crate::view::pattern::{MonthView, PatternDraft};
use crate::views::pattern::{cost, pattern_answer, throttled_permille};
use crate::views::pattern_draft::draft_of_record;
use crate::views::why::chosen;

/// An operation by its number, or the last one, as a pattern to be kept; `None` unless it was one request on items.
pub(crate) fn month_draft(state: &State, number: Option<u64>) -> Option<PatternDraft> {
    draft_of_record(state, chosen(state, number)?)
}

/// What a month of an operation costs: what it was charged, as often as the draft says. Fails if the draft cannot be kept, or if a
/// table or index that was charged is no longer there.
pub(crate) fn month_view(
    state: &State,
    number: Option<u64>,
    draft: &PatternDraft,
) -> Result<MonthView, Message> {
    let (pattern, _) = state.plan.pattern_of(draft)?;
    let Some(receipt) = chosen(state, number).and_then(|it| it.receipts.first()) else {
        return Err(Message::plain("month.none"));
    };
    if let Some(gone) = receipt.arms.iter().find_map(|arm| gone(state, arm)) {
        return Err(Message::plain("month.gone").with("name", gone));
    }
    let millionths = yearly_millionths(state.plan.workload.seconds, &pattern);
    let own = load_of_receipt(receipt, empty_load(), millionths);
    // The pattern that it has become is not asked twice.
    let Workload { seconds, patterns, .. } = &*state.plan.workload;
    let kept = patterns
        .iter()
        .rposition(|it| it.operation == pattern.operation && it.request == pattern.request);
    let others = patterns.iter().enumerate().filter(|(position, _)| Some(*position) != kept);
    let others = others.map(|(_, pattern)| pattern);
    let planned = load_of_patterns(&state.database, &state.plan, *seconds, others);
    let all = load_of_receipt(receipt, planned, millionths);
    let list = PriceList::read();
    let hundredths: u64 = receipt.arms.iter().map(|arm| arm.units.halves() * 50).sum();
    let again = pattern_answer(state, draft)?;
    let again = (again.hundredths() != hundredths).then(|| {
        Message::plain("month.again").with("units", Argument::Hundredths(again.hundredths()))
    });
    Ok(MonthView {
        cost: cost(state, &list, &own, &all),
        throttled_permille: throttled_permille(state, &list, &own, &all),
        again,
        is_kept: kept.is_some_and(|position| patterns[position].rate == pattern.rate),
    })
}

/// The name of the table or index of an arm, if it is no longer there.
fn gone<'a>(state: &State, arm: &'a Arm) -> Option<&'a str> {
    let Some(table) = state.database.table(arm.table.as_str()) else {
        return Some(arm.table.as_str());
    };
    let (Store::Local(index) | Store::Global(index)) = &arm.store else { return None };
    table.index(index.as_str()).is_none().then_some(index.as_str())
}

/// A load, and beside it a receipt as often in a year as that many millionths.
fn load_of_receipt(receipt: &Receipt, mut load: Load, millionths: u128) -> Load {
    for arm in &receipt.arms {
        let halves = u128::from(arm.units.halves()) * u128::from(WHOLE);
        let halves = halves.saturating_mul(millionths);
        load.add(&arm.table, &arm.store, arm.unit_kind(), halves);
    }
    load
}
