//! What each operation does: a file for each.

pub(crate) mod account;
pub(crate) mod backup;
pub(crate) mod batch;
pub(crate) mod definition;
pub(crate) mod item;
pub(crate) mod partiql;
pub(crate) mod prepared;
pub(crate) mod read;
pub mod registry;
pub(crate) mod stream;
pub(crate) mod table;
pub(crate) mod tag;
pub(crate) mod time_to_live;
pub(crate) mod transaction;
