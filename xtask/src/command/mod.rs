//! The commands, a file each: its arguments, and what it does.

pub(crate) mod bench;
pub(crate) mod build;
pub(crate) mod clients;
pub(crate) mod docs;
pub(crate) mod endpoint;
pub(crate) mod fuzz;
pub(crate) mod hook;
pub(crate) mod journeys;
pub(crate) mod lessons;
pub(crate) mod package;
pub(crate) mod planted;
pub(crate) mod serve;
pub(crate) mod shot;
pub(crate) mod simulate;
pub(crate) mod size;
pub(crate) mod start;
pub(crate) mod test;
