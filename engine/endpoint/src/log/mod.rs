//! The log of requests, between two snapshots.
//!
//! Every request that changes something is an entry, with its time and with what was decided: a repetition decides nothing
//! again. While throughput is limited, requests that read or are throttled change it, so they are entries too. The engine is
//! deterministic, so a snapshot and the entries behind it give the database again. redb stores the entries. Each has a head
//! and a checksum of its own, so that intact ones are found in a file that redb rejects because a page is damaged.

#[cfg(test)]
mod kill_tests;
pub(crate) mod mark;
pub(crate) mod recorder;
pub(crate) mod replay;
pub(crate) mod reserve;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use engine::clock::Timestamp;
use engine::throughput::decision::Decision;
use redb::{Database, Durability, ReadableDatabase, ReadableTable, TableDefinition};

use crate::log::mark::Mark;

/// Entries by their sequence number.
const ENTRIES: TableDefinition<u64, &[u8]> = TableDefinition::new("entries");

/// The identifier of the log, under [`ID`].
const IDENTITY: TableDefinition<&str, u64> = TableDefinition::new("identity");

const ID: &str = "id";

/// What every entry begins with.
const BEGINNING: &[u8] = b"\0entry:\0";

/// What an entry has in place of an operation if only time has passed.
pub(crate) const TIME: &str = "Time";

/// What is written of the decision about a request that was rejected.
const REJECTED: &str = "rejected";

/// Bytes of the numbers behind the beginning: the log, the sequence number, the size of the text, and the checksum.
const HEAD_SIZE: usize = 8 + 8 + 4 + 4;

/// The log that belongs to a snapshot, and the last of its entries that is part of the snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LogPosition {
    pub(crate) id: u64,
    pub(crate) through: u64,
}

/// A request that changed something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Its place among the entries, without gaps.
    pub(crate) sequence: u64,
    /// Virtual time when it was decided.
    pub(crate) at: Timestamp,
    pub(crate) operation: String,
    pub(crate) decision: Decision,
    pub(crate) request: String,
}

/// The entries of a log, and what cannot be read of it.
#[derive(Debug, Default)]
pub(crate) struct Content {
    pub(crate) id: u64,
    pub(crate) entries: Vec<Entry>,
    /// The entries up to this one were stored once, as the mark says; zero if there is no mark.
    pub(crate) stored: u64,
    /// Sentences for the console.
    pub(crate) damages: Vec<String>,
}

/// A log in a file.
pub(crate) struct Log {
    path: PathBuf,
    id: u64,
    /// `None` until the first append, and after a failure: the next append opens the file.
    database: Option<Database>,
    /// Entries up to this one were forgotten.
    forgotten: u64,
    /// The last entry that was appended.
    last: u64,
    mark: Mark,
}

impl Log {
    /// Makes an empty log, in place of one that there is. Fails with a sentence.
    pub(crate) fn create(path: &Path, id: u64) -> Result<Self, String> {
        create_file(path, id).map_err(|error| failure(path, &error))?;
        let (path, mark) = (path.to_owned(), Mark::create(path, id));
        Ok(Self { path, id, database: None, forgotten: 0, last: 0, mark })
    }

    /// Continues a log that was read, and of which all is intact.
    pub(crate) fn resume(path: &Path, LogPosition { id, through }: LogPosition) -> Self {
        let mut mark = Mark::create(path, id);
        mark.set(through);
        Self { path: path.to_owned(), id, database: None, forgotten: 0, last: through, mark }
    }

    /// Stores entries, and forgets those that a snapshot has. When it returns, both is on the disk.
    ///
    /// Returns a sentence on failure. The entries may or may not be on the disk; the caller appends them again.
    pub(crate) fn append(&mut self, entries: &[Entry], forget_through: u64) -> Result<(), String> {
        self.try_append(entries, forget_through).map_err(|error| failure(&self.path, &error))
    }

