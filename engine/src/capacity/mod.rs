//! What operations cost: units that hold halves exactly, units per second, and the price of bytes.

pub mod cost;
pub(crate) mod share;
pub mod throughput;
pub mod units;
