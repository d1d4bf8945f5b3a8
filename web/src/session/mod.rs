//! The playground's state machine: commands in, views out. Pure, and tested natively.

pub mod command;
pub mod share;
