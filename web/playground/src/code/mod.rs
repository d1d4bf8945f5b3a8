//! Requests as code: written as text for the tools of DynamoDB, and read from code that a user pastes.

pub mod fault;
pub mod form;
pub(crate) mod literal;
mod name;
pub(crate) mod partiql_name;
pub mod read;
mod structure;
mod value;
pub(crate) mod write;
