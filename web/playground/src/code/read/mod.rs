//! Code that a user pastes, read as requests: commands of the AWS CLI, and calls in JavaScript and Python.

mod boto3;
mod call;
mod command;
mod condition;
mod conversion;
mod javascript;
pub mod pasted;
mod reader;
mod shell;
mod shorthand;
mod skip;
mod token;
