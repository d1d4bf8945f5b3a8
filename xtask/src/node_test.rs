//! Tests in JavaScript, run by Node's own runner.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::Failure;
use crate::process;
use crate::tally::Tally;

/// Runs files, `at_once` of them at the same time.
pub(crate) fn run(
    mut node: Command,
    files: &[PathBuf],
    at_once: usize,
    tally: &mut Tally,
) -> Result<(), Failure> {
    // Without a file, Node would run every test that it finds.
    if files.is_empty() {
        return Ok(());
    }
    node.args(["--test", "--test-reporter=spec"]);
    node.arg(format!("--test-concurrency={at_once}")).args(files);
    process::observe(&mut node, |line| tally.observe(line))
}

/// All `*.test.mjs` of a folder.
pub(crate) fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = folder.read_dir().map_err(|error| Failure::file("read", folder, error))?;
    let paths = entries.flatten().map(|entry| entry.path());
    let mut tests: Vec<PathBuf> =
        paths.filter(|path| path.to_string_lossy().ends_with(".test.mjs")).collect();
    tests.sort();
    Ok(tests)
}
