//! What turns Rust into WebAssembly: the target's standard library, and wasm-bindgen at the version of `Cargo.lock`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::console::say;
use crate::failure::Failure;
use crate::{process, workspace};

/// The only target the page is built for.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Adds the target's standard library to the toolchain, if it is not there.
pub(crate) fn bring_target() -> Result<(), Failure> {
    let libraries = process::output(Command::new("rustc").current_dir(workspace::root()).args([
        "--print",
        "target-libdir",
        "--target",
        TARGET,
    ]));
    if libraries.is_some_and(|folder| Path::new(&folder).is_dir()) {
        return Ok(());
    }
    say(&format!("Bringing the Rust target {TARGET} (once, a few seconds)"));
    let mut add = Command::new("rustup");
    add.current_dir(workspace::root()).args(["target", "add", TARGET]);
    process::run(&mut add).map_err(|_| {
        Failure::new(format!(
            "Rust cannot build for the browser yet: go online and run `rustup target add {TARGET}`, \
             or install your distribution's Rust standard library for {TARGET}."
        ))
    })
}

/// Arguments for the compiler, as cargo takes them, by which what it makes names neither folders of this machine nor
/// the registry that its sources came from. So the same sources give the same bytes on every machine.
pub(crate) fn without_paths() -> Result<String, Failure> {
    // The folder of a registry is there once its packages are.
    let mut fetch = Command::new(workspace::cargo_program());
    fetch.current_dir(workspace::root()).args(["fetch", "--quiet", "--target", TARGET]);
    process::run(&mut fetch)?;

    let mut rustc = Command::new("rustc");
    rustc.current_dir(workspace::root()).args(["--print", "sysroot"]);
    let sysroot = process::output(&mut rustc).unwrap_or_default();
    let home = || env::home_dir().map(|home| home.join(".cargo"));
    let cargo = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(home).unwrap_or_default();
    let registries = cargo.join("registry/src").read_dir().into_iter().flatten().flatten();
    // Where several prefixes fit, the last one counts.
    let library = PathBuf::from(sysroot).join("lib/rustlib/src/rust");
    let general = [(library, "rust"), (cargo, "cargo")];
    let prefixes = general.into_iter().chain(registries.map(|it| (it.path(), "crates")));
    let arguments = prefixes.filter(|(prefix, _)| prefix.is_absolute());
    let arguments = arguments
        .map(|(prefix, name)| format!("--remap-path-prefix={}={name}", prefix.display()))
        .collect::<Vec<_>>();
    Ok(arguments.join("\u{1f}"))
}

/// Two programs that must be of exactly the version of the `wasm-bindgen` crate they work on.
pub(crate) struct WasmBindgen {
    pub(crate) bindgen: PathBuf,
    pub(crate) test_runner: PathBuf,
}

/// Finds wasm-bindgen in the cache or on the search path, or builds it.
pub(crate) fn bring_wasm_bindgen() -> Result<WasmBindgen, Failure> {
    let version = locked_version("wasm-bindgen")?;
    let folder = workspace::tool_folder(&format!("wasm-bindgen-{version}"));
    let cached = wasm_bindgen_in(&folder.join("bin"), &version);
    let installed = || {
        let found = process::find("wasm-bindgen")?;
        wasm_bindgen_in(found.parent()?, &version)
    };
    if let Some(tools) = cached.or_else(installed) {
        return Ok(tools);
    }
    say(&format!("Bringing wasm-bindgen {version} (once, about two minutes)"));
    build_wasm_bindgen(&version, &folder)?;
    wasm_bindgen_in(&folder.join("bin"), &version).ok_or_else(|| {
        Failure::new(format!(
            "wasm-bindgen {version} does not start from {}: remove that folder and try again.",
            folder.display()
        ))
    })
}

fn wasm_bindgen_in(folder: &Path, version: &str) -> Option<WasmBindgen> {
    let program = |name: &str| folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let tools = WasmBindgen {
        bindgen: program("wasm-bindgen"),
        test_runner: program("wasm-bindgen-test-runner"),
    };
    let found = process::output(Command::new(&tools.bindgen).arg("--version"))?;
    (found == format!("wasm-bindgen {version}") && tools.test_runner.is_file()).then_some(tools)
}

/// Builds lightly optimised: the tools run for a second, and a full build of them takes three times as long.
/// Not `--locked`: the lock file that the crate is published with names dependencies that registries have withdrawn.
fn build_wasm_bindgen(version: &str, folder: &Path) -> Result<(), Failure> {
    let scratch = folder.join("scratch");
    let mut install = Command::new("cargo");
    install
        .args(["install", "wasm-bindgen-cli", "--version", version, "--root"])
        .arg(folder)
        .arg("--target-dir")
        .arg(&scratch)
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .env("CARGO_PROFILE_RELEASE_LTO", "off");
    process::run(&mut install).map_err(|_| {
        Failure::new(format!(
            "wasm-bindgen {version} could not be built: go online and try again, \
             or put that version on the PATH (`cargo install wasm-bindgen-cli --version {version}`)."
        ))
    })?;
    // What cannot be removed costs a place on the disk, and no more.
    drop(fs::remove_dir_all(&scratch));
    Ok(())
}

fn locked_version(package: &str) -> Result<String, Failure> {
    let path = workspace::root().join("Cargo.lock");
    let lock = fs::read_to_string(&path).map_err(|error| Failure::file("read", &path, error))?;
    version_in(&lock, package)
        .map(str::to_owned)
        .ok_or_else(|| Failure::new(format!("Cargo.lock names no `{package}`.")))
}

/// The version of a package in the text of a `Cargo.lock`.
fn version_in<'lock>(lock: &'lock str, package: &str) -> Option<&'lock str> {
    let (_, after) = lock.split_once(&format!("\nname = \"{package}\"\nversion = \""))?;
    after.split('"').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_that_of_the_whole_name() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"1.0.0\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        assert_eq!(version_in(lock, "wasm-bindgen"), Some("0.2.130"));
        assert_eq!(version_in(lock, "wasm"), None);
    }
}
