//! DynamoDB's tables, secondary indexes and capacity arithmetic as a deterministic state machine.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(feature = "whole-api"),
    allow(dead_code, reason = "operations that are left out leave their parts behind")
)]

pub mod api;
pub mod capacity;
pub mod clock;
pub mod database;
pub mod event;
pub mod expression;
pub mod model;
pub mod schedule;
pub mod table;
