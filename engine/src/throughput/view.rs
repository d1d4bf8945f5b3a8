//! Throughput as pages and specs see it: what is served, saved, throttled and waiting, and in which partitions.

use std::cmp::Reverse;

use crate::capacity::units::CapacityUnits;
use crate::clock::Timestamp;
use crate::model::bytes::Bytes;
use crate::model::item::Item;
use crate::model::key::{KeySchema, Position};
use crate::model::partition_id::PartitionId;
use crate::receipt::Store;
use crate::throughput::dimension::{CapacityMode, Dimension, EarlierRate};
use crate::throughput::heat::{HotKeys, SecondSample};
use crate::throughput::meter::Split;

/// The throughput of a table, or of one of its global indexes, at a moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreThroughput {
    /// The table with its local indexes, or a global index.
    pub store: Store,
    /// Reads.
    pub read: DimensionThroughput,
    /// Writes.
    pub write: DimensionThroughput,
    /// Changes that have arrived at a global index and wait until it can pay for them. None for a table.
    pub queue: QueueLength,
    /// In the order of hashes.
    pub partitions: Vec<PartitionThroughput>,
    /// The latest splits, oldest first.
    pub splits: Vec<Split>,
}

/// Reads, or writes, of a table or global index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DimensionThroughput {
    /// Provisioned or on demand.
    pub mode: CapacityMode,
    /// Units per second that are served for long: provisioned, or what a table on demand has grown to, up to its maximum.
    pub units_per_second: u64,
    /// Units served in the running second.
    pub consumed: CapacityUnits,
    /// Units saved for a burst, in all partitions. None on demand.
    pub burst: CapacityUnits,
    /// The most that can be saved.
    pub burst_max: CapacityUnits,
    /// All units that were served since throughput is metered.
    pub consumed_total: CapacityUnits,
    /// All requests, and parts of batches, that were throttled since throughput is metered.
    pub throttled_total: u64,
    /// What was provisioned before, in the seconds that [`PartitionThroughput::samples`] remember, oldest first.
    pub earlier_rates: Vec<EarlierRate>,
}

/// What waits for a global index.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct QueueLength {
    /// How many changes.
    pub count: usize,
    /// The units that they need.
    pub units: CapacityUnits,
    /// When the first of them arrived.
    pub oldest_since: Option<Timestamp>,
    /// Whether so much waits that writes to the table are throttled: for a whole index, those to any of its partitions.
    pub is_throttling: bool,
}

/// A partition at a moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartitionThroughput {
    /// Its identity.
    pub id: PartitionId,
    /// The position with which it begins; it ends where the next one begins.
    pub start: Position,
    /// The hash with which it begins.
    pub first_hash: u64,
    /// Whether it begins within an item collection, at a sort key.
    pub begins_within_collection: bool,
    /// Bytes that are stored in it.
    pub size: Bytes,
    /// Read units saved for a burst.
    pub read_burst: CapacityUnits,
    /// Write units saved for a burst.
    pub write_burst: CapacityUnits,
    /// The latest seconds in which there was anything, oldest first.
    pub samples: Vec<SecondSample>,
    /// Changes that wait until this partition of a global index can pay for them.
    pub queue: QueueLength,
    /// The partition keys that are read most, hottest first.
    pub read_keys: Vec<HotKeyShare>,
    /// The partition keys that are written most, hottest first.
    pub write_keys: Vec<HotKeyShare>,
}

/// A partition key that is asked for often.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HotKeyShare {
    /// The attributes of the partition key; none if no item with it was met.
    pub key: Option<Item>,
    /// Its part of what its partition has served lately, in hundredths; less if it is not certain.
    pub percent: u64,
}

