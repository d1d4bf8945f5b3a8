//! What comes from npm: wasm-opt, and the libraries that the tests in JavaScript are written with.
//!
//! Versions are exact, and no package may run a script. Where packages have dependencies of their own, a lock file
//! has the versions of those; it is made with `--omit-lockfile-registry-resolved`, which leaves out the hosts.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::console::say;
use crate::failure::Failure;
use crate::{file, process, workspace};

/// The version of the package that contains wasm-opt, as `Trunk.toml` requires it. Distributions often have older ones,
/// which know fewer instructions.
const BINARYEN: &str = "132.0.0";

/// The file to run; npm writes a file of another name for Windows.
pub(crate) const WASM_OPT: &str = if cfg!(windows) { "wasm-opt.cmd" } else { "wasm-opt" };

/// The folder of [`WASM_OPT`]: from the search path if it is of the right version there, or installed.
pub(crate) fn bring_wasm_opt() -> Result<PathBuf, Failure> {
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
pub(crate) fn bring_libraries(folder: &Path) -> Result<(), Failure> {
    let text = file::read(&folder.join("package.json"))?;
    let is_there = |(name, version): (&str, &str)| {
        let manifest = folder.join("node_modules").join(name).join("package.json");
        let text = fs::read_to_string(manifest).unwrap_or_default();
        text.contains(&format!("\"version\": \"{version}\""))
    };
    if dependencies(&text).all(is_there) {
        return Ok(());
    }
    let shown = folder.strip_prefix(workspace::root()).unwrap_or(folder).display();
    say(&format!("Bringing the libraries of {shown} (once, a few seconds)"));
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

/// The exact versions under `dependencies` in the text of a `package.json` that keeps one to a line.
fn dependencies(manifest: &str) -> impl Iterator<Item = (&str, &str)> {
    let (_, after) = manifest.split_once("\"dependencies\": {").unwrap_or_default();
    let lines = after.lines().skip(1).take_while(|line| !line.contains('}'));
    lines.filter_map(|line| {
        let mut words = line.split('"').skip(1).step_by(2);
        Some((words.next()?, words.next()?))
    })
}

fn major(version: &str) -> Option<u32> {
    version.split(['.', ' ']).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_are_read_a_line_each() {
        let manifest = "{\n  \"private\": true,\n  \"dependencies\": {\n    \"a\": \"1.0.0\",\n    \"@b/c\": \"2.1.0\"\n  }\n}\n";
        let found: Vec<_> = dependencies(manifest).collect();
        assert_eq!(found, [("a", "1.0.0"), ("@b/c", "2.1.0")]);
        assert_eq!(dependencies("{}").count(), 0);
    }

    #[test]
    fn the_major_version_decides() {
        assert_eq!(major("132.0.0"), Some(132));
        assert_eq!(major("108 (version_108)"), Some(108));
        assert_eq!(major("unknown"), None);
    }
}
