//! The stream of a table: its records, and what a reader of it gets.

use crate::view::value::Text;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreamShown {
    /// Records, newest first.
    pub count: usize,
    /// Where the reader begins.
    pub iterator: IteratorType,
    /// The record that the iterator names, by its sequence number; the newest one if `None`.
    pub at: Option<Text>,
}

/// The types of shard iterators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IteratorType {
    /// The oldest record that can be read.
    TrimHorizon,
    /// Behind the newest record.
    Latest,
    /// A record.
    AtSequenceNumber,
    /// Behind a record.
    AfterSequenceNumber,
}

#[derive(Debug, Clone, PartialEq)]
pub struct StreamView {
    /// Its state, in DynamoDB's word.
    pub status: Text,
    /// What its records hold, in DynamoDB's word.
    pub view_type: Text,
    /// The identifier of its shard.
    pub shard: Text,
    /// The number of records that can be read.
    pub readable: u64,
    /// The number of records that were made.
    pub made: u64,
    /// The records that are shown, newest first.
    pub records: Vec<RecordView>,
    /// What a reader gets.
    pub reader: ReaderView,
}

/// What a reader gets with an iterator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReaderView {
    pub iterator: IteratorType,
    /// The record that it names; `None` for types that name none, and without records.
    pub at: Option<Text>,
    /// The number of records.
    pub count: u64,
    /// The sequence numbers of the first and of the last record.
    pub range: Option<(Text, Text)>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct RecordView {
    /// What was done to the item.
    pub event: RecordEvent,
    /// Whether the service did it, because the item had expired.
    pub is_expiry: bool,
    /// The values of the item's key.
    pub key: Vec<Text>,
    /// Its place in the stream.
    pub sequence_number: Text,
    /// When it was made, in milliseconds of virtual time.
    pub at_ms: u64,
    /// Bytes of its key and of its images.
    pub size: u64,
    /// The item before, as DynamoDB JSON; `None` if there was none or the stream does not show it.
    pub old: Option<Text>,
    /// The item after, in the same way.
    pub new: Option<Text>,
    /// Whether the reader gets it.
    pub is_read: bool,
}

/// What a record says of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordEvent {
    /// It was created.
    Insert,
    /// It changed.
    Modify,
    Remove,
}

impl IteratorType {
    /// All, in the order of the selection.
    pub const ALL: [Self; 4] =
        [Self::TrimHorizon, Self::Latest, Self::AtSequenceNumber, Self::AfterSequenceNumber];

    /// DynamoDB's word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::TrimHorizon => "TRIM_HORIZON",
            Self::Latest => "LATEST",
            Self::AtSequenceNumber => "AT_SEQUENCE_NUMBER",
            Self::AfterSequenceNumber => "AFTER_SEQUENCE_NUMBER",
        }
    }

    /// What it means: a key of the catalogue.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::TrimHorizon => "stream.trim_horizon",
            Self::Latest => "stream.latest",
            Self::AtSequenceNumber => "stream.at",
            Self::AfterSequenceNumber => "stream.after",
        }
    }

    pub const fn names_record(self) -> bool {
        match self {
            Self::TrimHorizon | Self::Latest => false,
            Self::AtSequenceNumber | Self::AfterSequenceNumber => true,
        }
    }
}

impl RecordEvent {
    /// DynamoDB's word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Insert => "INSERT",
            Self::Modify => "MODIFY",
            Self::Remove => "REMOVE",
        }
    }
}
