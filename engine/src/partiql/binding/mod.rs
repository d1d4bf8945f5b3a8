//! Binding: from the tree of a statement to what can be run, with its parameters put in.
//!
//! First the functions, literals and types of the statement are checked as they are written; then operands are checked.

mod binder;
mod condition;
mod literal;
mod set_value;
mod statement;
mod terms;
