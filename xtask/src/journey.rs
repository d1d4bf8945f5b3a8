//! The programs under `tests/browser`, run by Node in a real Chromium.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::Failure;
use crate::program::Profile;
use crate::tally::Tally;
use crate::{chromium, npm, process, site, trunk, workspace};

fn folder() -> PathBuf {
    workspace::root().join("tests/browser")
}

/// The journeys whose file name contains one of the words; all if there are none.
pub(crate) fn run(site: &Path, words: &[String], tally: &mut Tally) -> Result<(), Failure> {
    let mut files = tests(&folder())?;
    files.retain(|file| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        words.is_empty() || words.iter().any(|word| name.contains(word))
    });
    match files.is_empty() {
        true => Err(Failure::new("No journey has such a name.")),
        false => run_files(node(site)?, &files, tally),
    }
}

/// All `*.test.mjs` of a folder.
pub(crate) fn test(node: Command, folder: &Path, tally: &mut Tally) -> Result<(), Failure> {
    run_files(node, &tests(folder)?, tally)
}

/// One file after another: a test that measures time must not share the processor.
fn run_files(mut node: Command, files: &[PathBuf], tally: &mut Tally) -> Result<(), Failure> {
    node.args(["--test", "--test-concurrency=1", "--test-reporter=spec"]).args(files);
    process::observe(&mut node, |line| tally.observe(line))
}

/// `cargo xtask shot`: a picture of the page as it is in the sources.
pub(crate) fn shot(arguments: Vec<String>) -> Result<(), Failure> {
    let site = site::build(Profile::Development)?;
    let mut node = node(&site)?;
    // Paths in the arguments are those of the person, not of the folder of the journeys.
    node.arg(folder().join("shot.mjs")).args(arguments);
    process::run(&mut node)
}

/// The engine's benchmark, and how fast the page is.
pub(crate) fn bench(bench: &Path, site: &Path) -> Result<(), Failure> {
    let mut node = node(site)?;
    process::run(node.arg(folder().join("bench.mjs")).arg(bench))
}

/// `cargo xtask start`: the time from navigation until the page can be used, and that of another page.
pub(crate) fn start(other: Option<String>) -> Result<(), Failure> {
    let site = site::build(Profile::Release)?;
    let mut node = node(&site)?;
    process::run(node.arg(folder().join("start.mjs")).arg(&site).args(other))
}

/// A Node command that knows the browser and the site, and finds Trunk.
fn node(site: &Path) -> Result<Command, Failure> {
    let mut node = node_with_browser()?;
    node.env("SITE", site);
    node.env("PATH", trunk::search_path()?);
    Ok(node)
}

/// A Node command that knows the browser.
pub(crate) fn node_with_browser() -> Result<Command, Failure> {
    npm::bring_libraries(&folder())?;
    let chromium = chromium::bring()?;
    let mut node = npm::node()?;
    node.env("CHROMIUM", chromium.browser);
    node.env("PICTURES", workspace::target_folder().join("journeys"));
    Ok(node)
}

fn tests(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = folder.read_dir().map_err(|error| Failure::file("read", folder, error))?;
    let paths = entries.flatten().map(|entry| entry.path());
    let mut tests: Vec<PathBuf> =
        paths.filter(|path| path.to_string_lossy().ends_with(".test.mjs")).collect();
    tests.sort();
    Ok(tests)
}
