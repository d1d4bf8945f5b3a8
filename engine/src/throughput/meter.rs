//! The meter of a table or global index: what its partitions serve and reject, and when one should be split.

use crate::capacity::throughput::Throughput;
use crate::capacity::units::CapacityUnits;
use crate::clock::Timestamp;
use crate::event::{SplitCause, ThrottleCause, Throttled};
use crate::model::bytes::Bytes;
use crate::model::item::Image;
use crate::model::partition_id::PartitionId;
use crate::receipt::UnitKind;
use crate::throughput::dimension::{CapacityMode, Dimension, Limits, Shortage, Source};
use crate::throughput::heat::Heat;
use crate::throughput::model::{PARTITION_COUNT_MAX, ThroughputModel};

/// Splits that are remembered. Model: as many as a screen shows.
const SPLIT_COUNT_MAX: usize = 32;

/// The meter of a table with its local indexes, or of a global index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Meter {
    pub(crate) read: Dimension,
    pub(crate) write: Dimension,
    /// By identity.
    pub(crate) partitions: Vec<PartitionState>,
    /// The latest splits, oldest first.
    pub(crate) splits: Vec<Split>,
}

/// What a meter knows of one partition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PartitionState {
    /// The size above which it should be split. It rises when nothing in the partition could be separated.
    pub(crate) split_size: Bytes,
    pub(crate) heat: Heat,
}

/// A partition that became two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Split {
    /// When.
    pub at: Timestamp,
    /// The partition that was split. It keeps its identity and the lower positions.
    pub partition: PartitionId,
    /// The partition that began with the split. It has the higher positions.
    pub new: PartitionId,
    /// Why.
    pub cause: SplitCause,
}

/// Units that a request takes of one partition.
#[derive(Debug, Clone)]
pub(crate) struct Charge {
    pub(crate) partition: PartitionId,
    pub(crate) kind: UnitKind,
    pub(crate) units: CapacityUnits,
    pub(crate) source: Source,
    /// The hash of the partition key; none if several keys were read.
    pub(crate) hash: Option<u64>,
    /// An item with that key, if there is one.
    pub(crate) item: Option<Image>,
}

/// What the settings of a table or global index say of its throughput.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CapacitySettings {
    /// What is provisioned; `None` on demand.
    pub(crate) provisioned: Option<Throughput>,
    pub(crate) warm: Option<Throughput>,
    /// The most read units per second on demand.
    pub(crate) read_maximum: Option<u64>,
    /// The most write units per second on demand.
    pub(crate) write_maximum: Option<u64>,
}

/// How a table or global index is metered, and how many partitions it needs for that.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CapacityPlan {
    read: CapacityMode,
    write: CapacityMode,
    pub(crate) partition_count: usize,
}

impl CapacityPlan {
    /// The plan for a store of a size. `meter` is its meter until then, of which the most that was ever provisioned counts.
    pub(crate) fn new(
        settings: &CapacitySettings,
        meter: Option<&Meter>,
        size: Bytes,
        model: &ThroughputModel,
    ) -> Self {
        let CapacitySettings { provisioned, warm, read_maximum, write_maximum } = *settings;
        let before = meter.map(Meter::provisioned_max);
        let rates = match provisioned {
            Some(rates) => rates,
            None => larger(Some(larger(Some(model.on_demand_start()), warm)), before),
        };
        let mode = |units_per_second, maximum| match provisioned {
            Some(_) => CapacityMode::Provisioned { units_per_second },
            None => CapacityMode::OnDemand { at_once: units_per_second, maximum },
        };
        let needed = match provisioned {
            Some(_) => model.provisioned_count(larger(Some(rates), warm), size),
            None => model.on_demand_count(rates, size),
        };
        let count = needed.max(model.partition_count_min).max(1);
        let partition_count = usize::try_from(count).unwrap_or(PARTITION_COUNT_MAX);
        Self {
            read: mode(rates.read_units_per_second, read_maximum),
            write: mode(rates.write_units_per_second, write_maximum),
            partition_count: partition_count.min(PARTITION_COUNT_MAX),
        }
    }
}

impl Meter {
    /// The meter of a store that has served nothing.
    pub(crate) fn new(plan: &CapacityPlan, model: &ThroughputModel, now: Timestamp) -> Self {
        let count = plan.partition_count;
        let partition = PartitionState { split_size: model.partition_size, heat: Heat::default() };
        Self {
            read: Dimension::new(plan.read, Limits::reads(model), count, now),
            write: Dimension::new(plan.write, Limits::writes(model), count, now),
            partitions: vec![partition; count],
            splits: Vec::new(),
        }
    }

    /// Meters by another plan from now on.
    pub(crate) fn configure(
        &mut self,
        plan: &CapacityPlan,
        model: &ThroughputModel,
        now: Timestamp,
    ) {
        self.read.configure(plan.read, Limits::reads(model), now);
        self.write.configure(plan.write, Limits::writes(model), now);
    }

    /// Saves as much for a burst as it can, as after a time without use.
    pub(crate) fn fill(&mut self, now: Timestamp) {
        for budget in self.read.budgets.iter_mut().chain(&mut self.write.budgets) {
            budget.bucket.fill(now);
        }
    }

    pub(crate) fn dimension(&self, kind: UnitKind) -> &Dimension {
        match kind {
            UnitKind::Read => &self.read,
            UnitKind::Write => &self.write,
        }
    }

    fn dimension_mut(&mut self, kind: UnitKind) -> &mut Dimension {
        match kind {
            UnitKind::Read => &mut self.read,
            UnitKind::Write => &mut self.write,
        }
    }

