//! The first requests of a workload on a copy, to see what they cost: before it runs, and in its verdict.

use engine::capacity::units::CapacityUnits;
use engine::database::Database;
use engine::receipt::{Store, UnitKind};
use engine::workload::result::{Counts, RunPattern, RunStore};
use engine::workload::run::Run;
use engine::workload::{RunLimits, Workload};

use crate::analysis::pattern::{SAMPLE_COUNT, Trial, WHOLE};
use crate::sandbox::workload::request_count;

/// Requests and seconds of a run that are rehearsed. Model: about a tenth of a second.
const TURN_COUNT_MAX: u64 = 30_000;

/// Steps of work that they take together at most. Model: some for each of them.
const STEP_COUNT_MAX: u64 = 100_000;

/// Lets trials of writes to indexes have the units of requests within a run without limits that begins with these tables. The first
/// half is not counted: it writes other items than the requests after it, which write many of them again.
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
    let all = request_count(&workload, workload.seconds).saturating_add(workload.seconds);
    let half = all.min(TURN_COUNT_MAX).div_ceil(2);
    let mut steps = STEP_COUNT_MAX;
    run.step_within(&mut copy, half, &mut steps);
    let (before, item_count) = (run.result().patterns.clone(), count_items(&copy));
    run.step_within(&mut copy, half, &mut steps);
    let result = run.result();
    let written =
        result.patterns.iter().zip(&before).filter(|(to, from)| to.written > from.written);
    let written = written.map(|(to, from)| to.counts.succeeded - from.counts.succeeded);
    // Where no item is written again, what was tried is exact.
    if count_items(&copy) == item_count + written.sum::<u64>() {
        return;
    }
    for ((trial, from), to) in trials.iter_mut().zip(&before).zip(&result.patterns) {
        trial.count_writes(&result.stores, [from, to]);
    }
}

/// The items of all tables.
fn count_items(database: &Database) -> u64 {
    database.tables().map(|table| table.items.count() as u64).sum()
}

impl Trial {
    /// Takes the write units that a run has counted of its pattern between two moments, if it sent as many requests as are tried:
    /// writing an item again also removes its old entries.
    fn count_writes(&mut self, stores: &[RunStore], [from, to]: [&RunPattern; 2]) {
        let sent = |counts: Counts| counts.succeeded + counts.failed;
        let sent = sent(to.counts) - sent(from.counts);
        if sent < SAMPLE_COUNT {
            return;
        }
        let written = to.written_by_store.iter().zip(&from.written_by_store);
        let written = written.map(|(to, from)| u128::from((*to - *from).halves()));
        for (RunStore { table, store, .. }, halves) in stores.iter().zip(written) {
            let whole = (halves * u128::from(WHOLE) + u128::from(sent) / 2) / u128::from(sent);
            let halves = u64::try_from(whole).unwrap_or(u64::MAX);
            if halves == self.units.account(table, store).written.halves() {
                continue;
            }
            self.units.set_written(table, store, CapacityUnits::from_halves(halves));
            self.uneven.insert((table.clone(), store.clone()));
            self.counted = Some(sent);
            let own = (table.clone(), store.clone(), UnitKind::Write);
            if !self.stores.contains(&own) {
                self.stores.push(own);
            }
        }
    }
}
