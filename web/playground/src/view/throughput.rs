//! What a table and its indexes may consume, what they have consumed this second, and how that is modelled.

use serde::{Deserialize, Serialize};

use crate::view::first::First;
use crate::view::message::Message;
use crate::view::value::{Hue, Method, Text, Units};

/// The throughput of the open table.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ThroughputView {
    /// Whether requests are rejected that exceed it.
    pub is_enforced: bool,
    /// The table, then its global indexes.
    pub stores: Vec<StoreThroughput>,
}

/// Auto scaling of a table and its global indexes, reads and writes alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScalingView {
    /// How much of what is provisioned should be used, in hundredths.
    pub target_percent: u64,
    /// The least that is provisioned, in units a second.
    pub units_min: u64,
    /// The most that is provisioned, in units a second.
    pub units_max: u64,
}

impl ScalingView {
    /// What is proposed. Model: the bounds are those of a sandbox.
    pub const USUAL: Self = Self { target_percent: 70, units_min: 1, units_max: 1_000 };
}

/// The settings of a sandbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// 1: requests beyond the throughput are rejected.
    Enforcement,
    /// 1: a busy partition may use what the others leave.
    Adaptation,
    /// Seconds for which unused units are kept.
    BurstSeconds,
    /// Read units that a partition serves in a second.
    ReadCeiling,
    /// Write units that a partition serves in a second.
    WriteCeiling,
    /// Bytes beyond which a partition is split.
    PartitionSize,
    /// Partitions that a table begins with, at least.
    PartitionCount,
    /// Milliseconds by which changes of global indexes may be later than their delay.
    Spread,
    /// Milliseconds that a change travels to a global index.
    Delay,
    /// Bytes of the largest item collection of a table with local indexes.
    CollectionMax,
    /// Milliseconds that an expired item stays until it is deleted.
    ExpiryDelay,
}

impl Setting {
    /// What it is called: a key of the catalogue.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Enforcement => "throughput.enforce",
            Self::Adaptation => "throughput.adaptive",
            Self::BurstSeconds => "setting.burst_seconds",
            Self::ReadCeiling => "setting.read_ceiling",
            Self::WriteCeiling => "setting.write_ceiling",
            Self::PartitionSize => "setting.partition_size",
            Self::PartitionCount => "setting.partition_count",
            Self::Spread => "setting.spread",
            Self::Delay => "limit.delay_ms",
            Self::CollectionMax => "limit.collection",
            Self::ExpiryDelay => "limit.expiry_ms",
        }
    }
}

/// A number of the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingView {
    pub setting: Setting,
    /// As it is set.
    pub value: u64,
}

/// The throughput of a table, or of a global index.
#[derive(Debug, Clone, PartialEq)]
pub struct StoreThroughput {
    /// The name of the index; `None` is the table.
    pub index: Option<Text>,
    /// What it is called.
    pub name: Text,
    /// The index's hue.
    pub hue: Option<Hue>,
    pub write: FlowView,
    pub read: FlowView,
    /// How hot each of its partitions is in the second that runs: 0 is cold, 5 is asked for all that it can serve.
    pub heat: First<u8>,
    /// Which of them that is: "4 partitions, the hottest at 92 %".
    pub heat_words: Message,
    /// What waits to be written to the index.
    pub queue: Option<QueueView>,
}

/// The reads or the writes of a store.
#[derive(Debug, Clone, PartialEq)]
pub struct FlowView {
    pub method: Method,
    /// Units that it may consume in a second.
    pub limit: u64,
    /// Units consumed in the second that runs.
    pub consumed: Units,
    /// The same in hundredths of the limit, 100 at most.
    pub percent: u8,
    /// The units saved for a burst; none on demand.
    pub burst: Option<BurstView>,
    /// Attempts that were throttled since throughput is limited.
    pub throttled: u64,
}

/// Unused units that were kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BurstView {
    /// How many seconds of the limit they are.
    pub seconds: u64,
    /// How full the reservoir is, in hundredths.
    pub percent: u8,
}

/// Changes that wait because the index cannot pay for them yet.
#[derive(Debug, Clone, PartialEq)]
pub struct QueueView {
    /// "12 changes wait for write units of partition 3, the oldest for 0.8 s".
    pub words: Message,
    /// Whether writes to the table are throttled that would change a partition which is too far behind.
    pub is_pushing_back: bool,
}
