//! What an operation that was done would cost in a month, if it were done again and again.

use engine::receipt::Receipt;

use crate::analysis::cost::Load;
use crate::analysis::pattern::{SAMPLE_COUNT, empty_load, planned_load, yearly_millionths};
use crate::analysis::price::PriceList;
use crate::sandbox::state::State;
use crate::view::message::{Argument, Message};
use crate::view::pattern::{MonthView, PatternDraft};
use crate::views::pattern::{cost, pattern_answer, throttled_permille};
use crate::views::pattern_draft::ran;
use crate::views::why::chosen;

/// An operation by its number, or the last one, as a pattern to be kept; `None` unless it was one request on items.
pub(crate) fn month_draft(state: &State, number: Option<u64>) -> Option<PatternDraft> {
    ran(state, chosen(state, number)?)
}

/// What a month of an operation costs: what it was charged, as often as the draft says. Fails if the draft cannot be kept, or if a
/// table that was charged is no longer there.
pub(crate) fn month_view(
    state: &State,
    number: Option<u64>,
    draft: &PatternDraft,
) -> Result<MonthView, Message> {
    let (pattern, _) = state.plan.pattern_of(draft)?;
    let Some(receipt) = chosen(state, number).and_then(|it| it.receipts.first()) else {
        return Err(Message::plain("month.none"));
    };
    let mut tables = receipt.arms.iter().map(|arm| arm.table.as_str());
    if let Some(gone) = tables.find(|table| state.database.table(table).is_none()) {
        return Err(Message::plain("month.no_table").with("table", gone));
    }
    let millionths = yearly_millionths(state.plan.workload.seconds, &pattern);
    let own = load_of_receipt(receipt, empty_load(), millionths);
    let planned = planned_load(&state.database, &state.plan).unwrap_or_else(empty_load);
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
    })
}

/// A load, and beside it a receipt as often in a year as that many millionths.
fn load_of_receipt(receipt: &Receipt, mut load: Load, millionths: u128) -> Load {
    for arm in &receipt.arms {
        let halves = u128::from(arm.units.halves()) * u128::from(SAMPLE_COUNT);
        let halves = halves.saturating_mul(millionths);
        load.add(&arm.table, &arm.store, arm.unit_kind(), halves);
    }
    load
}
