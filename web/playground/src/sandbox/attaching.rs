//! Attaches the programs of a plan to the database, and charges what they send.

use std::rc::Rc;

use engine::capacity::units::CapacityUnits;
use engine::database::Database;
use engine::event::{Event, EventKind, Invocation};
use engine::receipt::UnitKind;

use crate::sandbox::plan::Plan;
use crate::sandbox::program::ProgramRun;
use crate::sandbox::state::State;
use crate::view::value::Text;

impl Plan {
    /// Attaches its programs to a database, and detaches all others. A program whose table has no stream is left out.
    pub(crate) fn attach_programs(&self, database: &mut Database) {
        for definition in &self.programs {
            if database.programs().all(|it| it.definition() != &**definition) {
                // Whether it was attached is in the view.
                drop(engine::api::program::attach(database, definition));
            }
        }
        let is_planned = |definition: &str| self.programs.iter().any(|it| **it == *definition);
        let others = database.programs().filter(|it| !is_planned(it.definition()));
        for name in others.map(|it| it.program.name.clone()).collect::<Vec<String>>() {
            database.detach(&name);
        }
    }
}

impl State {
    /// Attaches the programs of the plan that are not: a stream may have begun.
    pub(crate) fn attach_programs(&mut self) {
        if self.plan.programs.len() != self.database.programs().count() {
            self.plan.clone().attach_programs(&mut self.database);
        }
    }

    /// Charges what programs have sent since the last time, and enters it into the operations whose records they read.
    pub(crate) fn note_programs(&mut self, events: &[Event]) {
        for ((table, store), [read, written]) in self.database.drain_program_units() {
            self.ledger.add_units(&table, &store, UnitKind::Read, read);
            self.ledger.add_units(&table, &store, UnitKind::Write, written);
        }
        for Event { table, kind, .. } in events {
            let EventKind::ProgramInvoked(invocation) = kind else { continue };
            let Invocation { program, stream, records, receipts, failure } = invocation;
            let arms = || receipts.iter().flat_map(|receipt| &receipt.arms);
            let [read, written] = [UnitKind::Read, UnitKind::Write].map(|kind| {
                let of_kind = arms().filter(|arm| arm.unit_kind() == kind);
                of_kind.map(|arm| arm.units).sum::<CapacityUnits>()
            });
            let run = ProgramRun {
                program: Text::from(program.as_str()),
                record_count: records.len() as u64,
                failure_count: u64::from(failure.is_some()),
                read,
                written,
            };
            for operation in &mut self.operations {
                let led_to = operation.records.iter().any(|made| {
                    made.stream.table == *table
                        && made.stream.label == *stream
                        && records.iter().any(|record| made.numbers.contains(record))
                });
                if led_to {
                    Rc::make_mut(operation).add_run(&run);
                }
            }
        }
    }
}
