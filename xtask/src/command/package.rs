//! `cargo xtask package`: the engine for JavaScript as a folder that npm can install. It is not published.

use std::path::PathBuf;

use crate::command::size;
use crate::console::say;
use crate::failure::Failure;
use crate::program::{self, Profile, Program};
use crate::{file, workspace};

/// The files that wasm-bindgen generates.
const GENERATED: [&str; 3] = ["sparsebox.js", "sparsebox.d.ts", "sparsebox_bg.wasm"];

/// The files that are written by hand, in `engine/package`.
const WRITTEN: [&str; 2] = ["README.md", "node.js"];

const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// The version in the written manifest, which is replaced by the version of the workspace.
const NO_VERSION: &str = "\"version\": \"0.0.0\"";

/// Builds the package, and prints its folder and the size of each file.
pub(crate) fn run() -> Result<(), Failure> {
    let package = build()?;
    size::print(&package)?;
    say(&format!("The package is in {}", package.display()));
    Ok(())
}

/// Where the finished package is.
fn folder() -> PathBuf {
    workspace::target_folder().join("npm/sparsebox")
}

/// Builds the package and returns its folder.
pub(crate) fn build() -> Result<PathBuf, Failure> {
    let program = program::build(Program::Package, Profile::Release)?;
    let (package, root) = (folder(), workspace::root());
    let written = root.join("engine/package");
    file::remove_folder(&package)?;
    let sources = [(&*program, &GENERATED[..]), (&*written, &WRITTEN[..]), (root, &LICENCES[..])];
    for (source, names) in sources {
        for name in names {
            file::copy(&source.join(name), &package.join(name))?;
        }
    }
    let manifest = file::read(&written.join("package.json"))?;
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    file::write(&package.join("package.json"), manifest.replace(NO_VERSION, &version).as_bytes())?;
    Ok(package)
}
