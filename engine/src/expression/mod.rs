//! DynamoDB's expressions: text in, something that can be evaluated out.
//!
//! The stages are text, tokens, syntax tree, bound expression. A bound expression has its names and values put in
//! and its operands checked: evaluating it needs nothing but an item.

pub mod binding;
pub mod condition;
pub mod error;
pub mod key_condition;
pub mod projection;
pub mod update;
