//! Operations on the continuous backups of a table.

pub(crate) mod describe_continuous_backups;
pub(crate) mod update_continuous_backups;
