//! What operations cost: units that hold halves exactly, and the price of bytes.

pub mod cost;
pub mod units;
