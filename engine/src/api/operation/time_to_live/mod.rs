//! Operations on the time to live of a table.

pub(crate) mod describe_time_to_live;
pub(crate) mod update_time_to_live;
