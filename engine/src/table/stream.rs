//! The stream of a table: what was done to its items in the last twenty-four hours, in order.
//!
//! Model: a stream has one shard from its first record to its last. Records are numbered from zero.

use std::collections::VecDeque;

use crate::clock::{Timestamp, UnixTime};
use crate::model::bytes::Bytes;
use crate::model::item::{Image, Item};
use crate::model::key::KeySchema;
use crate::model::name::TableName;
use crate::table::storage::ROW_MEMORY;

/// How long a record can be read, in milliseconds. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html>
pub const RETENTION_MS: u64 = 24 * 60 * 60 * 1_000;

/// Bytes of records in one page. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_GetRecords.html>
const PAGE_SIZE_MAX: Bytes = Bytes(1_024 * 1_024);

/// A stream among all streams, in the order in which they are listed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct StreamId {
    /// The table, which may be gone.
    pub table: TableName,
    /// When the stream was made, unique among the streams of tables of this name. Its text is the label.
    pub label: UnixTime,
}

/// What a table knows of its latest stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableStream {
    /// The stream.
    pub id: StreamId,
    /// What its records hold, while it is enabled.
    pub view_type: Option<ViewType>,
}

/// What the records of a stream hold of an item, beside its key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ViewType {
    /// Nothing.
    KeysOnly,
    /// The item as it is after the write.
    NewImage,
    /// The item as it was before the write.
    OldImage,
    /// Both.
    NewAndOldImages,
}

/// The state of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StreamStatus {
    /// It is being made.
    Enabling,
    /// It grows with each write.
    Enabled,
    /// It is being closed.
    Disabling,
    /// It was closed, and can still be read for a day.
    Disabled {
        /// When it was closed.
        since: Timestamp,
    },
}

/// A stream and the records that can be read.
#[derive(Debug, Clone)]
pub struct Stream {
    /// Table and label.
    pub id: StreamId,
    /// Key of the table.
    pub key: KeySchema,
    /// What its records hold.
    pub view_type: ViewType,
    /// Its state.
    pub status: StreamStatus,
    pub(crate) records: VecDeque<StreamRecord>,
    /// The number that the next record gets.
    pub(crate) next_number: u64,
    memory: Bytes,
}

/// One write of one item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreamRecord {
    /// Its place in the stream, from zero.
    pub number: u64,
    /// When the item was written.
    pub at: Timestamp,
    /// What was done.
    pub kind: RecordKind,
    /// By whom.
    pub author: Author,
    /// Its identifier, if it got one before the database was opened again.
    pub(crate) id: Option<u128>,
    /// Key of the item.
    pub key: Item,
    /// The item before, if there was one and the stream shows it.
    pub old: Option<Image>,
    /// The item after, if there is one and the stream shows it.
    pub new: Option<Image>,
}

/// What was done to an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordKind {
    /// It was created.
    Insert,
    /// It changed.
    Modify,
    /// It was removed.
    Remove,
}

/// Who wrote an item.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Author {
    /// A request.
    #[default]
    Client,
    /// A request of a program that reads a stream.
    Program {
        /// How many programs have followed from each other, with this one.
        round: u8,
    },
    /// The database itself, because the item had expired.
    TimeToLive,
    /// A write in another Region.
    Replica {
        /// How many programs had followed from each other there.
        round: u8,
    },
}

impl Author {
    /// How many programs have followed from each other.
    pub(crate) fn round(self) -> u8 {
        match self {
            Self::Program { round } | Self::Replica { round } => round,
            Self::Client | Self::TimeToLive => 0,
        }
    }
}

/// A stretch of a stream.
#[derive(Debug)]
pub struct StreamPage<'s> {
    /// The records, in order.
    pub records: Vec<&'s StreamRecord>,
    /// The number with which the next page begins; none if the stream is closed and was read to its end.
    pub next_number: Option<u64>,
}

