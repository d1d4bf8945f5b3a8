//! Puts the programs of a plan and the way between Regions into force, and charges what follows from operations.

use std::rc::Rc;

use engine::api::REGIONS;
use engine::clock::Timestamp;
use engine::database::Database;
use engine::event::{Event, EventKind, Invocation, Made};
use engine::model::item::Item;
use engine::model::name::{IndexName, TableName};
use engine::table::Table;

use crate::sandbox::operation::{Backfill, OperationRecord};
use crate::sandbox::plan::{Plan, Regions};
use crate::sandbox::program::ProgramRun;
use crate::sandbox::region::{Arrived, RegionArrival};
use crate::sandbox::state::State;
use crate::view::growth::TableGrowth;
use crate::view::value::Text;

/// Whether a table can stand for one of an SQL database, which has no indexes here.
pub(crate) fn can_be_sql(database: &Database, table: &Table) -> bool {
    table.indexes.is_empty() && database.replicas_of(&table.schema.name).is_empty()
}

impl Plan {
    /// Puts into force what the database knows of it: which tables are of SQL, how writes travel between Regions, and the
    /// programs. All others are detached, and a program whose table has no stream is left out.
    pub(crate) fn put(&self, database: &mut Database) {
        self.mark_sql_tables(database);
        self.regions.put(database);
        self.attach_programs(database);
    }

    /// Marks the tables that stand for those of an SQL database, and no others. Replicas are as their table.
    pub(crate) fn mark_sql_tables(&self, database: &mut Database) {
        database.set_sql_tables(|table| self.sql.iter().any(|name| **name == *table.short()));
    }

