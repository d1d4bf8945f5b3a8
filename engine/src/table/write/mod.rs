//! Writes of items: what a table accepts, the plan of a write, the writes of one request, and how a plan is applied.

pub mod accept;
mod apply;
pub mod collection;
pub mod plan;
pub(crate) mod set;
