//! Admission: whether the partitions that a request touches can serve it. Decided before anything changes; what is
//! decided is then taken.

use crate::capacity::units::CapacityUnits;
use crate::clock::Timestamp;
use crate::database::Database;
use crate::event::{EventKind, Throttled, UnitKind};
use crate::model::item::AttributeMap;
use crate::model::name::TableName;
use crate::table::Table;
use crate::table::meter::Charge;
use crate::table::plan::WritePlan;
use crate::table::schema::Scope;
use crate::table::share::Share;
use crate::throughput::dimension::{Dimension, Shortage, Source};

/// What a request takes of the throughput of its tables, and what of it is refused. Nothing while nothing is metered.
#[derive(Debug, Clone, Default)]
pub(crate) struct Toll {
    charges: Vec<StoreCharge>,
    refusals: Vec<(TableName, Throttled)>,
}

/// A request whose parts are admitted one after the other, each as if those before it had been served.
pub(crate) struct Admission<'d> {
    database: &'d Database,
    toll: Toll,
    /// The dimensions that more than one part asks, as they are after those before.
    trials: Vec<Trial>,
}

#[derive(Debug, Clone)]
struct StoreCharge {
    table: TableName,
    /// The place of the global index among the indexes of the table; none for the table itself.
    ordinal: Option<usize>,
    charge: Charge,
}

struct Trial {
    table: TableName,
    ordinal: Option<usize>,
    kind: UnitKind,
    dimension: Dimension,
}

impl Toll {
    /// The toll of a request that is refused as a whole.
    pub(crate) fn refused(table: TableName, throttled: Throttled) -> Self {
        Self { charges: Vec::new(), refusals: vec![(table, throttled)] }
    }

    /// The first refusal.
    pub(crate) fn first_refusal(&self) -> Option<(TableName, Throttled)> {
        self.refusals.first().cloned()
    }

    /// Only what is refused, for a request of which nothing is done then.
    #[must_use]
    pub(crate) fn without_charges(self) -> Self {
        Self { charges: Vec::new(), ..self }
    }
}

impl Database {
    /// Begins to ask whether a request can be served.
    pub(crate) fn admission(&self) -> Admission<'_> {
        Admission { database: self, toll: Toll::default(), trials: Vec::new() }
    }

    /// The toll of a write that comes alone.
    pub(crate) fn admit_write(&self, table: &Table, plan: &WritePlan) -> Result<Toll, Throttled> {
        let mut admission = self.admission();
        admission.write(table, plan)?;
        Ok(admission.finish())
    }

    /// The toll of reads of one store that come together.
    pub(crate) fn admit_reads(
        &self,
        table: &Table,
        ordinal: Option<usize>,
        shares: Vec<Share>,
    ) -> Result<Toll, Throttled> {
        let mut admission = self.admission();
        for share in shares {
            admission.ask(table, ordinal, UnitKind::Read, share)?;
        }
        Ok(admission.finish())
    }

    /// Takes what was admitted, and counts what was refused.
    pub(crate) fn settle_toll(&mut self, toll: Toll) {
        let now = self.now;
        for StoreCharge { table, ordinal, charge } in &toll.charges {
            if let Some(meter) = self.table_mut(table).meter_mut(*ordinal) {
                meter.spend(charge, now);
            }
        }
        for (table, throttled) in &toll.refusals {
            self.count_refusal(table, throttled);
        }
        for StoreCharge { table, ordinal, charge } in &toll.charges {
            self.relieve(table, *ordinal, charge.partition);
        }
    }

    fn count_refusal(&mut self, name: &TableName, throttled: &Throttled) {
        let now = self.now;
        let table = self.table_mut(name);
        let ordinal = table.ordinal_of(&throttled.store);
        if let Some(meter) = table.meter_mut(ordinal) {
            meter.refuse(throttled, now);
        }
        if self.recorder.records_items() {
            let kind = EventKind::RequestThrottled { throttled: throttled.clone() };
            self.recorder.record(now, name, kind);
        }
        self.relieve(name, ordinal, throttled.partition);
    }
}

