//! What stands beside a table: replicas in another Region, programs and callers. Some runs have them.
//!
//! They are drawn by themselves, so that the other runs stay as they were.

use engine::event::Event;

use crate::random::Random;
use crate::simulation::caller;
use crate::simulation::invariant::{self, Violation, same};
use crate::simulation::program::{self, Taken};
use crate::simulation::schema::Table;
use crate::simulation::setup::{Feature, Setup};
use crate::simulation::step::Step;
use crate::simulation::world::World;
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
            self.features.extend((random.below(2) == 0).then_some(Feature::ThreeRegions));
        }
        // The model of throughput knows no table without units.
        if !self.has(Feature::Limits) && random.below(3) == 0 {
            self.features.insert(Feature::Sql);
            self.indexes.retain(|index| index.table != Table::Others);
        }
    }
}

/// Sometimes the step in the other Region, or one that concerns the way between Regions.
pub fn sometimes(mut step: Step, setup: &Setup, random: &mut Random) -> Step {
    if !setup.has(Feature::Regions) {
        return step;
    }
    let replicas: Vec<Table> = setup.tables().filter(|it| *it != Table::Others).collect();
    match random.below(16) {
        0 => Step::CutOff(random.pick(&replicas), random.below(3) == 0),
        1 => Step::ReplicationDelay(random.pick(&DELAYS_MS)),
        2..=6 => {
            // Mostly of one Region: a request across two is rejected.
            let replica = random.pick(&replicas[1..]);
            for target in targets(&mut step) {
                if target.table == Table::Things {
                    target.table = replica;
                }
            }
            step
        }
        _ => step,
    }
}

impl World {
    /// Adds what the receipts of new events say. Of very many events, the database has only the latest.
    pub(super) fn note_events(&mut self, events: &[Event]) {
        if let Some(last) = events.last() {
            if events[0].sequence > self.next_event {
                self.taken = None;
            }
            self.next_event = last.sequence + 1;
        }
        if let Some(taken) = &mut self.taken {
            program::add_taken(events, taken);
        }
    }

    /// Compares what was taken without a request of a client with the receipts, and with the model.
    pub(super) fn check_taken(&mut self, is_unknown: bool) -> Result<(), Violation> {
        let events = self.database.drain_events();
        self.note_events(&events);
        let taken = self.taken.replace(Taken::new());
        let expected = std::mem::take(&mut self.model.regions.charges);
        let drained = program::drain_taken(&mut self.database);
        let of_twin = self.twin.as_mut().map_or_else(|| drained.clone(), program::drain_taken);
        let mut checks = vec![same("units of the twin", &of_twin, &drained)];
        match taken {
            Some(taken) if !is_unknown => checks.push(same("units by receipts", &taken, &drained)),
            Some(_) | None => {}
        }
        // The model does not know when an index that is added begins to be charged.
        if !is_unknown && !self.setup.has(Feature::IndexChanges) {
            checks.push(same("units of arrivals", &expected, &program::of_tables(&drained)));
        }
        let checked = checks.into_iter().collect::<Result<(), String>>();
        checked.map_err(|fault| Violation::new(invariant::BEHIND_IT, fault))
    }

    /// Cuts off the Region of a replica, or connects it.
    pub(super) fn cut_off(&mut self, table: Table, is_cut_off: bool) {
        self.each_database(|database| database.set_cut_off(table.region(), is_cut_off));
        let now = self.model.now;
        self.model.regions.cut_off(table, is_cut_off, now);
        self.model.advance_to(now);
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
