//! DynamoDB's tables, secondary indexes and capacity arithmetic as a deterministic state machine.
#![forbid(unsafe_code)]

pub mod model;
