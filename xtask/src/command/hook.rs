//! `cargo xtask hook`: what Trunk runs before and after it builds the page, as `Trunk.toml` says.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::{Args, ValueEnum};

use crate::failure::Failure;
use crate::{file, hosting, process, reference, split, style, workspace};

/// Where the files are written that `index.html` includes. Fixed, because `index.html` names it.
const GENERATED: &str = "target/page";

/// The variables in which Trunk passes its profile, and the folder in which it assembles the page.
const PROFILE: &str = "TRUNK_PROFILE";
const STAGING: &str = "TRUNK_STAGING_DIR";

/// The variable with the address at which the page will be published, for previews of the examples.
const ADDRESS: &str = "SPARSEBOX_ADDRESS";

/// The files that the first paint and the pages of the examples are made from.
const FIRST_PAINT_SOURCES: [&str; 6] = [
    "static/open-orders.json",
    "static/words/en.json",
    "static/words/en.later.json",
    "web/first_paint/main.rs",
    "web/first_paint/html.rs",
    "web/first_paint/example_page.rs",
];

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
    first_paint()?;
    example_pages()
}

/// Writes the parts of the document that have words or the first example. The program that prints them must be compiled for
/// this machine, which takes too long after every change: in development it runs only if the example, its words or the
/// program are newer.
fn first_paint() -> Result<(), Failure> {
    for part in FIRST_PAINT_PARTS {
        let page = generated(&format!("{part}.html"));
        if is_current(&page) {
            continue;
        }
        let html = process::required_output(first_paint_program().arg(part))?;
        file::write(&page, html.as_bytes())?;
    }
    Ok(())
}

/// Writes a static page for each example that has a picture, with its style.
fn example_pages() -> Result<(), Failure> {
    let folder = generated("examples");
    if is_current(&folder.join("open-orders.html")) {
        return Ok(());
    }
    file::copy_folder(&workspace::root().join("static/examples"), &folder)?;
    let mut program = first_paint_program();
    program.arg("examples").arg(&folder).args(env::var_os(ADDRESS));
    process::run(&mut program)
}

fn first_paint_program() -> Command {
    let mut cargo = workspace::cargo("run");
    cargo.args(["--quiet", "--package", "web", "--bin", "first-paint", "--"]);
    cargo
}

/// Whether a file that was made from the sources need not be made again.
fn is_current(path: &Path) -> bool {
    let root = workspace::root();
    let is_newer = |source: &str| file::is_newer(path, &root.join(source));
    !is_release() && FIRST_PAINT_SOURCES.iter().all(|source| is_newer(source))
}

fn is_release() -> bool {
    env::var(PROFILE).as_deref() == Ok("release")
}

/// Checks what was built, and compresses the files of a release, which a host can then send as they are.
fn post_build() -> Result<(), Failure> {
    let site = env::var_os(STAGING).map(PathBuf::from);
    let site = site.ok_or_else(|| Failure::new(format!("Trunk sets {STAGING}: it is missing.")))?;
    if is_release() {
        split::split(&site)?;
    }
    reference::check(&site)?;
    hosting::list_hashed_files(&site)?;
    if is_release() {
        hosting::compress(&site)?;
    }
    Ok(())
}

fn generated(name: &str) -> PathBuf {
    workspace::root().join(GENERATED).join(name)
}
