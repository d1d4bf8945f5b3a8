//! Admission of requests: which partitions a request asks, and consuming what was admitted.

use std::collections::BTreeMap;

use crate::capacity::units::CapacityUnits;
use crate::database::Database;
use crate::event::{BillingMode, EventKind, ThrottleCause, Throttled};
use crate::model::item::AttributeMap;
use crate::model::name::TableName;
use crate::model::partition_id::PartitionId;
use crate::receipt::{Store, UnitKind};
use crate::table::Table;
use crate::table::index::Index;
use crate::table::range::Range;
use crate::table::write::plan::WritePlan;
use crate::throughput::admission::{Charges, RequestParts, StoreCharge};
use crate::throughput::decision::{Decision, Verdict};

/// A request whose parts are admitted one after the other, each as if those before it had been served.
pub(crate) struct Admission<'d> {
    database: &'d Database,
    parts: RequestParts,
    /// How many parts were asked for.
    part_count: usize,
}

impl Database {
    /// Begins to ask whether a request can be served.
    pub(crate) fn admission(&self) -> Admission<'_> {
        Admission { database: self, parts: RequestParts::default(), part_count: 0 }
    }

    /// Plans a request of which it is decided what is served.
    pub(crate) fn as_decided<R>(
        &mut self,
        decision: &Decision,
        plan: impl FnOnce(&Self) -> R,
    ) -> R {
        self.decided = Some(decision.clone());
        let planned = plan(self);
        self.decided = None;
        planned
    }

    /// The charges of a write that comes alone.
    pub(crate) fn admit_write(
        &self,
        table: &Table,
        plan: &WritePlan,
    ) -> Result<Charges, Throttled> {
        let mut admission = self.admission();
        admission.write(table, plan)?;
        Ok(admission.finish())
    }

    /// The charges of a page that cost so many units: the first `scanned_count` items or entries of a range.
    pub(crate) fn admit_page(
        &self,
        table: &Table,
        index: Option<&Index>,
        (range, scanned_count): (&Range, usize),
        units: CapacityUnits,
    ) -> Result<Charges, Throttled> {
        let mut admission = self.admission();
        admission.read_page(table, index, (range, scanned_count), units)?;
        Ok(admission.finish())
    }

    /// Consumes what was admitted, and counts what was throttled. Only then partitions are split, so every charge reaches
    /// the partition that admitted it.
    pub(crate) fn consume(&mut self, charges: &Charges) {
        let now = self.now;
        let mut touched: Vec<(&TableName, &Store, PartitionId)> = Vec::new();
        for StoreCharge { table, store, charge } in &charges.consumed {
            if let Some(meter) = self.meter_mut(table, store) {
                meter.spend(charge, now);
                touched.push((table, store, charge.partition));
            }
        }
        for (table, throttled) in &charges.throttled {
            if let Some(meter) = self.meter_mut(table, &throttled.store) {
                meter.reject(throttled, now);
                touched.push((table, &throttled.store, throttled.partition));
            }
            if self.recorder.records_items() {
                let kind = EventKind::RequestThrottled { throttled: throttled.clone() };
                self.recorder.record(now, table, kind);
            }
        }
        touched.sort_unstable();
        touched.dedup();
        for (table, store, partition) in touched {
            self.split_if_needed(table, store, partition);
        }
    }
}

