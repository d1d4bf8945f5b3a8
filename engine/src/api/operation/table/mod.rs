//! Operations on tables and their indexes.

pub(crate) mod create_table;
pub(crate) mod delete_table;
pub(crate) mod describe_table;
pub(crate) mod description;
pub(crate) mod encryption;
pub(crate) mod find;
pub(crate) mod index_actions;
pub(crate) mod index_definition;
pub(crate) mod key;
pub(crate) mod list_tables;
pub(crate) mod members;
pub(crate) mod replica;
pub(crate) mod status;
pub(crate) mod throughput_limit;
pub(crate) mod update_table;
pub(crate) mod warm_throughput;
