//! Code that a user pastes, read as requests: commands of the AWS CLI, and calls in JavaScript and Python.

mod block;
mod call;
mod command;
mod condition;
mod content;
mod conversion;
mod execute;
mod javascript;
mod language;
mod parser;
pub mod pasted;
mod program;
mod python;
mod scanner;
mod shell;
mod shorthand;
mod token;
