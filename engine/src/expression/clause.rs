//! The clauses of an update.

use std::fmt;

/// The clause of an update that has a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants are the clauses' keywords")]
pub enum Clause {
    Set,
    Remove,
    Add,
    Delete,
}

impl fmt::Display for Clause {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.keyword())
    }
}

impl Clause {
    /// The clause that begins with a keyword, in capital or small letters.
    pub fn of_keyword(word: &str) -> Option<Self> {
        let clauses = [Self::Set, Self::Remove, Self::Add, Self::Delete];
        clauses.into_iter().find(|clause| word.eq_ignore_ascii_case(clause.keyword()))
    }

    /// The keyword with which the clause begins.
    pub const fn keyword(self) -> &'static str {
        match self {
            Self::Set => "SET",
            Self::Remove => "REMOVE",
            Self::Add => "ADD",
            Self::Delete => "DELETE",
        }
    }
}
