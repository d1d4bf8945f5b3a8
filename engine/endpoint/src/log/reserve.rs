//! Space on the disk that is given back when the disk is full, so that deletes can still be stored.

use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;

/// Bytes that are kept. Model: enough for some thousand deletes, and for the snapshot of a small database.
pub(crate) const SIZE: usize = 1_024 * 1_024;

/// A file that is there only to be removed.
#[derive(Debug)]
pub(crate) struct Reserve {
    pub(crate) path: PathBuf,
}

impl Reserve {
    /// Takes the space. Whether it is there now.
    pub(crate) fn take(&self) -> bool {
        // A file system that compresses would keep no space for zeros.
        let mut bytes = vec![0; SIZE];
        fastrand::fill(&mut bytes);
        let written = File::create(&self.path).and_then(|mut file| {
            file.write_all(&bytes)?;
            file.sync_all()
        });
        if written.is_err() {
            self.give_back();
        }
        written.is_ok()
    }

    /// Gives the space back. Whether there was any.
    pub(crate) fn give_back(&self) -> bool {
        fs::remove_file(&self.path).is_ok()
    }
}
