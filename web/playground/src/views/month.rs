//! What an operation that was done would cost in a month, if it were done again and again.

use engine::receipt::{Arm, Store};

use crate::analysis::bill::PatternLoad;
use crate::sandbox::state::State;
use crate::view::message::{Argument, Message};
use crate::view::pattern::{MonthView, PatternDraft, Verdict};
use crate::views::pattern::pattern_answer;
use crate::views::pattern_draft::draft_of_record;
use crate::views::why::chosen;

/// An operation by its number, or the last one, as a pattern to be kept; `None` unless it was one request on items.
pub(crate) fn month_draft(state: &State, number: Option<u64>) -> Option<PatternDraft> {
    draft_of_record(state, chosen(state, number)?)
}

/// What a month of an operation costs: as an access pattern of the draft's rate. Fails if it cannot be one, or if a table or index
/// that was charged is no longer there.
pub(crate) fn month_view(
    state: &State,
    number: Option<u64>,
    draft: &PatternDraft,
    loads: &[PatternLoad],
) -> Result<MonthView, Message> {
    let (pattern, _) = state.plan.pattern_of(draft)?;
    let Some(receipt) = chosen(state, number).and_then(|it| it.receipts.first()) else {
        return Err(Message::plain("month.none"));
    };
    if let Some(gone) = receipt.arms.iter().find_map(|arm| gone(state, arm)) {
        return Err(Message::plain("month.gone").with("name", gone));
    }
    if !receipt.arms.is_empty() && receipt.arms.iter().all(|arm| arm.is_sql) {
        return Err(Message::plain("rule.sql"));
    }
    // The pattern that it has become is not asked twice.
    let patterns = &state.plan.workload.patterns;
    let kept = patterns
        .iter()
        .rposition(|it| it.operation == pattern.operation && it.request == pattern.request);
    let draft = PatternDraft { position: kept, ..draft.clone() };
    let answer = pattern_answer(state, &draft, loads)?;
    if answer.verdict == Verdict::Fails {
        return Err(Message::plain("month.rejected"));
    }
    let hundredths: u64 = receipt.arms.iter().map(|arm| arm.units.halves() * 50).sum();
    let again = (answer.hundredths() != hundredths).then(|| {
        Message::plain("month.again")
            .with("was", Argument::Hundredths(hundredths))
            .with("units", Argument::Hundredths(answer.hundredths()))
    });
    Ok(MonthView {
        cost: answer.cost,
        throttled_permille: answer.throttled_permille,
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
