//! PartiQL for DynamoDB: the text of a statement in, a plan of what it does out.
//!
//! The stages are text, tokens, syntax tree, bound statement, plan. A bound statement has its parameters put in and its
//! operands checked, without any table. A [`plan::Plan`] is made for one table, and is plain data: which items are read
//! and how, or the write of one item. `api` runs plans with the code of the other operations.

mod ast;
mod binding;
pub mod error;
mod key_predicate;
mod keyword;
mod limit;
mod ordering;
mod parser;
pub mod piece;
pub mod plan;
mod position;
mod reads;
pub mod statement;
#[cfg(test)]
mod tests;
mod token;
