//! The log of accepted requests, between two snapshots.
//!
//! Every accepted request that changes something is an entry. The engine is deterministic, so a snapshot and the entries
//! behind it give the database again. redb stores the entries. Each has a head and a checksum of its own, so that intact
//! ones are found in a file that redb rejects because a page is damaged.

pub(crate) mod recorder;
pub(crate) mod replay;

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use engine::clock::Timestamp;
use redb::{Database, Durability, ReadableDatabase, ReadableTable, TableDefinition};

/// Entries by their sequence number.
const ENTRIES: TableDefinition<u64, &[u8]> = TableDefinition::new("entries");

/// The identifier of the log, under [`ID`].
const IDENTITY: TableDefinition<&str, u64> = TableDefinition::new("identity");

const ID: &str = "id";

/// What every entry begins with.
const MARK: &[u8] = b"\0entry:\0";

/// Bytes of the numbers behind the mark: the log, the sequence number, the size of the text, and the checksum.
const HEAD_SIZE: usize = 8 + 8 + 4 + 4;

/// The log that belongs to a snapshot, and the last of its entries that is part of the snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LogPosition {
    pub(crate) id: u64,
    pub(crate) through: u64,
}

/// An accepted request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Its place among the entries, without gaps.
    pub(crate) sequence: u64,
    /// Virtual time when it was accepted.
    pub(crate) at: Timestamp,
    pub(crate) operation: String,
    pub(crate) request: String,
}

/// The entries of a log, and what cannot be read of it.
#[derive(Debug, Default)]
pub(crate) struct Content {
    pub(crate) id: u64,
    pub(crate) entries: Vec<Entry>,
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
}

impl Log {
    /// Makes an empty log, in place of one that there is. Fails with a sentence.
    pub(crate) fn create(path: &Path, id: u64) -> Result<Self, String> {
        // A process that is killed here leaves the log that there was.
        let new = path.with_extension("new-log");
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
        create().map_err(|error| failure(path, &error))?;
        Ok(Self { path: path.to_owned(), id, database: None, forgotten: 0 })
    }

    /// Stores entries, and forgets those that a snapshot has. When it returns, both is on the disk.
    ///
    /// Returns a sentence on failure. The entries may or may not be on the disk; the caller appends them again.
    pub(crate) fn append(&mut self, entries: &[Entry], forget_through: u64) -> Result<(), String> {
        self.try_append(entries, forget_through).map_err(|error| failure(&self.path, &error))
    }

    fn try_append(&mut self, entries: &[Entry], forget_through: u64) -> Result<(), redb::Error> {
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
        Ok(())
    }
}

