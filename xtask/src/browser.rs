//! The programs under `tests/browser`, run by Node in a real Chromium.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::Failure;
use crate::tally::Tally;
use crate::tool::{chromium, npm, trunk};
use crate::{node_test, workspace};

fn folder() -> PathBuf {
    workspace::root().join("tests/browser")
}

/// The journeys whose file name contains one of the words; all if there are none.
pub(crate) fn test(site: &Path, words: &[String], tally: &mut Tally) -> Result<(), Failure> {
    let mut files = node_test::files(&folder())?;
    files.retain(|file| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        words.is_empty() || words.iter().any(|word| name.contains(word))
    });
    match files.is_empty() {
        true => Err(Failure::new("No journey has such a name.")),
        false => node_test::run(node_with_site(site)?, &files, tally),
    }
}

/// A Node command that runs a program of the folder, which uses the browser and the site.
pub(crate) fn node(program: &str, site: &Path) -> Result<Command, Failure> {
    let mut node = node_with_site(site)?;
    node.arg(folder().join(program));
    Ok(node)
}

/// A Node command that knows the browser and the site, and finds Trunk.
fn node_with_site(site: &Path) -> Result<Command, Failure> {
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
