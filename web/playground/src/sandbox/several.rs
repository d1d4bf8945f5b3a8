//! Several requests that are one operation: the items of an import, or an edit of several items.

use engine::api::error::ApiError;
use serde::{Deserialize, Serialize};

use crate::sandbox::request::Request;
use crate::view::message::{Argument, Message};

/// What became of the items of several requests.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Items that were not there before.
    pub new_count: u64,
    /// Items that were there before, and were replaced, changed or deleted.
    pub replaced_count: u64,
    /// Items that were not written.
    pub rejected_count: u64,
    /// Of those, items that were throttled.
    pub throttled_count: u64,
}

impl Tally {
    /// How many items were written.
    pub fn written_count(self) -> u64 {
        self.new_count + self.replaced_count
    }

    /// How many requests there were.
    pub fn request_count(self) -> u64 {
        self.written_count() + self.rejected_count
    }
}

/// What several requests were.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeveralKind {
    /// Items that were put into a table.
    Import,
    /// An edit of several items.
    Edit(EditKind),
}

/// What an edit of several items does to each of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EditKind {
    /// An attribute is set.
    Update,
    /// The item is deleted.
    Delete,
}

impl EditKind {
    /// The edit of a number of items in words: "Delete 3 items".
    pub(crate) fn action(self, count: u64) -> Message {
        let key = match self {
            Self::Update => "action.update_several",
            Self::Delete => "action.delete_several",
        };
        Message::plain(key).with("count", Argument::Count(count))
    }
}

/// What several requests were, and what became of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Several {
    /// What they were.
    pub kind: SeveralKind,
    /// What became of the items.
    pub tally: Tally,
    pub rejections: Vec<RejectedRequest>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RejectedRequest {
    /// Its position among the requests.
    pub position: usize,
    pub request: Request,
    /// Why it was rejected.
    pub error: ApiError,
}

/// Whether an item was not written only because of the throughput: at another moment it would be.
pub(crate) fn is_throttled(error: &ApiError) -> bool {
    matches!(error, ApiError::Throttled { .. })
}
