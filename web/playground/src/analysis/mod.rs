//! Pure functions of a sandbox: what its tables cost, what its access patterns take, and what there is to say about its design.

pub mod advice;
pub mod amount;
pub(crate) mod behind;
pub mod bill;
pub mod comparison;
pub mod cost;
pub mod day;
pub(crate) mod difference;
pub mod experiment;
pub(crate) mod expired;
pub mod extra;
pub(crate) mod found_nothing;
pub(crate) mod free;
pub(crate) mod growth;
pub mod load;
pub mod no_effect;
pub mod pattern;
mod placeholder;
pub mod price;
pub mod proposal;
mod provisioned;
pub mod reading;
pub(crate) mod rehearsal;
pub(crate) mod replaced;
pub(crate) mod reserved;
mod sized;
pub(crate) mod written;
