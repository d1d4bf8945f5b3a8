//! What the partitions of a table or index were asked for in each second, and what they could serve.

use std::collections::BTreeMap;

use engine::database::Database;
use engine::receipt::UnitKind;
use engine::throughput::view::{
    DimensionThroughput, PartitionThroughput, StoreThroughput as Measured,
};

use crate::view::message::Argument;
use crate::view::value::Method;

/// Steps of heat from the first unit to the ceiling.
const STEP_COUNT: u64 = 5;

/// What the partitions of a table or index were asked for in each second, and what they could serve.
#[derive(Debug)]
pub struct StoreLoad<'m> {
    /// Read units or write units.
    pub kind: UnitKind,
    dimension: &'m DimensionThroughput,
    /// Half units per second of one partition, whatever is provisioned.
    ceiling: u64,
    is_adaptive: bool,
    partition_count: u64,
    /// In which seconds the latest partitions began.
    splits: Vec<u64>,
    /// Half units that all partitions served, by second.
    served: BTreeMap<u64, u64>,
}

/// One partition in one second, in half units.
#[derive(Debug, Clone, Copy, Default)]
pub struct Load {
    /// The units that were served.
    pub served: u64,
    /// The units that were served, and those that throttled requests asked for.
    pub asked: u64,
    /// What the partition could serve without saved burst.
    pub capacity: u64,
    /// Requests that were throttled.
    pub throttled_count: u32,
}

impl<'m> StoreLoad<'m> {
    /// The reads or the writes of what was measured.
    pub fn new(database: &Database, measured: &'m Measured, method: Method) -> Self {
        let config = database.config().throughput;
        let ceilings = config.partition_ceiling;
        let (kind, dimension, ceiling) = match method {
            Method::Read => (UnitKind::Read, &measured.read, ceilings.read_units_per_second),
            Method::Write => (UnitKind::Write, &measured.write, ceilings.write_units_per_second),
        };
        let mut served = BTreeMap::new();
        for beat in measured.partitions.iter().flat_map(|partition| &partition.samples) {
            *served.entry(beat.second).or_default() += beat.units(kind).halves();
        }
        Self {
            kind,
            dimension,
            ceiling: ceiling.max(1).saturating_mul(2),
            is_adaptive: config.is_adaptive,
            partition_count: measured.partitions.len() as u64,
            splits: measured.splits.iter().map(|split| split.at.0 / 1000).collect(),
            served,
        }
    }

    /// What a partition was asked for in a second.
    pub fn of(&self, partition: &PartitionThroughput, second: u64) -> Load {
        let beat = partition.samples.iter().rfind(|beat| beat.second == second).copied();
        let beat = beat.unwrap_or_default();
        let served = beat.units(self.kind).halves();
        Load {
            served,
            asked: beat.asked(self.kind).halves(),
            capacity: self.capacity(served, second),
            throttled_count: beat.throttled_count(self.kind),
        }
    }

    /// What a partition could serve in a second in which it served so much. On demand: up to its ceiling. Provisioned: its
    /// share of the throughput of that second; with adaptive capacity, everything that the other partitions left.
    fn capacity(&self, own: u64, second: u64) -> u64 {
        let serves = match self.dimension.provisioned_in(second) {
            None => self.ceiling,
            Some(units_per_second) => {
                let limit = units_per_second.saturating_mul(2);
                let later = self.splits.iter().filter(|begun| **begun > second).count() as u64;
                let share = limit / self.partition_count.saturating_sub(later).max(1);
                let all = self.served.get(&second).copied().unwrap_or_default();
                let left = limit.saturating_sub(all.saturating_sub(own));
                if self.is_adaptive { share.max(left) } else { share }
            }
        };
        serves.min(self.ceiling).max(1)
    }
}

impl Load {
    /// The requested units as a part of the units that could be served.
    pub fn share(self) -> Argument {
        Argument::share(self.asked, self.capacity)
    }
}

/// What the busiest of partitions was asked for, as a part of what it could serve.
pub fn hottest(loads: impl Iterator<Item = Load>) -> Argument {
    let of = |part: u64, whole: u64| u128::from(part) * u128::from(whole);
    let hottest = loads.max_by(|a, b| of(a.asked, b.capacity).cmp(&of(b.asked, a.capacity)));
    hottest.map_or(Argument::Permille(0), Load::share)
}

/// The step of heat of a part of a whole.
pub fn step(part: u64, whole: u64) -> u8 {
    u8::try_from((part * STEP_COUNT).div_ceil(whole).min(STEP_COUNT)).unwrap_or_default()
}
