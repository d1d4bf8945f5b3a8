//! DynamoDB's tables, secondary indexes and capacity arithmetic as a deterministic state machine.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(feature = "whole-api"),
    allow(dead_code, reason = "operations that are left out leave their parts behind")
)]

/// Whether what the page has no screen for is there: see the feature `whole-api`. Where it is not, the code behind a
/// test of this falls away.
const WHOLE_API: bool = cfg!(feature = "whole-api");

pub mod api;
pub mod capacity;
pub mod clock;
pub mod database;
pub mod event;
pub mod expression;
#[cfg(feature = "js")]
pub mod js;
pub mod model;
pub mod random;
pub mod schedule;
pub mod table;
pub mod workload;
