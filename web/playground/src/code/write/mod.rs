//! Requests written as text, a file for each form.

pub(super) mod cli;
pub(super) mod javascript;
pub(crate) mod json;
mod layout;
pub(super) mod partiql;
pub(super) mod python;
pub(super) mod rust;
