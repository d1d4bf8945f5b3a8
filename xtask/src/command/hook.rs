//! `cargo xtask hook`: what Trunk runs before and after it builds the page, as `Trunk.toml` says.

use std::env;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::failure::Failure;
use crate::tool::npm;
use crate::{file, process, reference, style, workspace};

/// Where the files are written that `index.html` includes. Fixed, because `index.html` names it.
const GENERATED: &str = "target/page";

/// The variables in which Trunk passes its profile, and the folder in which it assembles the page.
const PROFILE: &str = "TRUNK_PROFILE";
const STAGING: &str = "TRUNK_STAGING_DIR";

/// The files that the first paint is made from.
const FIRST_PAINT_SOURCES: [&str; 3] =
    ["static/sandboxes/open-orders.json", "static/words/en.json", "web/first_paint/main.rs"];

/// The parts of the document that are printed: `index.html` includes each.
const FIRST_PAINT_PARTS: [&str; 2] = ["head", "body"];

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    stage: Stage,
}

/// When Trunk runs a hook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Stage {
    PreBuild,
    PostBuild,
}

/// Runs the hook of a stage.
pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    match arguments.stage {
        Stage::PreBuild => pre_build(),
        Stage::PostBuild => post_build(),
    }
}

fn pre_build() -> Result<(), Failure> {
    let style = style::join(workspace::root())?;
    file::write_if_changed(&generated("style.css"), style.as_bytes())?;
    first_paint()
}

/// Writes the parts of the document that have words or the first example. The program that prints them must be compiled for
/// this machine, which takes too long after every change: in development it runs only if the example, its words or the
/// program are newer.
fn first_paint() -> Result<(), Failure> {
    let root = workspace::root();
    for part in FIRST_PAINT_PARTS {
        let page = generated(&format!("{part}.html"));
        let is_current =
            FIRST_PAINT_SOURCES.iter().all(|source| file::is_newer(&page, &root.join(source)));
        if is_current && !is_release() {
            continue;
        }
        let mut cargo = workspace::cargo("run");
        cargo.args(["--quiet", "--package", "web", "--bin", "first-paint", "--", part]);
        let html = process::required_output(&mut cargo)?;
        file::write(&page, html.as_bytes())?;
    }
    Ok(())
}

fn is_release() -> bool {
    env::var(PROFILE).as_deref() == Ok("release")
}

/// Checks what was built, and compresses the files of a release, which a host can then send as they are.
fn post_build() -> Result<(), Failure> {
    let site = env::var_os(STAGING).map(PathBuf::from);
    let site = site.ok_or_else(|| Failure::new(format!("Trunk sets {STAGING}: it is missing.")))?;
    reference::check(&site)?;
    if is_release() {
        compress(&site)?;
    }
    Ok(())
}

/// Writes a `.br` and a `.gz` beside each file. Node contains both compressors.
fn compress(site: &Path) -> Result<(), Failure> {
    let mut node = npm::node()?;
    node.arg(workspace::root().join("xtask/compress.mjs")).arg(site);
    process::run(&mut node)
}

fn generated(name: &str) -> PathBuf {
    workspace::root().join(GENERATED).join(name)
}
