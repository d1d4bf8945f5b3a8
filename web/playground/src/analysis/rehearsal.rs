//! The first requests of a workload on a copy, to see what they cost: before it runs, and in its verdict.

use engine::database::Database;
use engine::receipt::{Store, UnitKind};
use engine::workload::run::Run;
use engine::workload::{RunLimits, Workload};

use crate::analysis::pattern::Trial;

/// Requests and seconds of which the units are not counted, and of which they are. Model: some milliseconds.
const TURN_COUNT: u64 = 2_000;

/// Steps of work that they take together at most. Model: some for each of them.
const STEP_COUNT_MAX: u64 = 20_000;

/// Lets trials of writes to indexes have the units of requests within a run without limits that begins with these tables. The first
/// requests of a run write other items than the later ones, which write many of them again.
pub(crate) fn rehearse(database: &Database, workload: &Workload, trials: &mut [Trial]) {
    let writes_index = |trial: &Trial| {
        let mut stores = trial.stores.iter();
        stores.any(|(_, store, kind)| *kind == UnitKind::Write && *store != Store::Table)
    };
    if !trials.iter().any(writes_index) {
        return;
    }
    let mut copy = database.clone();
    let workload = Workload { limits: RunLimits::Off, ..workload.clone() };
    let Ok(mut run) = Run::new(&workload, &mut copy) else { return };
    let mut steps = STEP_COUNT_MAX;
    run.step_within(&mut copy, TURN_COUNT, &mut steps);
    let before = run.result().patterns.clone();
    run.step_within(&mut copy, TURN_COUNT, &mut steps);
    let result = run.result();
    for ((trial, from), to) in trials.iter_mut().zip(&before).zip(&result.patterns) {
        trial.count_writes(&result.stores, [from, to]);
    }
}