    /// Takes the units of a charge, and counts its key.
    pub(crate) fn spend(&mut self, charge: &Charge, now: Timestamp) {
        let Charge { partition, kind, units, source, hash, .. } = *charge;
        if source == Source::Nothing {
            return;
        }
        let dimension = self.dimension_mut(kind);
        dimension.spend(partition, units, source, now);
        let ceiling = dimension.limits.ceiling;
        let heat = &mut self.partitions[partition.0].heat;
        heat.serve(kind, units, (hash, charge.item.as_ref()), ceiling, now);
    }

    /// Counts a request that was throttled here.
    pub(crate) fn reject(&mut self, throttled: &Throttled, now: Timestamp) {
        self.dimension_mut(throttled.kind).throttled_count += 1;
        let is_ceiling = throttled.cause == ThrottleCause::KeyRange;
        let heat = &mut self.partitions[throttled.partition.0].heat;
        heat.reject(throttled.kind, throttled.units, is_ceiling, now);
    }

    /// Notes the size of a partition, and returns whether it holds more than it may. One that could not be split may grow
    /// by the size of a partition before it is full again, counted from the smallest size noted since.
    pub(crate) fn note_size(
        &mut self,
        partition: PartitionId,
        size: Bytes,
        model: &ThroughputModel,
    ) -> bool {
        let split_size = &mut self.partitions[partition.0].split_size;
        *split_size = match size > model.partition_size {
            true => (*split_size).min(size + model.partition_size),
            false => model.partition_size,
        };
        size > *split_size
    }

    /// Why a partition of a size should be split, if it should: it is full, or was hot for too long.
    pub(crate) fn split_cause(
        &mut self,
        partition: PartitionId,
        size: Bytes,
        model: &ThroughputModel,
    ) -> Option<SplitCause> {
        if self.note_size(partition, size, model) {
            return Some(SplitCause::Size);
        }
        let heat = &self.partitions[partition.0].heat;
        let is_hot = model.is_adaptive && heat.is_hot_for(model.heat_split_seconds);
        is_hot.then_some(SplitCause::Heat)
    }

    /// The hash of the key that makes a partition hot by itself.
    pub(crate) fn hot_hash(&self, partition: PartitionId) -> Option<u64> {
        let heat = &self.partitions[partition.0].heat;
        heat.keys(heat.main_kind()).dominant().map(|key| key.hash)
    }

    /// Splits a partition. The new one has the next identity.
    pub(crate) fn split(
        &mut self,
        partition: PartitionId,
        cause: SplitCause,
        model: &ThroughputModel,
        now: Timestamp,
    ) -> PartitionId {
        let new = PartitionId(self.partitions.len());
        let state = |heat| PartitionState { split_size: model.partition_size, heat };
        let past = self.partitions[partition.0].heat.past();
        self.partitions[partition.0] = state(past);
        self.partitions.push(state(Heat::default()));
        self.read.split(partition, now);
        self.write.split(partition, now);
        if self.splits.len() == SPLIT_COUNT_MAX {
            self.splits.remove(0);
        }
        self.splits.push(Split { at: now, partition, new, cause });
        new
    }

    /// Does not split a partition before it has reached a size, or has been hot for as long again.
    pub(crate) fn postpone_split(&mut self, partition: PartitionId, split_size: Bytes) {
        let state = &mut self.partitions[partition.0];
        state.split_size = split_size;
        state.heat.hot_seconds = 0;
    }

    /// How many partitions the store needs to serve all that it may serve on demand.
    pub(crate) fn partitions_needed(&self, now: Timestamp) -> usize {
        let needed = |dimension: &Dimension| match dimension.mode {
            CapacityMode::Provisioned { .. } => 1,
            CapacityMode::OnDemand { .. } => {
                dimension.at_once(now).div_ceil(dimension.limits.ceiling.max(1))
            }
        };
        let needed = needed(&self.read).max(needed(&self.write));
        usize::try_from(needed).unwrap_or(PARTITION_COUNT_MAX).min(PARTITION_COUNT_MAX)
    }

    /// Whether writes of entries to one partition of an index are throttled because of the changes that wait for it.
    ///
    /// Model: DynamoDB documents neither the limit nor which writes are throttled. The limit is a number of seconds of what
    /// the partition may serve for long.
    pub(crate) fn back_pressure(
        &self,
        waiting: CapacityUnits,
        cause: ThrottleCause,
        model: &ThroughputModel,
        now: Timestamp,
    ) -> Option<Shortage> {
        let units_per_second = match cause {
            ThrottleCause::KeyRange => self.write.limits.ceiling,
            ThrottleCause::ProvisionedThroughput
            | ThrottleCause::OnDemandPeak
            | ThrottleCause::OnDemandMaximum
            | ThrottleCause::Account => self.write.sustained(now),
        };
        let units_max = self.write.partition_units(model.queue_seconds_max, now);
        (waiting > units_max).then_some(Shortage {
            cause,
            mode: self.write.billing_mode(),
            units_per_second,
        })
    }

    /// The most that was ever provisioned.
    fn provisioned_max(&self) -> Throughput {
        Throughput {
            read_units_per_second: self.read.provisioned_max,
            write_units_per_second: self.write.provisioned_max,
        }
    }
}

/// The larger of the reads and of the writes.
fn larger(one: Option<Throughput>, other: Option<Throughput>) -> Throughput {
    let of = |pick: fn(Throughput) -> u64| {
        let [one, other] = [one, other].map(|throughput| throughput.map_or(0, pick));
        one.max(other)
    };
    Throughput {
        read_units_per_second: of(|throughput| throughput.read_units_per_second),
        write_units_per_second: of(|throughput| throughput.write_units_per_second),
    }
}
