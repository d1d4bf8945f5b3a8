//! What led to a sandbox: a design, and the inputs since.

use crate::sandbox::document::Document;

/// Inputs of a log that a link or file replays. Model: more than a user makes in an hour.
pub(crate) const LOG_LENGTH_MAX: usize = 10_000;

/// A design and the inputs that lead from it to another.
#[derive(Debug, Clone, PartialEq)]
pub struct Story {
    /// Where it begins.
    pub base: Document,
    /// The inputs, as lines.
    pub log: Vec<String>,
}
