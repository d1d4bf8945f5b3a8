//! Operations on up to 25 or 100 items that succeed or fail one by one.

pub(crate) mod batch_get_item;
pub(crate) mod batch_write_item;
