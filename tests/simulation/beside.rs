//! What stands beside a table: replicas in another Region, programs and callers. Some runs have them.
//!
//! They are drawn by themselves, so that the other runs stay as they were.

use crate::random::Random;
use crate::simulation::caller;
use crate::simulation::schema::Table;
use crate::simulation::setup::{Feature, Setup};
use crate::simulation::step::Step;
use crate::simulation::write::Target;

/// The dimensions that are drawn here.
const FEATURES: [Feature; 3] = [Feature::Regions, Feature::Programs, Feature::Callers];

/// Milliseconds that a write travels. Few moments of a run are so far from each other: it is not documented what
/// happens first at one moment.
pub const DELAYS_MS: [u64; 4] = [0, 37, 813, 2_417];

impl Setup {
    /// Draws what stands beside the tables.
    pub fn draw_beside(&mut self, random: &mut Random) {
        self.features.extend(FEATURES.into_iter().filter(|_| random.below(3) == 0));
        if self.has(Feature::Callers) {
            self.policy = Some(caller::draw(random, self.has(Feature::Regions)));
        }
        if self.has(Feature::Regions) {
            self.config.replication_delay_ms = random.pick(&DELAYS_MS);
            // The model does not know the writes of a workload, and a table with replicas cannot be deleted.
            self.features.remove(&Feature::Workloads);
            self.features.remove(&Feature::Recreation);
            // Two replicas with many items that are throttled again and again would take most of the time of all runs.
            if self.has(Feature::Limits) {
                self.features.remove(&Feature::ManyItems);
            }
        }
    }
}

/// Sometimes the step in the other Region, or one that concerns the way between Regions.
pub fn sometimes(mut step: Step, setup: &Setup, random: &mut Random) -> Step {
    if !setup.has(Feature::Regions) {
        return step;
    }
    match random.below(16) {
        0 => Step::CutOff(random.pick(&[Table::Things, Table::Abroad]), random.below(3) == 0),
        1 => Step::ReplicationDelay(random.pick(&DELAYS_MS)),
        2..=6 => {
            for target in targets(&mut step) {
                if target.table == Table::Things {
                    target.table = Table::Abroad;
                }
            }
            step
        }
        _ => step,
    }
}

/// The tables that a step names.
fn targets(step: &mut Step) -> Vec<&mut Target> {
    match step {
        Step::Write(write) | Step::WriteStatement(write) => vec![&mut write.target],
        Step::BatchWrite(writes) => writes.iter_mut().map(|(target, _)| target).collect(),
        Step::TransactWrite(transaction) | Step::TransactionOfWriteStatements(transaction) => {
            transaction.actions.iter_mut().map(|write| &mut write.target).collect()
        }
        Step::BatchOfWriteStatements(writes) => {
            writes.iter_mut().map(|write| &mut write.target).collect()
        }
        Step::Get(get) | Step::GetStatement(get) => vec![&mut get.target],
        Step::BatchGet(gets)
        | Step::TransactGet(gets)
        | Step::KeysStatement(gets)
        | Step::BatchOfGetStatements(gets)
        | Step::TransactionOfGetStatements(gets) => {
            gets.iter_mut().map(|get| &mut get.target).collect()
        }
        Step::Read(read) | Step::ReadStatement(read) => vec![&mut read.target],
        Step::Fill(_)
        | Step::CreateIndex(_)
        | Step::DeleteIndex(_)
        | Step::Provision(..)
        | Step::BillOnDemand
        | Step::Maximum(_)
        | Step::TimeToLive(_)
        | Step::Stream(_)
        | Step::Recreate(_)
        | Step::Scale(_)
        | Step::Delay(_)
        | Step::Advance(_)
        | Step::CutOff(..)
        | Step::ReplicationDelay(_)
        | Step::SaveAndLoad
        | Step::Workload(_) => Vec::new(),
    }
}
