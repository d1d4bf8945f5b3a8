//! How far a log was stored, in a file beside it.
//!
//! redb goes back to an earlier commit if the last one is damaged, and does not say so. The mark does. It is set after each
//! commit and not brought to the disk by itself: after a power failure it may be behind the log, and never ahead of it.

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Bytes of a mark: the identifier of the log, the sequence number of the last entry, and the checksum of both.
const SIZE: usize = 8 + 8 + 4;

/// The mark of a log. Without the file, which no one needs to store a write, nothing is noticed.
pub(crate) struct Mark {
    id: u64,
    file: Option<File>,
}

impl Mark {
    /// The mark of a new log.
    pub(crate) fn create(log: &Path, id: u64) -> Self {
        let mut mark = Self { id, file: File::create(path(log)).ok() };
        mark.set(0);
        mark
    }

    /// Notes that the entries up to this one are stored.
    pub(crate) fn set(&mut self, sequence: u64) {
        let Some(file) = &mut self.file else { return };
        let mut bytes = [self.id.to_le_bytes(), sequence.to_le_bytes()].concat();
        bytes.extend_from_slice(&crc32fast::hash(&bytes).to_le_bytes());
        let written = file.seek(SeekFrom::Start(0)).and_then(|_| file.write_all(&bytes));
        if written.is_err() {
            self.file = None;
        }
    }
}

/// The last entry that was stored in a log, if there is an intact mark of this log.
pub(crate) fn read(log: &Path, id: u64) -> Option<u64> {
    let bytes: [u8; SIZE] = fs::read(path(log)).ok()?.try_into().ok()?;
    let (numbers, sum) = bytes.split_at(SIZE - 4);
    let (of, sequence) = numbers.split_at(8);
    let is_intact = crc32fast::hash(numbers).to_le_bytes() == *sum && of == id.to_le_bytes();
    is_intact.then_some(u64::from_le_bytes(sequence.try_into().ok()?))
}

/// The file of the mark of a log.
pub(crate) fn path(log: &Path) -> PathBuf {
    log.with_extension("log-end")
}
