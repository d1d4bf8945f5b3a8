//! Operations that read many items of a table or index.

pub(crate) mod query;
pub(crate) mod scan;
pub(crate) mod selection;
