//! Stored work: what its list shows, and which parts could not be read.

use serde::{Deserialize, Serialize};

use crate::view::message::Message;
use crate::view::share::Problem;
use crate::view::value::Text;

/// What is known of a stored sandbox without opening it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkInfo {
    /// Under which name it is stored.
    pub slot: String,
    pub title: String,
    /// When it was changed last: milliseconds since 1970.
    pub at_ms: u64,
    /// How many tables it has.
    #[serde(default)]
    pub table_count: u64,
    /// How many items they have.
    #[serde(default)]
    pub item_count: u64,
    /// How much is stored of it, in bytes.
    #[serde(default)]
    pub size_bytes: u64,
    /// The names of its tables, then the first items.
    #[serde(default)]
    pub first_lines: Vec<String>,
    /// Whether a part of it could not be read when it was opened. Then it is never written again.
    #[serde(default)]
    pub is_damaged: bool,
}

/// A sandbox as it is stored: a document, and a journal of what was done since.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredWork {
    /// What is known of it.
    pub info: WorkInfo,
    /// The document.
    pub checkpoint: String,
    /// The journal, a JSON text each.
    pub lines: Vec<String>,
}

/// Stored work that could not be read, or not completely.
#[derive(Debug, Clone, PartialEq)]
pub struct DamagedWork {
    /// Under which name it is stored.
    pub slot: Text,
    /// The message for the user.
    pub words: Message,
    /// Which parts, and why.
    pub problems: Vec<Problem>,
}

/// Why something could not be done with stored work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StorageFailure {
    /// Another tab shows it, and writes it.
    OpenElsewhere,
    /// The title has more characters than can be stored.
    TitleTooLong,
    /// The browser's storage failed.
    Browser,
    /// There is no room for it.
    Full {
        /// How many bytes are missing.
        missing_bytes: u64,
    },
}
