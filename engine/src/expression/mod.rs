//! DynamoDB's expressions: text in, something that can be evaluated out.
//!
//! The stages are text, tokens, syntax tree, bound expression. A bound expression has its names and values put in
//! and its operands checked: evaluating it needs nothing but an item, and allocates nothing but its result.

pub(crate) mod ast;
pub mod binding;
pub mod clause;
pub mod condition;
pub mod error;
pub(crate) mod function;
pub mod key_condition;
pub mod legacy;
mod limit;
mod parser;
pub(crate) mod predicate;
pub mod projection;
pub mod reserved;
pub(crate) mod set_value;
pub mod sort_condition;
#[cfg(test)]
mod tests;
pub(crate) mod token;
pub mod update;
