//! Runs spec files and reports where they differ.
//!
//! A spec is a Markdown file below `tests/spec` that a user of `DynamoDB` can read: a paragraph, a small table,
//! requests, and their complete results. `tests/spec/README.md` describes the blocks.

pub mod difference;
pub mod item;
pub mod layout;
pub mod load;
pub mod random;
pub mod read;
pub mod rows;
pub mod run;
pub mod sandbox;
#[path = "../simulation/mod.rs"]
pub mod simulation;
pub mod size;
pub mod spec;
pub mod table;
pub mod transcript;
pub mod vocabulary;