    fn attach_programs(&self, database: &mut Database) {
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

impl Regions {
    /// Puts them into force.
    pub(crate) fn put(&self, database: &mut Database) {
        database.set_replication_delay(self.delay_ms);
        for region in REGIONS {
            let name = Some(region).filter(|name| *name != engine::api::region());
            let is_cut_off = self.cut_off.iter().any(|known| **known == *region);
            if database.cut_off_regions().any(|known| known == name) != is_cut_off {
                database.set_cut_off(name, is_cut_off);
            }
        }
    }
}

impl State {
    /// Marks the SQL tables and attaches the programs of the plan that are not: a table may be new, or a stream may have begun.
    pub(crate) fn attach(&mut self) {
        self.plan.mark_sql_tables(&mut self.database);
        if self.plan.programs.len() != self.database.programs().count() {
            self.plan.attach_programs(&mut self.database);
        }
    }

    /// Charges what new indexes were filled with, and enters it into the operations that added them.
    pub(crate) fn note_backfills(&mut self, events: &[Event]) {
        for Event { table, kind, .. } in events {
            if let EventKind::IndexBackfilled { index, entry_count, units } = kind {
                self.ledger.add_backfill(table, index, *units);
                if let Some(backfill) = self.backfill_of(table, index) {
                    backfill.entry_count += entry_count;
                    backfill.units += *units;
                }
            }
            if let EventKind::IndexCreated { index } = kind
                && let Some(backfill) = self.backfill_of(table, index)
            {
                backfill.is_complete = true;
            }
        }
    }

    /// The backfill under way of an index, in the operation that added it, if that is still remembered.
    fn backfill_of(&mut self, table: &TableName, index: &IndexName) -> Option<&mut Backfill> {
        let fills = |operation: &Rc<OperationRecord>| {
            let backfill = operation.backfill.as_ref();
            backfill.is_some_and(|it| it.table == *table && it.index == *index && !it.is_complete)
        };
        let position = self.operations.iter().rposition(fills)?;
        Rc::make_mut(&mut self.operations[position]).backfill.as_mut()
    }

    /// Charges what programs and replicated writes took since the last time, and enters it into the operations that they
    /// follow from.
    pub(crate) fn note_followers(&mut self, events: &[Event]) {
        for ((table, store), taken) in self.database.drain_background() {
            self.ledger.add_taken(&table, &store, &taken);
        }
        for Event { table, kind, .. } in events {
            self.note_arrival(table, kind);
            self.note_departure(table, kind);
            let EventKind::ProgramInvoked(invocation) = kind else { continue };
            let Invocation { program, stream, records, made, receipts, failure } = invocation;
            let has_failed = failure.is_some();
            let run = ProgramRun {
                program: Text::from(program.as_str()),
                record_count: if has_failed { 0 } else { records.len() as u64 },
                own_count: 0,
                failure_count: u64::from(has_failed),
                taken: receipts.iter().flat_map(|receipt| &receipt.arms).collect(),
            };
            for operation in &mut self.operations {
                let of_stream = |made: &&Made| made.table == *table && made.stream == *stream;
                let count = |made: &Made| {
                    records.iter().filter(|record| made.numbers.contains(record)).count() as u64
                };
                let own_count: u64 = operation.records.iter().filter(of_stream).map(count).sum();
                if own_count > 0 {
                    let operation = Rc::make_mut(operation);
                    let own_count = if has_failed { 0 } else { own_count };
                    operation.add_run(&ProgramRun { own_count, ..run.clone() });
                    operation.records.extend(made.iter().cloned());
                }
            }
        }
    }

    /// Lets the plan follow when an SQL table is replaced by one with another name.
    pub(crate) fn follow_sql_tables(&mut self) {
        let tables = self.database.tables().filter(|it| it.is_sql);
        let names = tables.map(|it| &it.schema.name).filter(|name| name.region().is_none());
        let names: Vec<Text> = names.map(|name| name.as_str().into()).collect();
        if names != self.plan.sql {
            Rc::make_mut(&mut self.plan).sql = names;
        }
    }

    /// Lets the plan follow when an SQL table goes, or the last table of a Region: then the Region is not cut off.
    fn note_departure(&mut self, table: &TableName, kind: &EventKind) {
        if *kind != EventKind::TableDeleted {
            return;
        }
        let is_gone = self.database.table(table.as_str()).is_none();
        if is_gone && self.plan.sql.iter().any(|name| **name == *table.as_str()) {
            Rc::make_mut(&mut self.plan).sql.retain(|name| **name != *table.as_str());
        }
        if table.region().is_none() {
            self.pass_growth_on(table);
            return;
        }
        // A witness may have gone with the last replica.
        let cut_off = self.database.cut_off_regions();
        let known: Vec<Text> =
            cut_off.map(|it| it.unwrap_or(engine::api::region()).into()).collect();
        if self.plan.regions.cut_off.iter().any(|region| !known.contains(region)) {
            Rc::make_mut(&mut self.plan).regions.cut_off.retain(|region| known.contains(region));
        }
    }

    /// Gives the growth of a period table that goes to the table of now, unless that has its own.
    fn pass_growth_on(&mut self, table: &TableName) {
        let at = self.database.unix_time(self.database.now());
        let is_of = |it: &TableGrowth| *it.table == *table.as_str();
        let Some(place) = self.plan.cost.growth.iter().position(is_of) else { return };
        let Some(series) = self.plan.series.iter().find(|it| it.has(table.as_str())) else {
            return;
        };
        let heir = Text::from(series.table_at(at));
        let has_own = self.plan.cost.growth.iter().any(|it| it.table == heir);
        if *heir == *table.as_str() || has_own || self.database.table(&heir).is_none() {
            return;
        }
        Rc::make_mut(&mut self.plan).cost.growth[place].table = heir;
    }

    /// Enters a write that arrived in another Region into the operation that made it.
    fn note_arrival(&mut self, table: &TableName, kind: &EventKind) {
        let (from, key, became, written_at) =
            if let EventKind::ItemReplicated { from, key, arms, written_at, .. } = kind {
                let units = arms.iter().map(|arm| arm.units).sum();
                (from, key, Arrived::Applied(units), *written_at)
            } else if let EventKind::ReplicatedWriteDropped { from, key, written_at, .. } = kind {
                self.note_overruled((table, from), key, *written_at);
                (from, key, Arrived::Dropped, *written_at)
            } else {
                return;
            };
        let arrival = RegionArrival { table: table.clone(), key: key.clone(), became };
        let is_same = |known: &RegionArrival| {
            let is_own = !matches!(known.became, Arrived::Overruled { .. });
            is_own && known.table == arrival.table && known.key == *key
        };
        // Writes of one item arrive in the order in which they were made.
        let made = self.operations.iter_mut().find(|operation| {
            wrote(operation, from, key, written_at) && !operation.arrivals.iter().any(is_same)
        });
        if let Some(operation) = made {
            Rc::make_mut(operation).arrivals.push(arrival);
        }
    }

    /// Enters a write that is lost into the operation whose later write was there.
    fn note_overruled(
        &mut self,
        (table, from): (&TableName, &TableName),
        key: &Item,
        at: Timestamp,
    ) {
        let mut later = self.operations.iter_mut();
        let later = later.rfind(|operation| operation.at >= at && is_there(operation, table, key));
        if let Some(operation) = later {
            let became = Arrived::Overruled { from: from.clone(), at };
            let arrival = RegionArrival { table: table.clone(), key: key.clone(), became };
            Rc::make_mut(operation).arrivals.push(arrival);
        }
    }
}

/// Whether a write of an operation was there when an earlier one arrived.
fn is_there(operation: &OperationRecord, table: &TableName, key: &Item) -> bool {
    let arrivals = &operation.arrivals;
    let is_applied =
        |it: &RegionArrival| it.table == *table && it.key == *key && it.units().is_some();
    wrote(operation, table, key, operation.at) || arrivals.iter().any(is_applied)
}

/// Whether an operation wrote an item at a moment.
fn wrote(operation: &OperationRecord, table: &TableName, key: &Item, at: Timestamp) -> bool {
    operation.at == at
        && operation.events.iter().filter(|event| event.table == *table).any(|event| {
            let (EventKind::ItemWritten { new: item, .. } | EventKind::ItemDeleted { old: item }) =
                &event.kind
            else {
                return false;
            };
            key.iter().all(|(name, value)| item.get(name) == Some(value))
        })
}
