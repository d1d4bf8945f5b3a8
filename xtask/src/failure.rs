//! Why a command stopped: one sentence, written for the user who has to act on it.

use std::fmt;
use std::path::Path;

/// A sentence that says what failed and, where that is known, what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure(String);

impl Failure {
    pub(crate) fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }

    /// `verb` is the failed action on `path`: "read", "write", "copy".
    pub(crate) fn file(verb: &str, path: &Path, error: std::io::Error) -> Self {
        Self(format!("Could not {verb} {}: {error}.", path.display()))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}
