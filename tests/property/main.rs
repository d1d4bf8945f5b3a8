//! Properties that hold for whatever proptest thinks of, a file for each subject.

mod condition;
mod database;
mod expiry;
mod page;
mod partition;
mod reload;
mod snapshot;
mod update;
mod value;
