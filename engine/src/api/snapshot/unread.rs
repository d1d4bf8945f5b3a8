//! The records that programs have not read, as a document has them: without moments and without names of streams, which a
//! database that is made of a document has anew.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::api::operation::stream::get_records::event_id;
use crate::api::snapshot::error::SnapshotError;
use crate::api::snapshot::part::Part;
use crate::api::snapshot::program::{read_program, write_program};
use crate::api::snapshot::stream::{read_stream, write_stream};
use crate::clock::{Timestamp, UnixTime};
use crate::database::Database;
use crate::database::program::Attached;
use crate::json::text::JsonText;
use crate::table::stream::{Stream, StreamId, StreamRecord, StreamStatus};

/// Records that a program waits for.
struct Unread<'d> {
    stream: &'d Stream,
    /// Their numbers, in ascending order. In the document, a record has its place among them.
    numbers: Vec<u64>,
}

/// The records that programs have not read, and how far these programs are, as JSON; none if all have read everything.
pub fn unread_records(database: &Database) -> Option<Value> {
    let is_behind = |it: &&Attached| it.waiting_count() > 0 || it.is_stopped;
    let behind: Vec<&Attached> = database.programs().filter(is_behind).collect();
    if behind.is_empty() {
        return None;
    }
    let waiting = behind.iter().filter(|it| it.waiting_count() > 0);
    let ids: BTreeSet<&StreamId> = waiting.filter_map(|it| it.stream.as_ref()).collect();
    let streams = database.streams().filter(|stream| ids.contains(&stream.id));
    let unread: Vec<Unread<'_>> = streams.map(|stream| Unread::of(stream, &behind)).collect();
    let programs = behind.iter().map(|attached| write_behind(attached, &unread));
    Some(json!({
        "programs": programs.collect::<Value>(),
        "streams": unread.iter().map(Unread::to_json).collect::<Value>(),
    }))
}

impl<'d> Unread<'d> {
    fn of(stream: &'d Stream, behind: &[&Attached]) -> Self {
        let readers = behind.iter().filter(|it| it.stream.as_ref() == Some(&stream.id));
        let numbers: BTreeSet<u64> = readers.flat_map(|it| it.waiting.iter().copied()).collect();
        let can_be_read = |number: &u64| stream.record_at(*number).is_some();
        Self { stream, numbers: numbers.into_iter().filter(can_be_read).collect() }
    }

    /// The place of the first record from a number on.
    fn place(&self, number: u64) -> u64 {
        self.numbers.partition_point(|known| *known < number) as u64
    }

    fn to_json(&self) -> Value {
        let records = self.numbers.iter().filter_map(|number| self.stream.record_at(*number));
        let records = (0..).zip(records).map(|(number, record)| StreamRecord {
            number,
            at: Timestamp::default(),
            id: Some(event_id(record, &self.stream.id)),
            ..record.clone()
        });
        let Stream { id, key, view_type, .. } = self.stream;
        let id = StreamId { label: UnixTime(0), ..id.clone() };
        let status = match self.stream.status {
            StreamStatus::Disabled { .. } => StreamStatus::Disabled { since: Timestamp::default() },
            status => status,
        };
        let (records, count) = (records.collect(), self.numbers.len() as u64);
        let stream = Stream::new(id, key.clone(), *view_type);
        write_stream(&stream.with_records(status, records, count))
    }
}

/// A program that has not read everything, and the place of its stream among those of which there are records.
fn write_behind(attached: &Attached, unread: &[Unread<'_>]) -> Value {
    let of = unread.iter().position(|it| Some(&it.stream.id) == attached.stream.as_ref());
    let stream = of.map(|of| &unread[of]);
    let is_there = |number: &u64| stream.is_some_and(|it| it.numbers.contains(number));
    let place = |number: u64| stream.map_or(0, |it| it.place(number));
    let waiting = attached.waiting.iter().copied().filter(is_there).map(place).collect();
    let ends = attached.ends.iter().copied().map(place).collect();
    let mut json =
        write_program(&Attached { stream: None, waiting, ends, ..Attached::clone(attached) });
    if let Some(of) = of {
        json["of"] = of.into();
    }
    json
}

/// Puts what [`unread_records`] wrote into a database with the same tables, whose streams are empty. Fails if it is not whole.
pub fn put_unread_records(database: &mut Database, json: &Value) -> Result<(), SnapshotError> {
    let text = json.to_string();
    let json = JsonText::parse(&text).map_err(|_| SnapshotError::damaged("unread"))?;
    let part = Part::new(json.root()).ok_or(SnapshotError::damaged("unread"))?;
    let mut streams = Vec::new();
    for part in part.list("streams")? {
        let stream = read_stream(part)?;
        let is_closed = matches!(stream.status, StreamStatus::Disabled { .. });
        let open = database.table(stream.id.table.as_str()).and_then(|it| it.open_stream());
        if !is_closed && open.is_none() {
            return Err(SnapshotError::damaged("table"));
        }
        streams.push(stream);
    }
    let mut programs = Vec::new();
    for part in part.list("programs")? {
        let attached = read_program(part)?;
        let of = part.optional("of", Part::number)?;
        let of = of.map(|of| usize::try_from(of).unwrap_or(usize::MAX));
        let count = of.and_then(|of| streams.get(of)).map_or(0, Stream::next_number);
        if attached.waiting.back().is_some_and(|last| *last >= count) {
            return Err(SnapshotError::damaged("waiting"));
        }
        programs.push((attached, of));
    }
    database.put_unread(streams, programs);
    Ok(())
}
