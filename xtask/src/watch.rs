//! Notices that a source file has changed, by looking.
//!
//! A few hundred file times twice a second cost nothing that can be measured, and need no library.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, SystemTime};

use crate::workspace;

const INTERVAL: Duration = Duration::from_millis(500);

/// What the page is made of. Tests and this program are not.
const SOURCES: [&str; 8] = [
    "index.html",
    "static",
    "web/src",
    "web/Cargo.toml",
    "engine/src",
    "engine/Cargo.toml",
    "Cargo.toml",
    "Cargo.lock",
];

/// The sources at one moment: how many there are, and when the last one changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Moment {
    files: usize,
    latest: Option<SystemTime>,
}

impl Moment {
    pub(crate) fn observe() -> Self {
        let mut moment = Self::default();
        for source in SOURCES {
            moment.add(&workspace::root().join(source));
        }
        moment
    }

    /// Waits until the sources are no longer as they were, and have come to rest.
    pub(crate) fn wait_for_change(self) {
        let mut before = self;
        loop {
            thread::sleep(INTERVAL);
            let after = Self::observe();
            if after != self && after == before {
                return;
            }
            before = after;
        }
    }

    fn add(&mut self, path: &Path) {
        if path.is_dir() {
            let entries = fs::read_dir(path).into_iter().flatten().flatten();
            entries.for_each(|entry| self.add(&entry.path()));
        } else if let Ok(modified) = fs::metadata(path).and_then(|metadata| metadata.modified()) {
            self.files += 1;
            self.latest = self.latest.max(Some(modified));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_exists() {
        for source in SOURCES {
            assert!(workspace::root().join(source).exists(), "{source}");
        }
    }
}