impl Admission<'_> {
    /// Asks for a write: the partition of the item pays for table and local indexes, and no global index that changes
    /// may be too far behind.
    pub(crate) fn write(&mut self, table: &Table, plan: &WritePlan) -> Result<(), Throttled> {
        let Some(meter) = table.meter(None) else { return Ok(()) };
        let local = plan.effects.iter().filter(|(ordinal, _)| !table.is_global(*ordinal));
        let units = plan.units + local.map(|(_, effect)| effect.units).sum();
        let stored = plan.new.as_ref().or(plan.old.as_ref());
        let share = Share {
            partition: meter.partitions.find(&plan.position),
            units,
            hash: plan.position.hash,
            item: stored.map(|stored| stored.image.clone()),
        };
        self.check_queues(table, plan)?;
        self.ask(table, None, UnitKind::Write, share)
    }

    /// Asks for the read of one item by its key.
    pub(crate) fn read_item(
        &mut self,
        table: &Table,
        key: &AttributeMap,
        units: CapacityUnits,
    ) -> Result<(), Throttled> {
        let Some(meter) = table.meter(None) else { return Ok(()) };
        let position = &table.position(key);
        let item = table.items.get(position).map(|stored| stored.image.clone());
        let partition = meter.partitions.find(position);
        let share = Share { partition, units, hash: position.hash, item };
        self.ask(table, None, UnitKind::Read, share)
    }

    /// Notes that a part of the request is refused.
    pub(crate) fn refuse(&mut self, table: &Table, throttled: Throttled) {
        self.toll.refusals.push((table.schema.name.clone(), throttled));
    }

    /// What is taken and refused of all that was asked for.
    pub(crate) fn finish(self) -> Toll {
        self.toll
    }

    /// Refuses what would change a global index for which too much is waiting.
    fn check_queues(&self, table: &Table, plan: &WritePlan) -> Result<(), Throttled> {
        let (model, now) = (&self.database.config.throughput, self.database.now);
        for (ordinal, effect) in &plan.effects {
            let (Some(meter), Some(change)) = (table.meter(Some(*ordinal)), &effect.change) else {
                continue;
            };
            if let Some(shortage) = meter.back_pressure(model.queue_seconds_max, now) {
                let partition = meter.partitions.find(change.position());
                let (kind, units) = (UnitKind::Write, effect.units);
                return Err(throttled(table, Some(*ordinal), kind, (partition, units), shortage));
            }
        }
        Ok(())
    }

    fn ask(
        &mut self,
        table: &Table,
        ordinal: Option<usize>,
        kind: UnitKind,
        share: Share,
    ) -> Result<(), Throttled> {
        let now = self.database.now;
        let Share { partition, units, hash, item } = share;
        let source = self.source(table, ordinal, kind, partition, units, now);
        let source = source
            .map_err(|shortage| throttled(table, ordinal, kind, (partition, units), shortage))?;
        let charge = Charge { partition, kind, units, source, hash, item };
        self.toll.charges.push(StoreCharge { table: table.schema.name.clone(), ordinal, charge });
        Ok(())
    }

    /// Where units come from after what was admitted before, or what is short.
    fn source(
        &mut self,
        table: &Table,
        ordinal: Option<usize>,
        kind: UnitKind,
        partition: usize,
        units: CapacityUnits,
        now: Timestamp,
    ) -> Result<Source, Shortage> {
        let Some(meter) = table.meter(ordinal) else { return Ok(Source::Nothing) };
        let name = &table.schema.name;
        let is_asked = |charge: &&StoreCharge| {
            charge.table == *name && charge.ordinal == ordinal && charge.charge.kind == kind
        };
        if !self.toll.charges.iter().any(|charge| is_asked(&charge)) {
            return meter.dimension(kind).source(partition, units, now);
        }
        let is_tried =
            |trial: &Trial| trial.table == *name && trial.ordinal == ordinal && trial.kind == kind;
        let tried = self.trials.iter().position(is_tried);
        let place = tried.unwrap_or(self.trials.len());
        if tried.is_none() {
            let mut dimension = meter.dimension(kind).clone();
            for StoreCharge { charge, .. } in self.toll.charges.iter().filter(is_asked) {
                dimension.spend(charge.partition, charge.units, charge.source, now);
            }
            self.trials.push(Trial { table: name.clone(), ordinal, kind, dimension });
        }
        let dimension = &mut self.trials[place].dimension;
        let source = dimension.source(partition, units, now)?;
        dimension.spend(partition, units, source, now);
        Ok(source)
    }
}

impl Table {
    /// Whether an index is global.
    pub(crate) fn is_global(&self, ordinal: usize) -> bool {
        self.indexes[ordinal].schema.scope == Scope::Global
    }
}

fn throttled(
    table: &Table,
    ordinal: Option<usize>,
    kind: UnitKind,
    (partition, units): (usize, CapacityUnits),
    shortage: Shortage,
) -> Throttled {
    let Shortage { cause, units_per_second } = shortage;
    let store = table.metered_store(ordinal);
    Throttled { store, kind, cause, partition, units, units_per_second }
}
