//! How throughput is modelled: what DynamoDB documents as numbers, and what a sandbox may set otherwise.

use crate::capacity::throughput::Throughput;
use crate::model::bytes::Bytes;

/// The most that one partition serves in a second. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html>
pub const PARTITION_CEILING: Throughput =
    Throughput { read_units_per_second: 3_000, write_units_per_second: 1_000 };

/// Bytes that fill a partition: 10 GB. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.Partitions.html>
pub const PARTITION_SIZE: Bytes = Bytes(10 << 30);

/// How long unused throughput is kept for a burst, in seconds. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html>
pub const BURST_SECONDS: u64 = 300;

/// The most that a table or a global index on demand may use in a second, unless the account is allowed more. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html>
pub const ACCOUNT_MAXIMUM: Throughput =
    Throughput { read_units_per_second: 40_000, write_units_per_second: 40_000 };

/// Partitions that a table or global index on demand begins with: 4,000 writes in a second are four times 1,000.
/// Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html>
pub const ON_DEMAND_PARTITION_COUNT: u64 = 4;

/// How old a peak must be, in minutes, before an on-demand table can serve twice as much. Source: the same page.
pub const PEAK_AGE_MINUTES: u64 = 30;

/// Partitions beyond which a table or index is not split. Model: more than any sandbox needs.
pub const PARTITION_COUNT_MAX: usize = 256;

/// How the throughput of all tables is modelled. Sizes and rates can be scaled down, so that a person reaches them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThroughputModel {
    /// Whether throughput is limited: metered, and throttled beyond its limits.
    /// Model: off by default, because while virtual time is paused no bucket is refilled.
    pub is_enforced: bool,
    /// Whether partitions lend each other what they do not use, and are split where they are hot.
    pub is_adaptive: bool,
    /// How long unused throughput is kept, in seconds.
    pub burst_seconds: u64,
    /// The most that one partition serves in a second.
    pub partition_ceiling: Throughput,
    /// Bytes that fill a partition.
    pub partition_size: Bytes,
    /// The fewest partitions that a table or global index has; 0 leaves it to the service's own rule.
    pub partition_count_min: u64,
    /// How many seconds in a row a partition is hot before it is split; 0 means never.
    /// Model: the service says "sustained".
    pub heat_split_seconds: u64,
    /// How many seconds of a global index's own rate of writes may wait before writes to its table are throttled.
    /// Model: the service does not say.
    pub queue_seconds_max: u64,
    /// The most that a table or a global index on demand may use in a second.
    pub account_maximum: Throughput,
}

impl Default for ThroughputModel {
    fn default() -> Self {
        Self {
            is_enforced: false,
            is_adaptive: true,
            burst_seconds: BURST_SECONDS,
            partition_ceiling: PARTITION_CEILING,
            partition_size: PARTITION_SIZE,
            partition_count_min: 0,
            heat_split_seconds: 60,
            queue_seconds_max: 2,
            account_maximum: ACCOUNT_MAXIMUM,
        }
    }
}

impl ThroughputModel {
    /// Partitions that carry so much and hold so much.
    ///
    /// Source: the rule that the Developer Guide gave until 2018 for provisioned tables:
    /// reads by 3,000 and writes by 1,000, added and rounded up; gigabytes by 10, rounded up; the larger of both.
    ///
    /// ```
    /// use engine::model::bytes::Bytes;
    /// use engine::capacity::throughput::Throughput;
    /// use engine::throughput::model::ThroughputModel;
    ///
    /// let model = ThroughputModel::default();
    /// let rates = Throughput { read_units_per_second: 8_000, write_units_per_second: 4_000 };
    /// assert_eq!(model.provisioned_count(rates, Bytes(5 << 30)), 7);
    /// ```
    pub fn provisioned_count(&self, rates: Throughput, size: Bytes) -> u64 {
        let [read, write] = self.ceilings();
        let reads = rates.read_units_per_second.saturating_mul(write);
        let writes = rates.write_units_per_second.saturating_mul(read);
        let carrying = reads.saturating_add(writes).div_ceil(read.saturating_mul(write));
        carrying.max(self.storing_count(size))
    }

    /// Partitions that carry so much at once on demand, and hold so much.
    ///
    /// Source: four for 4,000 writes and 12,000 reads, as above. Model: more in proportion.
    pub fn on_demand_count(&self, rates: Throughput, size: Bytes) -> u64 {
        let [read, write] = self.ceilings();
        let reads = rates.read_units_per_second.div_ceil(read);
        let writes = rates.write_units_per_second.div_ceil(write);
        reads.max(writes).max(ON_DEMAND_PARTITION_COUNT).max(self.storing_count(size))
    }

    /// What a table or index on demand serves at once when nothing is known of it.
    pub fn on_demand_start(&self) -> Throughput {
        let [read, write] = self.ceilings();
        Throughput {
            read_units_per_second: read.saturating_mul(ON_DEMAND_PARTITION_COUNT),
            write_units_per_second: write.saturating_mul(ON_DEMAND_PARTITION_COUNT),
        }
    }

    /// What a sandbox may set to a number, by name.
    pub(crate) fn numbers(&mut self) -> [(&'static str, &mut u64); 9] {
        let Self { partition_ceiling, account_maximum, .. } = self;
        [
            ("burst_seconds", &mut self.burst_seconds),
            ("partition_reads", &mut partition_ceiling.read_units_per_second),
            ("partition_writes", &mut partition_ceiling.write_units_per_second),
            ("partition_size", &mut self.partition_size.0),
            ("partition_count_min", &mut self.partition_count_min),
            ("heat_split_seconds", &mut self.heat_split_seconds),
            ("queue_seconds_max", &mut self.queue_seconds_max),
            ("account_reads", &mut account_maximum.read_units_per_second),
            ("account_writes", &mut account_maximum.write_units_per_second),
        ]
    }

    fn storing_count(&self, size: Bytes) -> u64 {
        size.0.div_ceil(self.partition_size.0.max(1))
    }

    /// Reads and writes of one partition in a second, at least one each.
    fn ceilings(&self) -> [u64; 2] {
        let Throughput { read_units_per_second, write_units_per_second } = self.partition_ceiling;
        [read_units_per_second.max(1), write_units_per_second.max(1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(reads: u64, writes: u64, gigabytes: u64, count: u64) {
        let rates = Throughput { read_units_per_second: reads, write_units_per_second: writes };
        let model = ThroughputModel::default();
        assert_eq!(model.provisioned_count(rates, Bytes(gigabytes << 30)).max(1), count);
    }

    #[test]
    fn partitions_follow_rates_and_size() {
        check(5, 5, 0, 1);
        check(3_000, 1_000, 0, 2);
        check(10_000, 1_000, 0, 5);
        check(100, 100, 25, 3);
        check(8_000, 4_000, 5, 7);
        check(0, 1_000, 365, 37);
    }

    #[test]
    fn a_table_on_demand_begins_with_four_partitions() {
        let model = ThroughputModel::default();
        assert_eq!(model.on_demand_count(model.on_demand_start(), Bytes::ZERO), 4);
        let warm = Throughput { read_units_per_second: 12_000, write_units_per_second: 8_000 };
        assert_eq!(model.on_demand_count(warm, Bytes::ZERO), 8);
    }
}