    fn try_append(&mut self, entries: &[Entry], forget_through: u64) -> Result<(), redb::Error> {
        if forget_through > self.forgotten && forget_through >= self.last {
            // A file without entries is small; one whose entries were removed is not.
            self.database = None;
            match create_file(&self.path, self.id) {
                Ok(()) => self.forgotten = forget_through,
                Err(error) if entries.is_empty() => return Err(error),
                Err(_) => {}
            }
        }
        let Some(last) = entries.last() else { return Ok(()) };
        let database = match self.database.take() {
            Some(database) => database,
            None => Database::open(&self.path)?,
        };
        let mut transaction = database.begin_write()?;
        transaction.set_durability(Durability::Immediate)?;
        {
            let mut table = transaction.open_table(ENTRIES)?;
            if forget_through > self.forgotten {
                table.retain_in(..=forget_through, |_, _| false)?;
            }
            for entry in entries {
                table.insert(entry.sequence, encode(self.id, entry).as_slice())?;
            }
        }
        transaction.commit()?;
        self.database = Some(database);
        self.forgotten = forget_through;
        self.last = last.sequence;
        self.mark.set(self.last);
        Ok(())
    }
}

/// Makes the file of an empty log, in place of one that there is.
fn create_file(path: &Path, id: u64) -> Result<(), redb::Error> {
    // A process that is killed here leaves the log that there was.
    let new = temporary(path);
    let create = || -> Result<(), redb::Error> {
        drop(fs::remove_file(&new));
        let database = Database::create(&new)?;
        let transaction = database.begin_write()?;
        transaction.open_table(IDENTITY)?.insert(ID, id)?;
        transaction.open_table(ENTRIES)?;
        transaction.commit()?;
        drop(database);
        Ok(fs::rename(&new, path)?)
    };
    let created = create();
    if created.is_err() {
        drop(fs::remove_file(&new));
    }
    created
}

/// The file in which a new log is made.
pub(crate) fn temporary(path: &Path) -> PathBuf {
    path.with_extension("new-log")
}

/// Reads the log in a file, as far as it is intact, of which a snapshot has the entries up to `through`. `None` if there is
/// no file.
pub(crate) fn read(path: &Path, through: u64) -> Option<Content> {
    if !path.exists() {
        return None;
    }
    let mut content = read_file(path);
    content.stored = mark::read(path, content.id).unwrap_or_default();
    let last = content.entries.last().map_or(0, |entry| entry.sequence).max(through);
    if content.stored <= last {
        return Some(content);
    }
    // redb goes back to its last but one commit if the last one is damaged. The pages of the last are still in the file.
    let outside = find_entries(&fs::read(path).unwrap_or_default());
    let behind = outside.entries.into_iter().filter(|entry| entry.sequence > last);
    let next = |(entry, expected): &(Entry, u64)| entry.sequence == *expected;
    let found: Vec<_> = behind.zip(last + 1..).take_while(next).map(|(entry, _)| entry).collect();
    content.damages.push(format!(
        "The end of {} is damaged. It had {} more entries, of which {} were found.",
        path.display(),
        content.stored - last,
        found.len()
    ));
    content.entries.extend(found);
    Some(content)
}

fn read_file(path: &Path) -> Content {
    // A damaged file may break an invariant of redb.
    let read = catch_unwind(AssertUnwindSafe(|| try_read(path).map_err(|error| error.to_string())));
    let fault = match read {
        Ok(Ok(content)) => return content,
        Ok(Err(fault)) => fault,
        Err(_) => "it is damaged".to_owned(),
    };
    let mut content = find_entries(&fs::read(path).unwrap_or_default());
    content.damages.insert(
        0,
        format!(
            "Cannot open {}: {fault}. {} entries are intact in it.",
            path.display(),
            content.entries.len()
        ),
    );
    content
}

fn try_read(path: &Path) -> Result<Content, redb::Error> {
    let database = Database::open(path)?;
    let transaction = database.begin_read()?;
    let id = transaction.open_table(IDENTITY)?.get(ID)?.map_or(0, |id| id.value());
    let mut content = Content { id, ..Content::default() };
    for row in transaction.open_table(ENTRIES)?.iter()? {
        let (sequence, bytes) = row?;
        match decode(bytes.value()) {
            Some((_, entry)) => content.entries.push(entry),
            None => content.damages.push(format!(
                "Entry {} of {} is damaged.",
                sequence.value(),
                path.display()
            )),
        }
    }
    Ok(content)
}

