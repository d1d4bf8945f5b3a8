//! The invariants of throughput: what may be admitted, what may be throttled, and what is metered.

use std::collections::BTreeMap;

use engine::event::Throttled;
use engine::model::key::Position;
use engine::receipt::{Store, UnitKind};
use engine::throughput::dimension::CapacityMode;
use engine::throughput::view::{DimensionThroughput, StoreThroughput};

use crate::simulation::bill::Kind;
use crate::simulation::exchange::Exchange;
use crate::simulation::growth::Growth;
use crate::simulation::invariant::{self, Violation};
use crate::simulation::meter::{Decision, Meter, Meters, Mode, Place, Share};
use crate::simulation::probe;
use crate::simulation::schema::IndexDefinition;
use crate::simulation::schema::Table;
use crate::simulation::setup::{Feature, Setup};
use crate::simulation::world::World;
use crate::size::size;

/// More units than any request of a step needs of one partition.
const REQUEST_UNITS_MAX: f64 = 16.0;

/// What the model knows of throughput while it is limited.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// A meter for each table and global index, where the model has one.
    pub meters: Meters,
    /// Halves of units that receipts charge, where all of them are known.
    billed: BTreeMap<Place, u64>,
    /// The most that the buckets of a global index hold together for writes, and when.
    index_writes: BTreeMap<Place, Reservoir>,
    /// Whether items were written without the model.
    is_lost: bool,
    /// How partitions grow, of each table and global index.
    growth: BTreeMap<(Table, Option<&'static str>), Growth>,
}

/// The most that may be in the buckets of a global index.
#[derive(Debug, Clone, Copy)]
struct Reservoir {
    units: f64,
    rate: f64,
    consumed: f64,
    at: u64,
}

/// A part of a request: the units that it asks of partitions, and whether it was done.
#[derive(Debug, Clone)]
pub struct Ask {
    /// The units that it asks for, in order. `None` if the partitions are not known.
    pub shares: Option<Vec<Share>>,
    pub is_admitted: bool,
}

/// Units as a number.
fn units(halves: u64) -> f64 {
    f64::from(u32::try_from(halves).expect("units are few")) / 2.0
}

fn place(table: Table, index: Option<&String>, kind: Kind) -> Place {
    (table, index.map(|name| IndexDefinition::named(name).name), kind)
}

fn mode(throughput: &DimensionThroughput) -> Mode {
    let number = |units: u64| f64::from(u32::try_from(units).unwrap_or(u32::MAX));
    match throughput.mode {
        CapacityMode::Provisioned { units_per_second } => {
            Mode::Provisioned(number(units_per_second))
        }
        CapacityMode::OnDemand { .. } => Mode::OnDemand(number(throughput.units_per_second)),
    }
}

/// The partitions of a table or index: first hash and balance. `None` if one begins within a collection: then a hash
/// does not say in which partition an item is.
fn shown(throughput: &StoreThroughput, kind: Kind) -> Option<Vec<(u64, f64)>> {
    let partitions = &throughput.partitions;
    let balance = |partition: &engine::throughput::view::PartitionThroughput| match kind {
        Kind::Read => units(partition.read_burst.halves()),
        Kind::Write => units(partition.write_burst.halves()),
    };
    let is_divided = partitions.iter().any(|partition| partition.begins_within_collection);
    (!is_divided).then(|| partitions.iter().map(|it| (it.first_hash, balance(it))).collect())
}

impl Limits {
    /// Forgets everything: items were written without the model.
    pub fn lost() -> Self {
        Self { is_lost: true, ..Self::default() }
    }

    /// Forgets a table that was deleted.
    pub fn forget(&mut self, table: Table) {
        self.meters.retain(|place, _| place.0 != table);
        self.billed.retain(|place, _| place.0 != table);
        self.index_writes.retain(|place, _| place.0 != table);
        self.growth.retain(|store, _| store.0 != table);
    }

