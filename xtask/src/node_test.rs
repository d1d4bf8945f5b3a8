//! Tests in JavaScript, run by Node's own runner.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::Failure;
use crate::process;
use crate::tally::Tally;

/// Runs files one after another: a test that measures time must not share the processor.
pub(crate) fn run(mut node: Command, files: &[PathBuf], tally: &mut Tally) -> Result<(), Failure> {
    node.args(["--test", "--test-concurrency=1", "--test-reporter=spec"]).args(files);
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
