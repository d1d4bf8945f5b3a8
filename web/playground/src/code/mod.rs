//! Requests as code: written as text for the tools of DynamoDB, and read from code that a user pastes.

pub mod fault;
pub mod form;
mod literal;
mod name;
pub mod read;
mod structure;
mod value;
mod write;
