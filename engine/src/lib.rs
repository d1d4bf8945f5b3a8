//! DynamoDB's tables, secondary indexes and capacity arithmetic as a deterministic state machine.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod api;
pub mod capacity;
pub mod clock;
pub mod database;
pub mod event;
pub mod expression;
#[cfg(feature = "js")]
pub mod js;
pub mod json;
pub mod model;
pub mod operation;
pub mod partiql;
pub mod random;
pub mod receipt;
pub mod schedule;
pub mod table;
pub mod throughput;
pub mod workload;
