//! Programs that are given their own writes again, without an end.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use engine::database::program::ROUNDS_MAX;

use crate::analysis::advice::{AdviceContext, STREAMS, finding};
use crate::view::advice::{Cause, Finding, Severity};
use crate::view::message::{Argument, Message};

/// Loops of programs of which one reads the table, or which a pattern on the table starts.
pub(crate) fn endless_programs(context: &AdviceContext<'_>) -> Vec<Finding> {
    let name = &context.table.schema.name;
    let mut loops: BTreeMap<&BTreeSet<String>, Vec<Rc<str>>> = BTreeMap::new();
    for (pattern, trial) in context.workload.patterns.iter().zip(context.trials) {
        let endless = &trial.behind.endless;
        let mut programs = context.database.programs().map(|it| &it.program);
        let is_read = programs.any(|it| it.table == *name && endless.contains(&it.name));
        if !endless.is_empty() && (is_read || trial.touches(name)) {
            loops.entry(endless).or_default().push(pattern.name.as_str().into());
        }
    }
    let found = loops.into_iter().map(|(programs, patterns)| {
        let programs: Vec<Rc<str>> = programs.iter().map(|it| it.as_str().into()).collect();
        let words = Message::plain("advice.endless")
            .with("count", Argument::Count(programs.len() as u64))
            .with("programs", Argument::List(programs))
            .with("patterns", Argument::List(patterns))
            .with("rounds", Argument::Count(ROUNDS_MAX.into()));
        let words = [words, Message::plain("advice.endless_do")];
        // What it costs has no end either.
        finding(Severity::Expense, STREAMS, Cause::Table, words).weighing(u64::MAX)
    });
    found.collect()
}