/// The intact entries in the bytes of a file, wherever they are. Pages that are no longer used may have some twice.
fn find_entries(bytes: &[u8]) -> Content {
    let mut content = Content::default();
    let mut found = BTreeMap::new();
    let windows = bytes.windows(BEGINNING.len()).enumerate();
    let places = windows.filter(|(_, window)| *window == BEGINNING);
    for (id, entry) in places.filter_map(|(place, _)| decode(&bytes[place..])) {
        content.id = id;
        found.insert(entry.sequence, entry);
    }
    content.entries = found.into_values().collect();
    content
}

/// An entry as bytes: the beginning, the numbers of the head, then a line with its time, operation and decision, then its
/// request. A request that was served as a whole has no decision there, as in the entries of earlier versions.
fn encode(id: u64, entry: &Entry) -> Vec<u8> {
    let Entry { at, operation, decision, request, .. } = entry;
    let text = format!("{} {operation}{}\n{request}", at.0, write_decision(decision));
    let size = u32::try_from(text.len()).expect("a request is smaller than 4 GB");
    let mut bytes = Vec::with_capacity(BEGINNING.len() + HEAD_SIZE + text.len());
    bytes.extend_from_slice(BEGINNING);
    bytes.extend_from_slice(&id.to_le_bytes());
    bytes.extend_from_slice(&entry.sequence.to_le_bytes());
    bytes.extend_from_slice(&size.to_le_bytes());
    bytes.extend_from_slice(&checksum(&bytes, text.as_bytes()));
    bytes.extend_from_slice(text.as_bytes());
    bytes
}

/// The entry with which bytes begin, and the identifier of its log. `None` if it is damaged.
fn decode(bytes: &[u8]) -> Option<(u64, Entry)> {
    let (head, rest) = bytes.split_at_checked(BEGINNING.len() + HEAD_SIZE - 4)?;
    let (sum, rest) = rest.split_first_chunk::<4>()?;
    let (id, numbers) = head.strip_prefix(BEGINNING)?.split_first_chunk::<8>()?;
    let (sequence, size) = numbers.split_first_chunk::<8>()?;
    let size = u32::from_le_bytes(size.try_into().ok()?);
    let text = rest.get(..usize::try_from(size).ok()?)?;
    if checksum(head, text) != *sum {
        return None;
    }
    let (line, request) = str::from_utf8(text).ok()?.split_once('\n')?;
    let mut words = line.split(' ');
    let (at, operation) = (words.next()?, words.next()?);
    let entry = Entry {
        sequence: u64::from_le_bytes(*sequence),
        at: Timestamp(at.parse().ok()?),
        operation: operation.to_owned(),
        decision: read_decision(words.next())?,
        request: request.to_owned(),
    };
    Some((u64::from_le_bytes(*id), entry))
}

fn write_decision(decision: &Decision) -> String {
    let parts: Vec<String> = decision.throttled_parts.iter().map(usize::to_string).collect();
    match (decision.is_rejected, parts.is_empty()) {
        (true, _) => format!(" {REJECTED}"),
        (false, false) => format!(" {}", parts.join(",")),
        (false, true) => String::new(),
    }
}

fn read_decision(word: Option<&str>) -> Option<Decision> {
    match word {
        None => Some(Decision::default()),
        Some(REJECTED) => Some(Decision { is_rejected: true, ..Decision::default() }),
        Some(parts) => {
            let parts: Result<_, _> = parts.split(',').map(str::parse).collect();
            Some(Decision { throttled_parts: parts.ok()?, ..Decision::default() })
        }
    }
}

/// A checksum of the head and the text of an entry.
fn checksum(head: &[u8], text: &[u8]) -> [u8; 4] {
    (crc32fast::hash(text) ^ crc32fast::hash(head)).to_le_bytes()
}

fn failure(path: &Path, error: &dyn std::fmt::Display) -> String {
    format!("Cannot write {}: {error}.", path.display())
}
