//! Rules on reads that cost more than what they find.

use engine::operation::Operation;
use serde_json::Value;

use crate::analysis::advice::scan::cheaper_read;
use crate::analysis::advice::{AdviceContext, CONSISTENCY, SCAN, Tried, finding};
use crate::analysis::demand::Load;
use crate::analysis::pattern::{WHOLE, empty_load};
use crate::view::advice::{Cause, Finding, Severity};
use crate::view::message::{Argument, Message};

/// Strongly consistent patterns from which on they are a habit. Model: one may have its reason.
const HABIT_COUNT: usize = 2;

/// Several patterns that read strongly consistently, as most units of reads are spent on them: they cost twice as much.
pub(crate) fn strong_reads(context: &AdviceContext<'_>) -> Vec<Finding> {
    let strong: Vec<&Tried<'_>> = context.patterns.iter().filter(|it| it.is_strong()).collect();
    let halves = |tried: &Tried<'_>| context.monthly_read(tried);
    let of_strong: u128 = strong.iter().map(|tried| halves(tried)).sum();
    let of_all: u128 = context.patterns.iter().map(halves).sum();
    let is_habit = strong.len() >= HABIT_COUNT && of_strong > 0 && of_strong * 2 >= of_all;
    if !is_habit {
        return Vec::new();
    }
    let names = strong.iter().map(|tried| tried.pattern.name.as_str().into());
    let units = u64::try_from(of_strong / 2).unwrap_or(u64::MAX);
    let words = Message::plain("advice.strong")
        .with("count", Argument::Count(strong.len() as u64))
        .with("patterns", Argument::List(names.collect()))
        .with("units", Argument::Count(units))
        .with("half", Argument::Count(units / 2));
    let words = [words, Message::plain("advice.strong_do")];
    let found = finding(Severity::Expense, CONSISTENCY, Cause::Patterns, words);
    let loads: Vec<Load> = strong.iter().map(|it| context.reads_of(it, (1, 2))).collect();
    let less = Load::of_all(loads.iter()).unwrap_or_else(empty_load);
    vec![context.priced(found, &less, &[])]
}

/// Queries and scans whose filter drops most of what they read and pay for.
pub(crate) fn dropping_filter(context: &AdviceContext<'_>) -> Vec<Finding> {
    let dropping = context.patterns.iter().filter_map(|tried| {
        let request = tried.requests.first()?;
        let [scanned, returned] = tried.trial.scanned;
        let is_filtered = request["FilterExpression"].is_string();
        let halves = tried.read_halves(&context.table.schema.name) / WHOLE;
        let [read, left] = tried.trial.dropped()?;
        let is_scan = tried.pattern.operation == Operation::Scan.name();
        if !is_filtered || is_scan && cheaper_read(context, request).is_some() {
            return None;
        }
        let words = Message::plain("advice.filter")
            .with("pattern", tried.name())
            .with("read", Argument::Thousandths(read))
            .with("returned", Argument::Thousandths(left))
            .with("units", Argument::HalfUnits(halves));
        let words = [words, Message::plain("advice.filter_do")];
        let dropped = (u128::from(scanned - returned), u128::from(scanned));
        let found = finding(Severity::Expense, SCAN, Cause::Patterns, words);
        Some(context.priced(found, &context.reads_of(tried, dropped), &[]))
    });
    dropping.collect()
}

impl Tried<'_> {
    /// Whether its requests are strongly consistent reads.
    fn is_strong(&self) -> bool {
        let Some(request) = self.requests.first() else { return false };
        let of_batch = request["RequestItems"].as_object().into_iter().flat_map(|it| it.values());
        let mut all = of_batch.chain([request]);
        all.any(|part: &Value| part["ConsistentRead"] == true)
    }
}
