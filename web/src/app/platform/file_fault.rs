//! Why a file of the user is not opened.

use playground::sandbox::limit::FILE_SIZE_MAX;
use playground::view::message::{Argument, Message};

/// Why a file is not opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileFault {
    /// There are several, of which none is opened.
    Several {
        /// How many.
        count: u64,
    },
    /// The browser could not read it.
    Unreadable,
    /// It has more bytes than a file may have.
    TooLarge {
        /// Its bytes.
        size: u64,
    },
}

impl FileFault {
    /// The message for the user who chose the file.
    pub(crate) fn message(self) -> Message {
        match self {
            Self::Several { count } => {
                Message::plain("work.several_files").with("count", Argument::Count(count))
            }
            Self::Unreadable => Message::plain("work.no_file"),
            Self::TooLarge { size } => Message::plain("work.file_too_large")
                .with("size", Argument::Size(size))
                .with("limit", Argument::Size(FILE_SIZE_MAX as u64)),
        }
    }
}
