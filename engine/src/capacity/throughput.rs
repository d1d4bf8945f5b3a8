//! Throughput as a pair of rates.

/// Throughput, in units per second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Throughput {
    /// Read capacity units per second.
    pub read_units_per_second: u64,
    /// Write capacity units per second.
    pub write_units_per_second: u64,
}