impl Admission<'_> {
    /// Asks for a write: the partition of the item pays for table and local indexes, and no partition of a global index in
    /// which an entry changes may be too far behind.
    pub(crate) fn write(&mut self, table: &Table, plan: &WritePlan) -> Result<(), Throttled> {
        let (database, name, verdict) = (self.database, &table.schema.name, self.next_verdict());
        let Some(meter) = database.meter(name, &Store::Table) else {
            return unmetered(verdict, Store::Table, UnitKind::Write);
        };
        if verdict != Verdict::Served {
            self.check_queues(table, plan)?;
        }
        let asked = (UnitKind::Write, table.write_share(plan));
        self.parts.ask((name, &Store::Table), meter, asked, verdict, database.now)
    }

    /// Asks for the read of one item by its key.
    pub(crate) fn read_item(
        &mut self,
        table: &Table,
        key: &AttributeMap,
        units: CapacityUnits,
    ) -> Result<(), Throttled> {
        let (database, name, verdict) = (self.database, &table.schema.name, self.next_verdict());
        let Some(meter) = database.meter(name, &Store::Table) else {
            return unmetered(verdict, Store::Table, UnitKind::Read);
        };
        let asked = (UnitKind::Read, table.read_share(key, units));
        self.parts.ask((name, &Store::Table), meter, asked, verdict, database.now)
    }

    /// Asks for a page that costs so many units: the first `scanned_count` items or entries of a range.
    pub(crate) fn read_page(
        &mut self,
        table: &Table,
        index: Option<&Index>,
        (range, scanned_count): (&Range, usize),
        units: CapacityUnits,
    ) -> Result<(), Throttled> {
        let (database, store, verdict) =
            (self.database, Table::serving(index), self.next_verdict());
        let Some(meter) = database.meter(&table.schema.name, &store) else {
            return unmetered(verdict, store, UnitKind::Read);
        };
        for share in table.shares(index, range, scanned_count, units) {
            let (target, asked) = ((&table.schema.name, &store), (UnitKind::Read, share));
            self.parts.ask(target, meter, asked, verdict, database.now)?;
        }
        Ok(())
    }

    /// Notes that the part which was asked for last is throttled.
    pub(crate) fn reject(&mut self, table: &Table, throttled: Throttled) {
        let part = self.part_count.saturating_sub(1);
        self.parts.reject(part, table.schema.name.clone(), throttled);
    }

    /// What is consumed and throttled of all that was asked for.
    pub(crate) fn finish(self) -> Charges {
        self.parts.finish()
    }

    /// What was decided of the next part.
    fn next_verdict(&mut self) -> Verdict {
        let part = self.part_count;
        self.part_count += 1;
        self.database.decided.as_ref().map_or(Verdict::Open, |decided| decided.verdict(part))
    }

    /// Throttles a write that would change an entry in a partition of an index for which too much waits.
    fn check_queues(&self, table: &Table, plan: &WritePlan) -> Result<(), Throttled> {
        let limits = self.database.table_throughput(&table.schema.name);
        for (ordinal, effect) in &plan.effects {
            let Some(change) = &effect.change else { continue };
            let index = &table.indexes[*ordinal];
            let store = index.store();
            let Some(state) = limits.and_then(|limits| limits.store(&store)) else { continue };
            let Some(meter) = state.meter.as_deref() else { continue };
            let mut asked: BTreeMap<PartitionId, CapacityUnits> = BTreeMap::new();
            for (entry, units) in change.units_by_entry(effect.units) {
                *asked.entry(index.entries.partition_of(&entry.position)).or_default() += units;
            }
            for (partition, units) in asked {
                let Some(queue) = state.queues.get(partition) else { continue };
                let model = &self.database.config.throughput;
                let (waiting, cause, now) = (queue.units(), queue.cause(), self.database.now);
                if let Some(shortage) = meter.back_pressure(waiting, cause, model, now) {
                    return Err(shortage.throttled(store, UnitKind::Write, partition, units));
                }
            }
        }
        Ok(())
    }
}

/// The part of a request while throughput is not limited: it is served, unless it was decided otherwise.
fn unmetered(verdict: Verdict, store: Store, kind: UnitKind) -> Result<(), Throttled> {
    match verdict {
        Verdict::Open | Verdict::Served => Ok(()),
        Verdict::Throttled => Err(Throttled {
            store,
            kind,
            cause: ThrottleCause::ProvisionedThroughput,
            mode: BillingMode::Provisioned,
            partition: PartitionId(0),
            units: CapacityUnits::ZERO,
            units_per_second: 0,
        }),
    }
}
