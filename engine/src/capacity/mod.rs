//! What operations cost: units that hold halves exactly, the price of bytes, and buckets from which units are taken.

pub mod bucket;
pub mod cost;
pub mod units;
