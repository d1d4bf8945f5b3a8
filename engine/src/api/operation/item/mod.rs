//! Operations on one item.

pub(crate) mod delete_item;
pub(crate) mod get_item;
pub(crate) mod put_item;
pub(crate) mod update_item;
pub(crate) mod write;
