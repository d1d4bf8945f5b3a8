//! The programs under `tests/browser`, run by Node in a real browser.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use crate::failure::Failure;
use crate::tally::Tally;
use crate::tool::{chromium, firefox, nginx, npm, trunk};
use crate::{docs, documentation, node_test, workspace};

/// Journeys that run alone because they measure time.
const MEASURING: &str = "speed.test.mjs";

/// The journey that runs alone because it compiles the page.
const COMPILING: &str = "trunk.test.mjs";

/// The journeys in sites of docs, which must be built first.
const DOCS: &str = "docs.test.mjs";

/// The journeys in the project's own documentation, which must be built first.
const DOCUMENTATION: &str = "documentation.test.mjs";

/// The journeys that need nginx.
const NGINX: &str = "nginx.test.mjs";

/// The journeys that must pass in every browser and window size.
const EVERYDAY: &str = "everyday.test.mjs";

/// The journeys of embeds that must pass in every browser.
const EMBEDDED: &str = "embedded.test.mjs";

/// Width and height of a window, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Size(pub(crate) u32, pub(crate) u32);

fn folder() -> PathBuf {
    workspace::root().join("tests/browser")
}

/// The journeys whose file name contains one of the words, or all: several at once, then those that run alone.
pub(crate) fn test_named(site: &Path, words: &[String], tally: &mut Tally) -> Result<(), Failure> {
    let mut files = node_test::files(&folder())?;
    files.retain(|file| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        words.is_empty() || words.iter().any(|word| name.contains(word))
    });
    if files.is_empty() {
        return Err(Failure::new("No journey has such a name."));
    }
    if files.iter().any(|file| file.ends_with(DOCS)) {
        docs::build()?;
    }
    if files.iter().any(|file| file.ends_with(DOCUMENTATION)) {
        documentation::publish(site)?;
    }
    if files.iter().any(|file| file.ends_with(NGINX)) {
        nginx::install()?;
    }
    let (alone, together): (Vec<_>, Vec<_>) = files.into_iter().partition(|file| runs_alone(file));
    let results = [
        node_test::run(node_with_site(site)?, &together, at_once(), tally),
        node_test::run(node_with_site(site)?, &alone, 1, tally),
    ];
    results.into_iter().collect()
}

/// All journeys but those that run alone or need more than the page, in Chromium at the size of a desktop, several at once.
pub(crate) fn test(site: &Path, tally: &mut Tally) -> Result<(), Failure> {
    let mut files = node_test::files(&folder())?;
    let needs_more =
        |file: &Path| [DOCS, DOCUMENTATION, NGINX].iter().any(|name| file.ends_with(name));
    files.retain(|file| !runs_alone(file) && !needs_more(file));
    let mut node = node_with_site(site)?;
    // One that fails beside others is tried once more, and counted: it may depend on the speed of the machine.
    node.env("ATTEMPTS", "2");
    node_test::run(node, &files, at_once(), tally)
}

/// The journeys that measure time.
pub(crate) fn test_speed(site: &Path, tally: &mut Tally) -> Result<(), Failure> {
    node_test::run(node_with_site(site)?, &[folder().join(MEASURING)], 1, tally)
}

/// The journeys in sites of docs and in the project's own, and the check of their embeds.
pub(crate) fn test_docs(site: &Path, tally: &mut Tally) -> Result<(), Failure> {
    docs::build()?;
    documentation::publish(site)?;
    docs::check()?;
    documentation::check()?;
    tally.passed += 2;
    let files = [DOCS, DOCUMENTATION].map(|name| folder().join(name));
    node_test::run(node_with_site(site)?, &files, 1, tally)
}

/// The published page on nginx.
pub(crate) fn test_nginx(site: &Path, tally: &mut Tally) -> Result<(), Failure> {
    nginx::install()?;
    node_test::run(node_with_site(site)?, &[folder().join(NGINX)], 1, tally)
}

/// Whether plain Trunk serves the page.
pub(crate) fn test_trunk(site: &Path, tally: &mut Tally) -> Result<(), Failure> {
    node_test::run(node_with_site(site)?, &[folder().join(COMPILING)], 1, tally)
}

/// The journeys of [`EVERYDAY`] and [`EMBEDDED`], in Firefox.
pub(crate) fn test_firefox(site: &Path, tally: &mut Tally) -> Result<(), Failure> {
    let firefox = firefox::install()?;
    let mut node = node_with_site(site)?;
    node.env("BROWSER", "firefox").env("FIREFOX", firefox);
    node_test::run(node, &[EVERYDAY, EMBEDDED].map(|file| folder().join(file)), 1, tally)
}

/// The journeys of [`EVERYDAY`], in Chromium with a window of that size.
pub(crate) fn test_size(site: &Path, window: Size, tally: &mut Tally) -> Result<(), Failure> {
    let Size(width, height) = window;
    let mut node = node_with_site(site)?;
    node.env("WIDTH", width.to_string()).env("HEIGHT", height.to_string());
    node_test::run(node, &[folder().join(EVERYDAY)], 1, tally)
}

/// A Node command that runs a program of the folder, which uses Chromium and the site.
pub(crate) fn node(program: &str, site: &Path) -> Result<Command, Failure> {
    let mut node = node_with_site(site)?;
    node.arg(folder().join(program));
    Ok(node)
}

/// A Node command that knows Chromium and the site, and finds Trunk.
fn node_with_site(site: &Path) -> Result<Command, Failure> {
    let mut node = node_with_browser()?;
    node.env("SITE", site).env("DOCS_SITES", docs::folder());
    if let Some(nginx) = nginx::find() {
        node.env("NGINX", nginx.server).env("NGINX_BROTLI", nginx.brotli);
    }
    node.env("PATH", trunk::search_path()?);
    Ok(node)
}

/// A Node command that knows Chromium.
pub(crate) fn node_with_browser() -> Result<Command, Failure> {
    npm::install_libraries(&folder())?;
    let chromium = chromium::install()?;
    let mut node = npm::node()?;
    node.env("CHROMIUM", chromium.browser);
    node.env("PICTURES", workspace::target_folder().join("journeys"));
    Ok(node)
}

fn runs_alone(file: &Path) -> bool {
    file.ends_with(MEASURING) || file.ends_with(COMPILING)
}

/// Files of journeys that run at once: a browser for each processor.
fn at_once() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
