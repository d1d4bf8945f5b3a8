//! SQL statements over the SQL tables of a sandbox: what they give, and which rows they read. Pure.
//!
//! `GlueSQL` reads and evaluates a statement. How rows are found is ours: see `access.rs`.

mod access;
mod answer;
mod fault;
mod number;
mod read;
mod sketch;
mod store;
mod text;
mod value;

pub use crate::answer::{Answer, answer};
pub use crate::fault::Fault;
pub use crate::read::{Read, Way};
pub use crate::sketch::{Sketch, example, sketches};

/// Bytes of a statement. Model: longer than what people type.
pub const STATEMENT_BYTES: usize = 4_000;

/// Operators and parentheses of one expression. Model: each can be a level, and a browser has a stack of 1 MB.
pub const LEVEL_COUNT_MAX: usize = 20;

/// Tables that are joined. Model: more than people join.
pub const JOIN_COUNT_MAX: usize = 10;

/// Rows that a statement looks at, and combinations of rows that it can make. Model: a moment on a slow machine.
pub const ROW_COUNT_MAX: u64 = 20_000;

/// Rows of a result that are shown.
pub const SHOWN_COUNT_MAX: usize = 100;

/// Functions. Model: those of every SQL database whose results are no longer than what they are given.
const FUNCTIONS: [&str; 20] = [
    "ABS", "AVG", "CAST", "CEIL", "COALESCE", "CONCAT", "COUNT", "FLOOR", "IFNULL", "LEFT",
    "LENGTH", "LOWER", "MAX", "MIN", "RIGHT", "ROUND", "SUBSTR", "SUM", "TRIM", "UPPER",
];
