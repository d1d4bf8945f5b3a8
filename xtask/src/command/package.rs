//! `cargo xtask package`: the engine for JavaScript, and the command `sparsebox`, as folders that npm can install.
//! They are not published.

use std::path::{Path, PathBuf};

use crate::command::size;
use crate::console::say;
use crate::failure::Failure;
use crate::program::{self, Profile, Program};
use crate::tool::rust;
use crate::{file, process, workspace};

/// The files that wasm-bindgen generates.
const GENERATED: [&str; 3] = ["sparsebox.js", "sparsebox.d.ts", "sparsebox_bg.wasm"];

/// The files that are written by hand, in `engine/package`.
const WRITTEN: [&str; 2] = ["README.md", "node.js"];

const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// The version in the written manifest, which is replaced by the version of the workspace.
const NO_VERSION: &str = "\"version\": \"0.0.0\"";

/// The files of the command that are written by hand, in `web/cli/package`.
const WRITTEN_FOR_COMMAND: [&str; 2] = ["README.md", "sparsebox.mjs"];

/// Builds the packages, and prints their folders and the size of each file.
pub(crate) fn run() -> Result<(), Failure> {
    for package in [build()?, build_command()?] {
        size::print(&package)?;
        say(&format!("The package is in {}", package.display()));
    }
    Ok(())
}

/// Where a finished package is.
fn folder(name: &str) -> PathBuf {
    workspace::target_folder().join("npm").join(name)
}

/// Builds the package of the command `sparsebox` and returns its folder.
pub(crate) fn build_command() -> Result<PathBuf, Failure> {
    rust::install_library(rust::WASI)?;
    let mut cargo = workspace::cargo("build");
    cargo.args(["--package", "cli", "--release", "--target", rust::WASI]);
    cargo.env(rust::WASI_FLAGS, rust::without_paths());
    process::run(&mut cargo)?;
    let compiled = workspace::target_folder().join(rust::WASI).join("release");
    let (package, root) = (folder("sparsebox-cli"), workspace::root());
    let written = root.join("web/cli/package");
    finish(
        &package,
        &written,
        [
            (&*compiled, &["sparsebox.wasm"][..]),
            (&*written, &WRITTEN_FOR_COMMAND[..]),
            (root, &LICENCES[..]),
        ],
    )?;
    Ok(package)
}

/// Builds the package of the engine and returns its folder.
pub(crate) fn build() -> Result<PathBuf, Failure> {
    let program = program::build(Program::Package, Profile::Release)?;
    let (package, root) = (folder("sparsebox"), workspace::root());
    let written = root.join("engine/package");
    finish(
        &package,
        &written,
        [(&*program, &GENERATED[..]), (&*written, &WRITTEN[..]), (root, &LICENCES[..])],
    )?;
    Ok(package)
}

/// Makes a package of files, and of the manifest in `written`, which gets the version of the workspace.
fn finish(package: &Path, written: &Path, sources: [(&Path, &[&str]); 3]) -> Result<(), Failure> {
    file::remove_folder(package)?;
    for (source, names) in sources {
        for name in names {
            file::copy(&source.join(name), &package.join(name))?;
        }
    }
    let manifest = file::read(&written.join("package.json"))?;
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    file::write(&package.join("package.json"), manifest.replace(NO_VERSION, &version).as_bytes())
}
