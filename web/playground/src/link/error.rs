//! Why a link could not be made or read.

use crate::view::message::{Argument, Message};

/// The format that is written.
pub const FORMAT: u64 = 2;

/// Bytes that a document may have, so that a short link cannot fill the memory.
pub const DOCUMENT_SIZE_MAX: usize = 4 * 1024 * 1024;

/// Why a link could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkError {
    /// It is not a Sparsebox link.
    Unknown,
    /// It was made by a later version of this page.
    Newer { format: u64 },
    /// Its end is missing.
    CutShort {
        /// Characters that arrived.
        arrived: usize,
        /// The original number of characters, if the link still states it.
        expected: Option<usize>,
    },
    /// All of it is there, but some of it has changed.
    Damaged,
    /// The document is larger than a link can hold.
    TooLarge,
    /// The document is larger than a link of this length may contain.
    TooLargeForItsLink {
        /// Its bytes.
        size: usize,
        limit: usize,
    },
    /// Opening it would take more work than a link of its length may cause.
    TooMuchWork {
        /// The work: see `limit.rs`.
        work: u64,
        limit: u64,
    },
    /// The workload runs in it have more steps than a link may have.
    TooManyTurns {
        /// The turns of all runs.
        turns: u64,
        limit: u64,
    },
}

impl LinkError {
    /// The message for the user who opened the link.
    pub fn message(&self) -> Message {
        match self {
            Self::Unknown => Message::plain("share.link.unknown"),
            Self::Newer { format } => Message::plain("share.link.newer")
                .with("format", Argument::Count(*format))
                .with("known", Argument::Count(FORMAT)),
            Self::CutShort { arrived, expected: Some(expected) } => {
                Message::plain("share.link.cut")
                    .with("arrived", Argument::Count(*arrived as u64))
                    .with("expected", Argument::Count(*expected as u64))
            }
            Self::CutShort { arrived, expected: None } => Message::plain("share.link.cut_early")
                .with("arrived", Argument::Count(*arrived as u64)),
            Self::Damaged => Message::plain("share.link.damaged"),
            Self::TooLarge => Message::plain("share.link.too_large")
                .with("limit", Argument::Bytes(DOCUMENT_SIZE_MAX as u64)),
            Self::TooLargeForItsLink { size, limit } => {
                Message::plain("share.link.too_large_for_its_link")
                    .with("size", Argument::Size(*size as u64))
                    .with("limit", Argument::Size(*limit as u64))
            }
            Self::TooMuchWork { work, limit } => Message::plain("share.link.too_much_work")
                .with("work", Argument::Count(*work))
                .with("limit", Argument::Count(*limit)),
            Self::TooManyTurns { turns, limit } => Message::plain("share.link.too_many_turns")
                .with("turns", Argument::Count(*turns))
                .with("limit", Argument::Count(*limit)),
        }
    }
}
