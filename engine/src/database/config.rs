//! What a sandbox sets: delays, dates, the size of item collections, and the words of errors.

use crate::clock::{Timestamp, UnixTime};
use crate::database::wording::Wording;
use crate::model::bytes::Bytes;
use crate::throughput::model::ThroughputModel;

/// What a sandbox sets about behaviour that DynamoDB does not document as numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Config {
    /// Milliseconds of virtual time until a change reaches a global index; 0 means at once.
    /// Model: DynamoDB says "normally a fraction of a second".
    pub propagation_delay_ms: u64,
    /// How long the steps in the life of tables and indexes take.
    pub lifecycle: LifecycleDelays,
    /// How errors are worded.
    pub wording: Wording,
    /// Seconds from 1970-01-01, UTC, to virtual time zero: what dates and expiring items count from.
    /// Model: 0, so that a sandbox shows the same dates whenever it is opened.
    pub epoch_seconds: u64,
    /// Largest item collection of a table with local indexes, their entries included.
    /// Model: a sandbox may scale the ten gigabytes of the service down, so that a person can reach them.
    pub collection_size_max: Bytes,
    /// Milliseconds by which the way of a change of a global index may be longer than `propagation_delay_ms`; how much
    /// is drawn for each. Model: DynamoDB says "normally a fraction of a second".
    pub propagation_spread_ms: u64,
    /// Milliseconds until a write reaches the replicas of its table in other Regions.
    /// Model: DynamoDB says "usually within a second".
    pub replication_delay_ms: u64,
    /// What chance is drawn from.
    pub seed: u64,
    /// Whether throughput is limited, and how that is modelled.
    pub throughput: ThroughputModel,
}

/// How long an expired item stays at most, and stays on the page unless that is set otherwise: 48 hours, in milliseconds.
/// Model: the service deletes expired items "within a few days", "typically within 48 hours"; here all take as long.
pub const EXPIRE_ITEM_MS_MAX: u64 = 48 * 60 * 60 * 1_000;

/// Largest item collection of a table with local indexes: 10 GB. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LSI.html>
pub const COLLECTION_SIZE_MAX: Bytes = Bytes(10 << 30);

/// How long a write travels to another Region unless that is set otherwise, in milliseconds.
/// Model: the service says "usually within a second".
pub const REPLICATION_DELAY_MS: u64 = 800;

/// How long the steps in the life of tables and indexes take, in milliseconds of virtual time.
/// Zero means as soon as possible. Model: the service takes from seconds to many minutes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LifecycleDelays {
    /// From CREATING to ACTIVE.
    pub create_table_ms: u64,
    /// From DELETING until the table is gone.
    pub delete_table_ms: u64,
    /// From UPDATING until new settings are in force.
    pub update_settings_ms: u64,
    /// From the request until a new index has its resources.
    pub allocate_index_ms: u64,
    /// For each step of a backfill, which is a hundred items of the table.
    pub backfill_step_ms: u64,
    /// From DELETING until an index is gone.
    pub delete_index_ms: u64,
    /// From ENABLING or DISABLING until items expire, or no longer do.
    pub update_time_to_live_ms: u64,
    /// From a change of time to live until it can be changed again; the service wants about half an hour.
    pub time_to_live_interval_ms: u64,
    /// From the time in an item until it is deleted; the service says "within a few days".
    pub expire_item_ms: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            propagation_delay_ms: 200,
            lifecycle: LifecycleDelays::default(),
            wording: Wording::default(),
            epoch_seconds: 0,
            collection_size_max: COLLECTION_SIZE_MAX,
            propagation_spread_ms: 0,
            replication_delay_ms: REPLICATION_DELAY_MS,
            seed: 0,
            throughput: ThroughputModel::default(),
        }
    }
}

impl Config {
    /// Virtual time as Unix time.
    pub fn unix_time(&self, at: Timestamp) -> UnixTime {
        UnixTime(self.epoch_seconds.saturating_mul(1_000).saturating_add(at.0))
    }
}
