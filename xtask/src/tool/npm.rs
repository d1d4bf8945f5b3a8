//! What comes from npm: wasm-opt, and the libraries that the tests in JavaScript are written with.
//!
//! Versions are exact, and no package may run a script. Where packages have dependencies of their own, a lock file
//! has the versions of those; it is made with `--omit-lockfile-registry-resolved`, which leaves out the hosts.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::console::say;
use crate::failure::Failure;
use crate::{file, process, workspace};

/// The version of the package that contains wasm-opt, as `Trunk.toml` requires it. Distributions often have older ones,
/// which know fewer instructions.
const BINARYEN: &str = "132.0.0";

/// The file to run; npm writes a file of another name for Windows.
pub(crate) const WASM_OPT: &str = if cfg!(windows) { "wasm-opt.cmd" } else { "wasm-opt" };

/// The folder of [`WASM_OPT`]: from the search path if it is of the right version there, or installed.
pub(crate) fn install_wasm_opt() -> Result<PathBuf, Failure> {
    let is_right = |folder: &Path| {
        let found = process::output(Command::new(folder.join(WASM_OPT)).arg("--version"));
        let found = found.and_then(|line| major(line.strip_prefix("wasm-opt version ")?));
        found == major(BINARYEN)
    };
    let installed = process::find("wasm-opt").and_then(|it| it.parent().map(Path::to_owned));
    if let Some(folder) = installed.filter(|folder| is_right(folder)) {
        return Ok(folder);
    }
    let folder = workspace::tool_folder(&format!("binaryen-{BINARYEN}"));
    let programs = folder.join("node_modules/.bin");
    if !programs.join(WASM_OPT).exists() {
        say(&format!("Installing wasm-opt {BINARYEN} (once, a few seconds)"));
        fs::create_dir_all(&folder).map_err(|error| Failure::file("make", &folder, error))?;
        install(&folder, &[&format!("binaryen@{BINARYEN}")])?;
    }
    Ok(programs)
}

/// Installs what the `package.json` of a folder names, unless all of it is there.
pub(crate) fn install_libraries(folder: &Path) -> Result<(), Failure> {
    let manifest = manifest_of(folder)?;
    let mut dependencies = manifest["dependencies"].as_object().into_iter().flatten();
    let is_there = |(name, version): (&String, &Value)| {
        manifest_of(&folder.join("node_modules").join(name))
            .is_ok_and(|it| it["version"] == *version)
    };
    if dependencies.all(is_there) {
        return Ok(());
    }
    let shown = folder.strip_prefix(workspace::root()).unwrap_or(folder).display();
    say(&format!("Installing the libraries of {shown} (once, a few seconds)"));
    install(folder, &[])
}

/// The start of a Node command.
pub(crate) fn node() -> Result<Command, Failure> {
    match process::find("node") {
        Some(node) => Ok(Command::new(node)),
        None => Err(Failure::new("Node is missing: install Node 20 or later with npm.")),
    }
}

fn install(folder: &Path, packages: &[&str]) -> Result<(), Failure> {
    node()?;
    let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    npm.current_dir(folder);
    match folder.join("package-lock.json").is_file() {
        true => npm.arg("ci"),
        false => npm.args(["install", "--no-package-lock"]),
    };
    npm.args(["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--prefix", "."]);
    npm.args(packages);
    process::run(&mut npm).map_err(|_| {
        let what = if packages.is_empty() {
            "the libraries of the tests".to_owned()
        } else {
            packages.join(" ")
        };
        Failure::new(format!("npm could not install {what}: go online and try again."))
    })
}

/// The `package.json` of a folder.
fn manifest_of(folder: &Path) -> Result<Value, Failure> {
    let path = folder.join("package.json");
    serde_json::from_str(&file::read(&path)?)
        .map_err(|error| Failure::new(format!("Could not read {}: {error}.", path.display())))
}

fn major(version: &str) -> Option<u32> {
    version.split(['.', ' ']).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_decides() {
        assert_eq!(major("132.0.0"), Some(132));
        assert_eq!(major("108 (version_108)"), Some(108));
        assert_eq!(major("unknown"), None);
    }
}
