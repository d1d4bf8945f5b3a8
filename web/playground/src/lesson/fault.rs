//! What is wrong with a line of a lesson.

use std::fmt;

/// The file in which a fault is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// The `.lesson` file.
    #[default]
    Lesson,
    /// The file with the words.
    Words,
}

/// What is wrong with a line of a lesson, and what was expected there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// In which of the two files.
    pub place: Place,
    /// The line, counted from 1.
    pub line: usize,
    /// What the line should say, or what the lesson claims.
    pub expected: String,
    /// What it says, or what the engine does.
    pub found: String,
}

impl Fault {
    /// A fault in the `.lesson` file.
    pub fn lesson(line: usize, expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self { place: Place::Lesson, line, expected: expected.into(), found: found.into() }
    }

    /// A fault in the file with the words.
    pub fn words(line: usize, expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self { place: Place::Words, line, expected: expected.into(), found: found.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place: _, line, expected, found } = self;
        write!(formatter, "{line}: expected {expected}; found {found}")
    }
}
