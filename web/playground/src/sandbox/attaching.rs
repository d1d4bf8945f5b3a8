//! Attaches the programs of a plan to the database, and charges what they send.

use std::rc::Rc;

use engine::capacity::units::CapacityUnits;
use engine::database::Database;
use engine::database::program::{Program, Tally};
use engine::event::{Event, EventKind, Invocation};
use engine::receipt::UnitKind;

use crate::sandbox::plan::Plan;
use crate::sandbox::program::{ProgramRun, read_program};
use crate::sandbox::state::State;
use crate::view::value::Text;

impl Plan {
    /// Attaches its programs to a database, and detaches others. A program whose table has no stream is left out.
    pub(crate) fn attach_programs(&self, database: &mut Database) {
        let planned = self.programs.iter().filter_map(|it| read_program(it).ok());
        let planned: Vec<Program> = planned.collect();
        let others = database.programs().map(|it| it.program.name.clone());
        let others = others.filter(|name| planned.iter().all(|program| program.name != *name));
        for name in others.collect::<Vec<String>>() {
            database.detach(&name);
        }
        for definition in &self.programs {
            if database.programs().all(|it| it.definition() != &**definition) {
                // Whether it was attached is in the view.
                drop(engine::api::program::attach(database, definition));
            }
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
        for attached in self.database.programs() {
            let name = Text::from(attached.program.name.as_str());
            let charged = self.charged.entry(name).or_default();
            if attached.tally.run_count < charged.run_count {
                *charged = Tally::default();
            }
            for ((table, store), [read, written]) in &attached.tally.units {
                let key = (table.clone(), store.clone());
                let [old_read, old_written] = charged.units.get(&key).copied().unwrap_or_default();
                let read = read.saturating_sub(old_read);
                let written = written.saturating_sub(old_written);
                self.ledger.add_units(table, store, UnitKind::Read, read);
                self.ledger.add_units(table, store, UnitKind::Write, written);
            }
            charged.clone_from(&attached.tally);
        }
        for Event { table, kind, .. } in events {
            let EventKind::ProgramInvoked(invocation) = kind else { continue };
            let Invocation { program, records, receipts, .. } = invocation;
            let arms = || receipts.iter().flat_map(|receipt| &receipt.arms);
            let [read, written] = [UnitKind::Read, UnitKind::Write].map(|kind| {
                let of_kind = arms().filter(|arm| arm.unit_kind() == kind);
                of_kind.map(|arm| arm.units).sum::<CapacityUnits>()
            });
            let (program, record_count) = (Text::from(program.as_str()), records.len() as u64);
            let run = ProgramRun { program, record_count, read, written };
            for operation in &mut self.operations {
                let led_to = operation.records.iter().any(|(of, made)| {
                    of == table && records.iter().any(|record| made.contains(record))
                });
                if led_to {
                    Rc::make_mut(operation).program_runs.push(run.clone());
                }
            }
        }
    }
}
