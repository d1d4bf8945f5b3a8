//! Admission: whether the partitions that a request touches can serve it. Decided part by part before anything changes.

use crate::capacity::share::Share;
use crate::capacity::units::CapacityUnits;
use crate::clock::Timestamp;
use crate::event::Throttled;
use crate::model::name::TableName;
use crate::model::partition_id::PartitionId;
use crate::receipt::{Store, UnitKind};
use crate::throughput::decision::Verdict;
use crate::throughput::dimension::{Dimension, Shortage, Source};
use crate::throughput::meter::{Charge, Meter};

/// What a request consumes of the throughput of its tables, and which of its parts are throttled. Nothing while throughput
/// is not limited.
#[derive(Debug, Clone, Default)]
pub(crate) struct Charges {
    pub(crate) consumed: Vec<StoreCharge>,
    pub(crate) throttled: Vec<(TableName, Throttled)>,
    /// The positions of the throttled parts in a request that is served in part.
    pub(crate) throttled_parts: Vec<usize>,
}

/// Units that are taken of a partition of a table or global index.
#[derive(Debug, Clone)]
pub(crate) struct StoreCharge {
    pub(crate) table: TableName,
    pub(crate) store: Store,
    pub(crate) charge: Charge,
}

/// A request whose parts are admitted one after the other, each as if those before it had been served.
#[derive(Debug, Default)]
pub(crate) struct RequestParts {
    charges: Charges,
    /// The dimensions that more than one part asks, as they are after those before.
    trials: Vec<Trial>,
}

#[derive(Debug)]
struct Trial {
    table: TableName,
    store: Store,
    kind: UnitKind,
    dimension: Dimension,
}

impl Charges {
    /// The charges of a request that is throttled as a whole.
    pub(crate) fn of_throttled(table: TableName, throttled: Throttled) -> Self {
        Self { throttled: vec![(table, throttled)], ..Self::default() }
    }

    /// Whether nothing is consumed and nothing throttled.
    pub(crate) fn is_empty(&self) -> bool {
        self.consumed.is_empty() && self.throttled.is_empty()
    }

    /// The first part that is throttled.
    pub(crate) fn first_throttled(&self) -> Option<(TableName, Throttled)> {
        self.throttled.first().cloned()
    }

    /// Only what is throttled: a request that is rejected as a whole consumes nothing.
    #[must_use]
    pub(crate) fn without_consumed(self) -> Self {
        Self { consumed: Vec::new(), ..self }
    }
}

impl RequestParts {
    /// Notes that a part of the request is throttled.
    pub(crate) fn reject(&mut self, part: usize, table: TableName, throttled: Throttled) {
        self.charges.throttled.push((table, throttled));
        self.charges.throttled_parts.push(part);
    }

    /// What is consumed and throttled of all parts.
    pub(crate) fn finish(self) -> Charges {
        self.charges
    }

    /// Asks one partition for units, after what was admitted before.
    pub(crate) fn ask(
        &mut self,
        (table, store): (&TableName, &Store),
        meter: &Meter,
        (kind, share): (UnitKind, Share),
        verdict: Verdict,
        now: Timestamp,
    ) -> Result<(), Throttled> {
        let Share { partition, units, hash, item } = share;
        let source = self.source((table, store), meter, kind, (partition, units), verdict, now);
        let source =
            source.map_err(|shortage| shortage.throttled(store.clone(), kind, partition, units))?;
        let charge = Charge { partition, kind, units, source, hash, item };
        let (table, store) = (table.clone(), store.clone());
        self.charges.consumed.push(StoreCharge { table, store, charge });
        Ok(())
    }

    /// Where units come from after what was admitted before, or what is short.
    fn source(
        &mut self,
        (table, store): (&TableName, &Store),
        meter: &Meter,
        kind: UnitKind,
        (partition, units): (PartitionId, CapacityUnits),
        verdict: Verdict,
        now: Timestamp,
    ) -> Result<Source, Shortage> {
        let is_asked = |charge: &&StoreCharge| {
            charge.table == *table && charge.store == *store && charge.charge.kind == kind
        };
        if !self.charges.consumed.iter().any(|charge| is_asked(&charge)) {
            return meter.dimension(kind).source_by(verdict, partition, units, now);
        }
        let is_tried =
            |trial: &Trial| trial.table == *table && trial.store == *store && trial.kind == kind;
        let tried = self.trials.iter().position(is_tried);
        let position = tried.unwrap_or(self.trials.len());
        if tried.is_none() {
            let mut dimension = meter.dimension(kind).clone();
            for StoreCharge { charge, .. } in self.charges.consumed.iter().filter(is_asked) {
                dimension.spend(charge.partition, charge.units, charge.source, now);
            }
            let (table, store) = (table.clone(), store.clone());
            self.trials.push(Trial { table, store, kind, dimension });
        }
        let dimension = &mut self.trials[position].dimension;
        let source = dimension.source_by(verdict, partition, units, now)?;
        dimension.spend(partition, units, source, now);
        Ok(source)
    }
}

impl Shortage {
    /// How a request for units of a partition is throttled.
    pub(crate) fn throttled(
        self,
        store: Store,
        kind: UnitKind,
        partition: PartitionId,
        units: CapacityUnits,
    ) -> Throttled {
        let Self { cause, mode, units_per_second } = self;
        Throttled { store, kind, cause, mode, partition, units, units_per_second }
    }
}