    /// Records the throughput that the engine shows. Fails if a balance is not what the model expects.
    pub fn observe(&mut self, world: &Observed<'_>) -> Result<(), Violation> {
        let Observed { setup, database, now, created } = *world;
        let mut existing = Vec::new();
        for table in [Table::Things, Table::Others] {
            let is_beginning = created.contains(&table);
            for (index, throughput) in probe::throughput(database, table) {
                if setup.has(Feature::Splits)
                    && !self.is_lost
                    && index.is_some() | setup.has_no_local_index()
                {
                    let store = (table, place(table, index.as_ref(), Kind::Write).1);
                    let partition_size = setup.config.throughput.partition_size.0;
                    let growth = self.growth.entry(store).or_default();
                    let observed = growth.observe(database, store, &throughput, partition_size);
                    observed.map_err(|reason| Violation::new(invariant::SPLIT, reason))?;
                }
                for kind in [Kind::Read, Kind::Write] {
                    let place = place(table, index.as_ref(), kind);
                    existing.push(place);
                    if is_beginning {
                        self.billed.insert(place, 0);
                    }
                    let dimension = match kind {
                        Kind::Read => &throughput.read,
                        Kind::Write => &throughput.write,
                    };
                    if index.is_some() && kind == Kind::Write {
                        self.observe_index_writes(place, dimension, setup, now);
                        continue;
                    }
                    self.observe_meter(place, &throughput, dimension, (setup, now, is_beginning))?;
                }
            }
        }
        self.meters.retain(|place, _| existing.contains(place));
        self.billed.retain(|place, _| existing.contains(place));
        self.index_writes.retain(|place, _| existing.contains(place));
        self.growth.retain(|store, _| existing.contains(&(store.0, store.1, Kind::Write)));
        Ok(())
    }

    fn observe_meter(
        &mut self,
        place: Place,
        throughput: &StoreThroughput,
        dimension: &DimensionThroughput,
        (setup, now, is_beginning): (&Setup, u64, bool),
    ) -> Result<(), Violation> {
        let Some(shown) = shown(throughput, place.2) else {
            self.meters.remove(&place);
            return Ok(());
        };
        let mode = mode(dimension);
        if is_beginning {
            let model = &setup.config.throughput;
            let ceiling = match place.2 {
                Kind::Read => model.partition_ceiling.read_units_per_second,
                Kind::Write => model.partition_ceiling.write_units_per_second,
            };
            let limits = (units(ceiling * 2), model.is_adaptive, model.burst_seconds);
            let starts: Vec<u64> = shown.iter().map(|(start, _)| *start).collect();
            self.meters.insert(place, Meter::new(mode, limits, &starts, now));
        }
        let Some(meter) = self.meters.get_mut(&place) else { return Ok(()) };
        // Auto scaling changes the writes of this table at moments between steps.
        let can_change = setup.has(Feature::Scaling) && place == (Table::Things, None, Kind::Write);
        meter.observe(mode, &shown, now, can_change).map_err(|reason| {
            Violation::new(
                invariant::INTERVAL,
                format!("{place:?}: {reason}; {meter:?}, {shown:?}"),
            )
        })
    }

    fn observe_index_writes(
        &mut self,
        place: Place,
        dimension: &DimensionThroughput,
        setup: &Setup,
        now: u64,
    ) {
        let Mode::Provisioned(rate) = mode(dimension) else {
            self.index_writes.remove(&place);
            return;
        };
        let consumed = units(dimension.consumed_total.halves());
        let first = Reservoir { units: rate, rate, consumed, at: now };
        let reservoir = self.index_writes.entry(place).or_insert(first);
        let ms = f64::from(u32::try_from(now - reservoir.at).unwrap_or(u32::MAX));
        let refill = rate.max(reservoir.rate) * ms / 1_000.0;
        let burst_seconds = setup.config.throughput.burst_seconds.max(1);
        let capacity = rate * units(burst_seconds * 2);
        let raise = (rate - reservoir.rate).max(0.0);
        let spent = consumed - reservoir.consumed;
        let units = (reservoir.units + refill + raise - spent).min(capacity);
        *reservoir = Reservoir { units, rate, consumed, at: now };
    }

