//! Properties that hold for all inputs that proptest generates, a file for each subject.

mod condition;
mod database;
mod expiry;
mod page;
mod partition;
mod regions;
mod reload;
mod snapshot;
mod strong;
mod update;
mod value;
