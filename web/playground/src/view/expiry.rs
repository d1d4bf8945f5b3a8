//! When items expire, by the attribute for Time to live.

/// When an item expires. Times are in milliseconds since 1970-01-01, UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ItemExpiry {
    /// When it expires.
    pub at_ms: u64,
    /// When it is deleted; `None` if its time is so old that DynamoDB never deletes it.
    pub deleted_at_ms: Option<u64>,
}

/// What is typed into the attribute by which items expire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypedExpiry {
    /// A time.
    At(ItemExpiry),
    /// A number so large that it is more likely in milliseconds than in seconds.
    Milliseconds,
    /// Not a whole number: the item does not expire.
    NotTime,
}