    /// Records the charges of a request.
    pub fn serve(&mut self, exchange: &Exchange, now: u64) {
        for ask in exchange.asks.iter().filter(|ask| ask.is_admitted && exchange.is_charged) {
            for share in ask.shares.iter().flatten() {
                if let Some(meter) = self.meters.get_mut(&share.place) {
                    meter.serve(share.hash, share.units(), now);
                }
            }
        }
        let Some(receipt) = &exchange.outcome.receipt else { return };
        let (charged, kinds) = probe::charged(receipt);
        let Some(kind) = kinds.first() else { return };
        for ((table, index), halves) in charged {
            let index = index.filter(|name| !IndexDefinition::named(name).is_local);
            if let Some(billed) = self.billed.get_mut(&(table, index, *kind)) {
                *billed += halves;
            }
            let is_unknown = exchange.asks.iter().any(|ask| ask.shares.is_none());
            if let Some(meter) = self.meters.get_mut(&(table, index, *kind))
                && is_unknown
            {
                meter.serve_somewhere(units(halves), now);
            }
        }
    }
}

/// What [`Limits`] check.
#[derive(Clone, Copy)]
pub struct Observed<'w> {
    /// The setup of the run.
    pub setup: &'w Setup,
    pub database: &'w engine::database::Database,
    /// Virtual time.
    pub now: u64,
    /// The tables that have just been created.
    pub created: &'w [Table],
}

/// What the model expects of each part of a request, one after the other.
fn decisions(world: &World, exchange: &Exchange) -> Vec<(Decision, bool)> {
    let mut trial = world.limits.meters.clone();
    let now = world.model.now;
    let mut decide = |ask: &Ask| {
        let Some(shares) = &ask.shares else { return Decision::Unknown };
        let mut all = Decision::Admit;
        let mut served = trial.clone();
        for share in shares {
            let Some(meter) = served.get_mut(&share.place) else { return Decision::Unknown };
            match meter.decide(share.hash, share.units(), now) {
                Decision::Admit => {}
                other => all = other,
            }
            // Units that one partition borrows for a request are not available to another one.
            meter.serve(share.hash, share.units(), now);
        }
        if ask.is_admitted {
            trial = served;
        }
        all
    };
    exchange.asks.iter().map(|ask| (decide(ask), ask.is_admitted)).collect()
}

fn is_back_pressure(throttled: &Throttled) -> bool {
    matches!(throttled.store, Store::Global(_)) && throttled.kind == UnitKind::Write
}

/// No request is throttled while it is below every limit.
pub fn throttled(world: &World, exchange: &Exchange) -> Result<(), String> {
    if !world.setup.has(Feature::Limits) {
        let is_throttled = exchange.is_throttled() || !exchange.throttles.is_empty();
        return if is_throttled { Err("nothing is limited".to_owned()) } else { Ok(()) };
    }
    for throttled in exchange.throttles.iter().filter(|it| is_back_pressure(it)) {
        let tables = exchange.before.tables();
        let stores = tables.filter_map(|it| exchange.before.throughput(it.schema.name.as_str()));
        let mut stores = stores.flatten().filter(|store| store.store == throttled.store);
        let waits = |store: StoreThroughput| {
            let mut partitions = store.partitions.iter();
            partitions.any(|it| it.id == throttled.partition && it.queue.count > 0)
        };
        if !stores.any(waits) {
            return Err(format!("nothing waits there: {throttled:?}"));
        }
    }
    if exchange.throttles.iter().any(is_back_pressure) {
        return Ok(());
    }
    let rejected = decisions(world, exchange).into_iter().filter(|(_, is_admitted)| !is_admitted);
    match rejected.into_iter().find(|(decision, _)| *decision == Decision::Admit) {
        Some(_) => Err(format!("{:?} {:?}", exchange.asks, world.limits.meters)),
        None => Ok(()),
    }
}

/// No request is admitted while the bucket that pays is in debt, or beyond another limit.
pub fn in_debt(world: &World, exchange: &Exchange) -> Result<(), String> {
    let admitted = decisions(world, exchange).into_iter().filter(|(_, is_admitted)| *is_admitted);
    let mut rejected = admitted.filter_map(|(decision, _)| match decision {
        Decision::Reject(limit) => Some(limit),
        Decision::Admit | Decision::Unknown => None,
    });
    match rejected.next() {
        Some(limit) => Err(format!("{limit}: {:?} {:?}", exchange.asks, world.limits.meters)),
        None => Ok(()),
    }
}