/// Reads the log in a file, as far as it is intact. `None` if there is no file.
pub(crate) fn read(path: &Path) -> Option<Content> {
    if !path.exists() {
        return None;
    }
    // A damaged file may break an invariant of redb.
    let read = catch_unwind(AssertUnwindSafe(|| try_read(path).map_err(|error| error.to_string())));
    let fault = match read {
        Ok(Ok(content)) => return Some(content),
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
    Some(content)
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
    let places = bytes.windows(MARK.len()).enumerate().filter(|(_, window)| *window == MARK);
    for (id, entry) in places.filter_map(|(place, _)| decode(&bytes[place..])) {
        content.id = id;
        found.insert(entry.sequence, entry);
    }
    content.entries = found.into_values().collect();
    content
}

/// An entry as bytes: the mark, the numbers of the head, then a line with its time and operation, then its request.
fn encode(id: u64, entry: &Entry) -> Vec<u8> {
    let text = format!("{} {}\n{}", entry.at.0, entry.operation, entry.request);
    let size = u32::try_from(text.len()).expect("a request is smaller than 4 GB");
    let mut bytes = Vec::with_capacity(MARK.len() + HEAD_SIZE + text.len());
    bytes.extend_from_slice(MARK);
    bytes.extend_from_slice(&id.to_le_bytes());
    bytes.extend_from_slice(&entry.sequence.to_le_bytes());
    bytes.extend_from_slice(&size.to_le_bytes());
    bytes.extend_from_slice(&checksum(&bytes, text.as_bytes()));
    bytes.extend_from_slice(text.as_bytes());
    bytes
}

/// The entry with which bytes begin, and the identifier of its log. `None` if it is damaged.
fn decode(bytes: &[u8]) -> Option<(u64, Entry)> {
    let (head, rest) = bytes.split_at_checked(MARK.len() + HEAD_SIZE - 4)?;
    let (sum, rest) = rest.split_first_chunk::<4>()?;
    let (id, numbers) = head.strip_prefix(MARK)?.split_first_chunk::<8>()?;
    let (sequence, size) = numbers.split_first_chunk::<8>()?;
    let size = u32::from_le_bytes(size.try_into().ok()?);
    let text = rest.get(..usize::try_from(size).ok()?)?;
    if checksum(head, text) != *sum {
        return None;
    }
    let (line, request) = str::from_utf8(text).ok()?.split_once('\n')?;
    let (at, operation) = line.split_once(' ')?;
    let entry = Entry {
        sequence: u64::from_le_bytes(*sequence),
        at: Timestamp(at.parse().ok()?),
        operation: operation.to_owned(),
        request: request.to_owned(),
    };
    Some((u64::from_le_bytes(*id), entry))
}

/// A checksum of the head and the text of an entry.
fn checksum(head: &[u8], text: &[u8]) -> [u8; 4] {
    (crc32fast::hash(text) ^ crc32fast::hash(head)).to_le_bytes()
}

fn failure(path: &Path, error: &dyn std::fmt::Display) -> String {
    format!("Cannot write {}: {error}.", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(sequence: u64) -> Entry {
        Entry {
            sequence,
            at: Timestamp(7),
            operation: "PutItem".to_owned(),
            request: format!("{{\n\"é\": {sequence} }}"),
        }
    }

    #[test]
    fn what_was_appended_and_not_forgotten_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        assert!(read(&path).is_none());
        let mut log = Log::create(&path, 5).unwrap();
        log.append(&[entry(1), entry(2)], 0).unwrap();
        log.append(&[entry(3)], 1).unwrap();
        drop(log);
        let content = read(&path).unwrap();
        assert_eq!((content.id, content.entries), (5, vec![entry(2), entry(3)]));
        assert_eq!(content.damages, Vec::<String>::new());
    }

    #[test]
    fn an_entry_with_a_changed_byte_is_damaged() {
        let bytes = encode(5, &entry(1));
        assert_eq!(decode(&bytes), Some((5, entry(1))));
        for position in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[position] ^= 1;
            assert_eq!(decode(&damaged), None, "byte {position}");
            assert_eq!(decode(&bytes[..position]), None, "{position} bytes");
        }
    }

    #[test]
    fn a_damaged_file_gives_what_is_intact_and_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let mut log = Log::create(&path, 5).unwrap();
        let entries: Vec<Entry> = (1..2_000).map(entry).collect();
        log.append(&entries, 0).unwrap();
        drop(log);
        let whole = fs::read(&path).unwrap();
        let request = "\"é\": 1234 }".as_bytes();
        let place = whole.windows(request.len()).position(|bytes| bytes == request).unwrap();
        let mut damaged = whole.clone();
        damaged[place] ^= 1;
        fs::write(&path, &damaged).unwrap();
        let content = read(&path).unwrap();
        assert_eq!((content.id, content.entries.len()), (5, 1_998));
        assert!(content.damages[0].starts_with("Entry 1234 of "), "{:?}", content.damages);

        damaged[..64].fill(0);
        fs::write(&path, &damaged).unwrap();
        let content = read(&path).unwrap();
        assert_eq!((content.id, content.entries.len()), (5, 1_998));
        assert!(content.damages[0].starts_with("Cannot open "), "{:?}", content.damages);

        fs::write(&path, b"no log").unwrap();
        let content = read(&path).unwrap();
        assert_eq!((content.damages.len(), content.entries.len()), (1, 0));
    }
}
