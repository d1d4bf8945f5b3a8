//! How long the check of a lesson takes.

use crate::lesson::action::ActionKind;
use crate::lesson::file::{Lesson, Part};

/// Items and requests of a lesson that is checked while it is typed. Model: a tenth of a second in a browser.
const QUICK_COUNT_MAX: u64 = 1_000;

/// Whether a lesson is checked fast enough to be checked while it is typed: it opens with few items, and sends few requests.
pub fn is_quick(lesson: &Lesson) -> bool {
    let tables = lesson.document["tables"].as_array().into_iter().flatten();
    let items = tables.map(|table| table["Items"].as_array().map_or(0, Vec::len) as u64);
    let parts = lesson.steps.iter().flat_map(|step| &step.parts);
    let actions = parts.flat_map(|part| match part {
        Part::Act(action) => std::slice::from_ref(action),
        Part::Task(task) => &task.solution,
        Part::Predict(_) | Part::Look(_) | Part::Expect(_) | Part::Free => &[],
    });
    let requests = actions.map(|action| match &action.kind {
        ActionKind::Workload(plan) => {
            let rates = plan.patterns.iter().flat_map(|pattern| &pattern.points);
            rates.map(|(_, rate)| rate.saturating_mul(plan.seconds)).fold(0, u64::saturating_add)
        }
        // It repeats a workload, whose requests are counted there.
        ActionKind::Run => QUICK_COUNT_MAX,
        ActionKind::Call { .. }
        | ActionKind::Advance { .. }
        | ActionKind::Set(_)
        | ActionKind::Rebuild { .. }
        | ActionKind::Program(_)
        | ActionKind::Series(_)
        | ActionKind::Send { .. } => 1,
    });
    items.chain(requests).fold(0_u64, u64::saturating_add) <= QUICK_COUNT_MAX
}