impl StreamRecord {
    /// Bytes of the key and of the images.
    pub fn size(&self) -> Bytes {
        let images = [&self.old, &self.new].into_iter().flatten();
        self.key.size() + images.map(|image| image.size()).sum()
    }

    fn memory(&self) -> Bytes {
        let images = [&self.old, &self.new].into_iter().flatten();
        ROW_MEMORY + self.key.memory() + images.map(|image| image.memory()).sum()
    }
}

impl Stream {
    /// A stream without records.
    pub(crate) fn new(id: StreamId, key: KeySchema, view_type: ViewType) -> Self {
        let status = StreamStatus::Enabling;
        let (records, memory) = (VecDeque::new(), Bytes::ZERO);
        Self { id, key, view_type, status, records, next_number: 0, memory }
    }

    /// A stream with the records that it had, numbered up to `next_number`.
    pub(crate) fn with_records(
        self,
        status: StreamStatus,
        records: VecDeque<StreamRecord>,
        next_number: u64,
    ) -> Self {
        let memory = records.iter().map(StreamRecord::memory).sum();
        Self { status, records, next_number, memory, ..self }
    }

    /// The records that can be read, oldest first.
    pub fn records(&self) -> impl Iterator<Item = &StreamRecord> {
        self.records.iter()
    }

    /// The record of a number, if it can be read.
    pub(crate) fn record_at(&self, number: u64) -> Option<&StreamRecord> {
        let skipped = number.checked_sub(self.first_number())?;
        self.records.get(usize::try_from(skipped).ok()?)
    }

    /// Adds a record.
    pub(crate) fn push(&mut self, record: StreamRecord) {
        self.next_number = record.number + 1;
        self.memory += record.memory();
        self.records.push_back(record);
    }

    /// Bytes of memory that the records take, or a few more.
    pub fn memory(&self) -> Bytes {
        self.memory
    }

    /// The number of the oldest record that can be read, or of the next if there is none.
    pub fn first_number(&self) -> u64 {
        self.records.front().map_or(self.next_number, |record| record.number)
    }

    /// The number that the next record gets.
    pub fn next_number(&self) -> u64 {
        self.next_number
    }

    /// When the oldest record was made.
    pub(crate) fn oldest(&self) -> Option<Timestamp> {
        self.records.front().map(|record| record.at)
    }

    /// Whether there are records that can be read.
    pub(crate) fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Drops what is older than a day.
    pub(crate) fn trim(&mut self, now: Timestamp) {
        let is_old = |record: &StreamRecord| record.at.after(RETENTION_MS) <= now;
        while let Some(old) = self.records.pop_front_if(|record| is_old(record)) {
            self.memory = self.memory - old.memory();
        }
    }

    /// Whether nothing is left to be read, and nothing will come.
    pub(crate) fn is_over(&self, now: Timestamp) -> bool {
        match self.status {
            StreamStatus::Disabled { since } => since.after(RETENTION_MS) <= now,
            StreamStatus::Enabling | StreamStatus::Enabled | StreamStatus::Disabling => false,
        }
    }

    /// Up to a number of records from a sequence number on, within a megabyte; none if that number has been trimmed.
    pub fn page(&self, from: u64, count_max: usize) -> Option<StreamPage<'_>> {
        let skipped = from.checked_sub(self.first_number())?;
        let skipped = usize::try_from(skipped).unwrap_or(usize::MAX);
        let mut size = Bytes::ZERO;
        let fits = |record: &&StreamRecord| {
            let first = size == Bytes::ZERO;
            size += record.size();
            first || size <= PAGE_SIZE_MAX
        };
        let rest = self.records.iter().skip(skipped).take(count_max);
        let records: Vec<_> = rest.take_while(fits).collect();
        let next = records.last().map_or(from, |last| last.number + 1);
        let closed = matches!(self.status, StreamStatus::Disabled { .. });
        let ended = closed && next >= self.next_number;
        Some(StreamPage { records, next_number: (!ended).then_some(next) })
    }
}
