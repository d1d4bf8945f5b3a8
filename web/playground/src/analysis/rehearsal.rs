//! The first requests of a workload on a copy, to see what they cost: before it runs, and in its verdict.

use engine::capacity::units::CapacityUnits;
use engine::database::Database;
use engine::receipt::{Store, UnitKind};
use engine::workload::rate::RateCurve;
use engine::workload::result::{Counts, RunPattern, RunStore};
use engine::workload::run::Run;
use engine::workload::{RunLimits, Workload};

use crate::analysis::pattern::{SAMPLE_COUNT, Trial, WHOLE};
use crate::sandbox::workload::request_count;

/// Requests and seconds of a run that are rehearsed. Model: about a tenth of a second.
const TURN_COUNT_MAX: u64 = 30_000;

/// Steps of work that a half of them takes at most. Model: some for each of them.
const STEP_COUNT_MAX: u64 = 75_000;

/// Lets trials of writes to indexes have the units of requests within a run without limits that begins with these tables. All of a short
/// run is counted. Of a longer one the first half is not: it writes other items than the requests after it, which write many of them again.
pub(crate) fn rehearse(database: &Database, workload: &Workload, trials: &mut [Trial]) {
    let writes_index = |trial: &Trial| {
        let mut stores = trial.stores.iter();
        stores.any(|(_, store, kind)| *kind == UnitKind::Write && *store != Store::Table)
    };
    if !trials.iter().any(writes_index) {
        return;
    }
    let mut copy = database.clone();
    let workload = without_reads(workload, trials);
    let Ok(mut run) = Run::new(&workload, &mut copy) else { return };
    let all = request_count(&workload, workload.seconds).saturating_add(workload.seconds);
    let is_short = all <= TURN_COUNT_MAX;
    let half = TURN_COUNT_MAX / 2;
    let mut step = |turn_count, mut steps| {
        let goes_on = run.step_within(&mut copy, turn_count, &mut steps);
        (goes_on, run.result().clone(), count_items(&copy))
    };
    let (_, from, item_count) = match is_short {
        true => step(0, 0),
        false => step(half, STEP_COUNT_MAX),
    };
    let (goes_on, to, item_count_after) = match is_short {
        true => step(TURN_COUNT_MAX, 2 * STEP_COUNT_MAX),
        false => step(half, STEP_COUNT_MAX),
    };
    let patterns = || from.patterns.iter().zip(&to.patterns);
    let written = patterns().filter(|(from, to)| to.written > from.written);
    let written = written.map(|(from, to)| to.counts.succeeded - from.counts.succeeded);
    // Where no item is written again, what was tried is exact.
    if item_count_after == item_count + written.sum::<u64>() {
        return;
    }
    let least = if is_short && !goes_on { 1 } else { SAMPLE_COUNT };
    for (trial, (before, after)) in trials.iter_mut().zip(patterns()) {
        trial.count_writes(&to.stores, [before, after], least);
    }
}

/// A workload without limits that sends nothing of patterns that only read.
fn without_reads(workload: &Workload, trials: &[Trial]) -> Workload {
    let mut workload = Workload { limits: RunLimits::Off, ..workload.clone() };
    for (pattern, trial) in workload.patterns.iter_mut().zip(trials) {
        let mut kinds = trial.stores.iter().map(|(.., kind)| *kind);
        if !trial.stores.is_empty() && kinds.all(|kind| kind == UnitKind::Read) {
            // Chance depends on the positions of patterns.
            pattern.rate = RateCurve::default();
        }
    }
    workload
}

/// The items of all tables.
fn count_items(database: &Database) -> u64 {
    database.tables().map(|table| table.items.count() as u64).sum()
}

impl Trial {
    /// Takes the write units that a run has counted of its pattern between two moments, if it sent so many requests at least:
    /// writing an item again also removes its old entries.
    fn count_writes(&mut self, stores: &[RunStore], [from, to]: [&RunPattern; 2], least: u64) {
        let sent = |counts: Counts| counts.succeeded + counts.failed;
        let sent = sent(to.counts) - sent(from.counts);
        if sent < least {
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
