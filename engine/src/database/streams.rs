//! How streams begin, grow and end.

use crate::clock::Timestamp;
use crate::database::{Database, Task};
use crate::event::Made;
use crate::model::name::TableName;
use crate::table::Table;
use crate::table::stream::{
    Author, RETENTION_MS, Stream, StreamId, StreamStatus, TableStream, ViewType,
};
use crate::table::write::plan::WritePlan;

impl Database {
    /// All streams that can be read, in the order of table and label.
    pub fn streams(&self) -> impl Iterator<Item = &Stream> {
        self.streams.values()
    }

    /// The stream of a table by its label.
    pub fn stream(&self, table: &str, label: &str) -> Option<&Stream> {
        self.streams().find(|stream| {
            stream.id.table.as_str() == table && stream.id.label.to_string() == label
        })
    }

    /// The number of the next record of each stream.
    pub fn stream_ends(&self) -> Vec<(StreamId, u64)> {
        self.streams().map(|it| (it.id.clone(), it.next_number())).collect()
    }

    /// The records that were made in streams since they ended there.
    pub fn made_since(&self, ends: Vec<(StreamId, u64)>) -> Vec<Made> {
        let made = ends.into_iter().filter_map(|(id, from)| {
            let numbers = from..self.streams.get(&id)?.next_number();
            (!numbers.is_empty()).then_some(Made { table: id.table, stream: id.label, numbers })
        });
        made.collect()
    }

    /// A stream that a table could begin with at this moment.
    pub(crate) fn new_stream(&self, table: &TableName, view_type: ViewType) -> TableStream {
        let mut id = StreamId { table: table.clone(), label: self.unix_time(self.now) };
        while self.streams.contains_key(&id) {
            id.label.0 += 1;
        }
        TableStream { id, view_type: Some(view_type) }
    }

    /// Makes the stream that a table begins with.
    pub(super) fn begin_stream(&mut self, table: &TableName) {
        let Some(table) = self.tables.get(table) else { return };
        let Some(TableStream { id, view_type: Some(view_type) }) = table.stream.clone() else {
            return;
        };
        let stream = Stream::new(id.clone(), table.schema.key.clone(), view_type);
        self.streams.entry(id).or_insert(stream);
    }

    /// Brings the streams of a table to the states that the table is in: one grows at most.
    pub(super) fn settle_streams(&mut self, name: &TableName) {
        let growing = self.tables.get(name).and_then(Table::open_stream).cloned();
        let now = self.now;
        let mut closed = Vec::new();
        for stream in self.streams.values_mut().filter(|stream| stream.id.table == *name) {
            match (growing.as_ref() == Some(&stream.id), stream.status) {
                (_, StreamStatus::Disabled { .. }) => {}
                (true, _) => stream.status = StreamStatus::Enabled,
                (false, _) => {
                    stream.status = StreamStatus::Disabled { since: now };
                    closed.push(stream.id.clone());
                }
            }
        }
        for stream in closed {
            self.schedule.add(now.after(RETENTION_MS), Task::TrimStream { stream });
        }
    }

    /// Notes that the stream of a table is about to be closed.
    pub(super) fn close_stream(&mut self, id: &StreamId) {
        if let Some(stream) = self.streams.get_mut(id) {
            stream.status = StreamStatus::Disabling;
        }
    }

    /// Adds a write to the stream of its table, if it has one.
    pub(super) fn stream_write(&mut self, name: &TableName, plan: &WritePlan, author: Author) {
        let Some(id) = self.tables.get(name).and_then(Table::open_stream) else { return };
        let Some(stream) = self.streams.get_mut(id) else { return };
        if stream.status != StreamStatus::Enabled {
            return;
        }
        let (was_empty, count, id) = (stream.is_empty(), stream.next_number(), stream.id.clone());
        stream.record(plan, author, self.now);
        let is_recorded = stream.next_number() > count;
        if was_empty && is_recorded {
            let (due, stream) = (self.now.after(RETENTION_MS), id.clone());
            self.schedule.add(due, Task::TrimStream { stream });
        }
        if is_recorded && !self.programs.is_empty() {
            self.announce_record(&id);
        }
    }

    /// Drops records that are older than a day, and the stream itself when nothing will come.
    pub(super) fn trim_stream(&mut self, id: StreamId) {
        let now = self.now;
        let Some(stream) = self.streams.get_mut(&id) else { return };
        stream.trim(now);
        if stream.is_over(now) {
            self.streams.remove(&id);
        } else if let Some(oldest) = stream.oldest().map(due) {
            self.schedule.add(oldest, Task::TrimStream { stream: id });
        }
    }
}

fn due(made_at: Timestamp) -> Timestamp {
    made_at.after(RETENTION_MS)
}

impl Table {
    /// The stream that grows with the writes of this table.
    pub fn open_stream(&self) -> Option<&StreamId> {
        self.stream.as_ref().filter(|stream| stream.view_type.is_some()).map(|stream| &stream.id)
    }
}