/// The size of a partition is the sum of what is stored in it.
pub fn partitions(world: &World) -> Result<(), String> {
    for (table, model) in &world.model.tables {
        for (index, throughput) in probe::throughput(&world.database, *table) {
            let shown = throughput.partitions.iter().map(|it| (it.start.clone(), it.size.0));
            let shown: BTreeMap<Position, u64> = shown.collect();
            let mut stored: BTreeMap<Position, u64> =
                shown.keys().map(|start| (start.clone(), 0)).collect();
            // A local index is stored in the partitions of its table.
            let is_here = |it: &&IndexDefinition| match &index {
                None => it.is_local,
                Some(name) => it.name == name,
            };
            let definitions = model.indexes.values().map(|index| index.definition).filter(is_here);
            let own = index.is_none().then_some(None);
            for definition in definitions.map(Some).chain(own) {
                let name = definition.map(|index| index.name);
                for (position, item) in probe::placed(&world.database, *table, name) {
                    let counted = definition.map_or(size(&item), |it| size(&it.projected(&item)));
                    let partition = stored.range_mut(..=position).next_back();
                    *partition.expect("the first begins with the first position").1 +=
                        counted as u64;
                }
            }
            if shown != stored {
                return Err(format!("{table:?} {index:?}: {shown:?}, but there are {stored:?}"));
            }
        }
    }
    Ok(())
}

/// Units admitted in any interval are at most the balance at its start, the refill and one request for each partition.
/// No partition serves more in a second than its ceiling and one request. No bucket holds more than it can.
pub fn interval(world: &World) -> Result<(), String> {
    for (place, reservoir) in &world.limits.index_writes {
        let partitions = probe::throughput(&world.database, place.0);
        let count = partitions.iter().find(|(index, _)| index.as_deref() == place.1);
        let count = count.map_or(1, |(_, throughput)| throughput.partitions.len());
        let debt_max = units(2 * count as u64) * REQUEST_UNITS_MAX;
        if !world.setup.has(Feature::IndexChanges) && reservoir.units < -debt_max {
            return Err(format!("{place:?} has served {} too many", -reservoir.units));
        }
    }
    let model = &world.setup.config.throughput.partition_ceiling;
    for table in world.model.tables.keys() {
        for (index, throughput) in probe::throughput(&world.database, *table) {
            for dimension in [&throughput.read, &throughput.write] {
                if dimension.burst > dimension.burst_max {
                    return Err(format!("{table:?} {index:?} has saved {:?}", dimension.burst));
                }
            }
            let starts = throughput.partitions.iter().map(|partition| partition.first_hash);
            if !starts.is_sorted() {
                return Err(format!("{table:?} {index:?}: partitions are out of order"));
            }
            if (throughput.queue.count == 0) != throughput.queue.oldest_since.is_none() {
                return Err(format!("{index:?}: {:?}", throughput.queue));
            }
            for beat in throughput.partitions.iter().flat_map(|it| &it.samples) {
                let is_within = |served: u64, ceiling: u64| {
                    units(served) <= units(ceiling * 2) + REQUEST_UNITS_MAX
                };
                let reads = is_within(beat.read.halves(), model.read_units_per_second);
                let writes = is_within(beat.write.halves(), model.write_units_per_second);
                // Writes that arrive from another Region are never throttled.
                let is_exceeded = !writes
                    && !world.setup.has(Feature::IndexChanges)
                    && !world.setup.has(Feature::Regions);
                if !reads || is_exceeded {
                    return Err(format!("{table:?} {index:?}: {beat:?}"));
                }
            }
        }
    }
    Ok(())
}

/// The units metered are the sum of the receipts: of a table and of reads at once, of a global index when all changes
/// have arrived.
pub fn metered(world: &World) -> Result<(), String> {
    for (table, model) in &world.model.tables {
        for (index, throughput) in probe::throughput(&world.database, *table) {
            let is_behind = index
                .as_deref()
                .and_then(|it| model.indexes.get(it))
                .is_some_and(|it| probe::pending_count(&world.database, *table, it.definition) > 0);
            for (kind, dimension) in
                [(Kind::Read, &throughput.read), (Kind::Write, &throughput.write)]
            {
                let billed = world.limits.billed.get(&place(*table, index.as_ref(), kind));
                let metered = dimension.consumed_total.halves();
                if billed.is_some_and(|billed| *billed != metered) && !is_behind {
                    return Err(format!("{table:?} {index:?} {kind:?}: {billed:?}, but {metered}"));
                }
            }
        }
    }
    Ok(())
}
