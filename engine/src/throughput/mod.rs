//! Throughput: what a table or global index can serve, decided for each partition by its identity.
//!
//! Nothing here accesses a table or what it stores: callers name partitions by their identities and state sizes in bytes.

pub(crate) mod admission;
pub mod bucket;
pub mod decision;
pub(crate) mod demand;
pub mod dimension;
pub mod heat;
pub mod meter;
pub mod model;
pub(crate) mod queue;
pub mod scaling;
pub mod view;
