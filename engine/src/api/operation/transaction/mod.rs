//! Operations on many items that succeed or fail together.

pub(crate) mod reason;
pub(crate) mod transact_get_items;
pub(crate) mod transact_write_items;
