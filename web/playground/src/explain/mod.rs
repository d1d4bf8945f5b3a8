//! Receipts, rejections and events in words: keys of the catalogue, and the numbers that go into their sentences.

pub mod access;
pub mod action;
pub mod announcement;
pub(crate) mod asked;
pub(crate) mod behind;
pub mod fault;
pub mod hue;
pub mod not_indexed;
pub mod operation;
pub(crate) mod program;
pub mod receipt;
pub(crate) mod region;
pub mod sentence;
pub(crate) mod sql;
mod statement_fault;
pub mod subject;