impl DimensionThroughput {
    /// The most units per second that were provisioned in a second of virtual time; none if the second, or a part of it,
    /// was on demand.
    pub fn provisioned_in(&self, second: u64) -> Option<u64> {
        let (start, end) = (Timestamp(second * 1_000), Timestamp((second + 1) * 1_000));
        let mut from = Timestamp::default();
        let mut most = 0;
        let earlier = self.earlier_rates.iter().map(|rate| (Some(rate.until), rate.provisioned));
        for (until, provisioned) in earlier.chain([(None, self.mode.rate_per_second())]) {
            let ends_in_time = until.is_none_or(|until| until > start && until > from);
            if ends_in_time && from < end {
                most = most.max(provisioned?);
            }
            from = until.unwrap_or(end);
        }
        Some(most)
    }
}

impl QueueLength {
    /// Both together.
    pub(crate) fn and(self, other: Self) -> Self {
        let since = [self.oldest_since, other.oldest_since];
        Self {
            count: self.count + other.count,
            units: self.units + other.units,
            oldest_since: since.into_iter().flatten().min(),
            is_throttling: self.is_throttling || other.is_throttling,
        }
    }
}

/// A dimension at a moment.
pub(crate) fn dimension_throughput(dimension: &Dimension, now: Timestamp) -> DimensionThroughput {
    let buckets = || dimension.budgets.iter().map(|budget| budget.bucket);
    DimensionThroughput {
        mode: dimension.mode,
        units_per_second: dimension.sustained(now),
        consumed: dimension.window.used(now),
        burst: buckets().map(|bucket| bucket.units(now)).sum(),
        burst_max: buckets().map(|bucket| bucket.units_max()).sum(),
        consumed_total: dimension.consumed,
        throttled_total: dimension.throttled_count,
        earlier_rates: dimension.earlier_rates.clone(),
    }
}

/// The counted keys, hottest first.
pub(crate) fn key_shares(keys: &HotKeys, schema: &KeySchema) -> Vec<HotKeyShare> {
    let partition_key = KeySchema { partition: schema.partition.clone(), sort: Vec::new() };
    let mut counted: Vec<_> = keys.keys.iter().collect();
    counted.sort_by_key(|key| Reverse(key.count));
    let share = |count: u64| count.saturating_mul(100) / keys.total.max(1);
    let shares = counted.into_iter().map(|key| HotKeyShare {
        key: key.item.as_ref().map(|item| partition_key.key_of(item)),
        percent: share(key.count - key.error),
    });
    shares.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was provisioned in each of four seconds.
    #[track_caller]
    fn check(earlier: &[(u64, Option<u64>)], now: Option<u64>, expected: [Option<u64>; 4]) {
        let mode = match now {
            Some(units_per_second) => CapacityMode::Provisioned { units_per_second },
            None => CapacityMode::OnDemand { at_once: 4_000, maximum: None },
        };
        let earlier = earlier.iter().map(|(until, provisioned)| EarlierRate {
            until: Timestamp(*until),
            provisioned: *provisioned,
        });
        let zero = CapacityUnits::ZERO;
        let dimension = DimensionThroughput {
            mode,
            units_per_second: 0,
            consumed: zero,
            burst: zero,
            burst_max: zero,
            consumed_total: zero,
            throttled_total: 0,
            earlier_rates: earlier.collect(),
        };
        assert_eq!([0, 1, 2, 3].map(|second| dimension.provisioned_in(second)), expected);
    }

    #[test]
    fn a_second_has_the_most_that_was_provisioned_in_it() {
        check(&[], Some(5), [Some(5); 4]);
        check(&[(1_000, Some(5))], Some(400), [Some(5), Some(400), Some(400), Some(400)]);
        check(&[(1_001, Some(400))], Some(5), [Some(400), Some(400), Some(5), Some(5)]);
        // What was changed twice at one moment was never in force.
        check(
            &[(2_500, Some(5)), (2_500, Some(900))],
            Some(7),
            [Some(5), Some(5), Some(7), Some(7)],
        );
    }

    #[test]
    fn a_second_on_demand_has_no_rate() {
        check(&[(1_500, None)], Some(5), [None, None, Some(5), Some(5)]);
        check(&[(2_000, Some(5))], None, [Some(5), Some(5), None, None]);
    }
}
