//! What turns Rust into WebAssembly: the target's standard library, and wasm-bindgen at the version of `Cargo.lock`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use std::{env, fs};

use crate::console::say;
use crate::failure::Failure;
use crate::{process, workspace};

/// The only target the page is built for.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// The target of programs that Node runs with files of the machine.
pub(crate) const WASI: &str = "wasm32-wasip1";

/// Adds the standard library of [`TARGET`] to the toolchain, if it is not there.
pub(crate) fn install_target() -> Result<(), Failure> {
    install_library(TARGET)
}

/// Adds the standard library of a target to the toolchain, if it is not there.
pub(crate) fn install_library(target: &str) -> Result<(), Failure> {
    let libraries = process::output(Command::new("rustc").current_dir(workspace::root()).args([
        "--print",
        "target-libdir",
        "--target",
        target,
    ]));
    if libraries.is_some_and(|folder| Path::new(&folder).is_dir()) {
        return Ok(());
    }
    say(&format!("Installing the Rust target {target} (once, a few seconds)"));
    let mut add = Command::new("rustup");
    add.current_dir(workspace::root()).args(["target", "add", target]);
    process::run(&mut add).map_err(|_| {
        Failure::new(format!(
            "Rust cannot build for {target} yet: go online and run `rustup target add {target}`, \
             or install your distribution's Rust standard library for {target}."
        ))
    })
}

/// The variable from which cargo takes arguments for the compiler of [`TARGET`], and of no other target.
pub(crate) const FLAGS: &str = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS";

/// The same for [`WASI`].
pub(crate) const WASI_FLAGS: &str = "CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS";

/// Downloads the packages of `Cargo.lock` that are missing: Trunk builds offline.
pub(crate) fn fetch() -> Result<(), Failure> {
    let mut fetch = Command::new(workspace::cargo_program());
    fetch.current_dir(workspace::root()).args(["fetch", "--quiet", "--target", TARGET]);
    process::run(&mut fetch)
}

/// The value of [`FLAGS`] with which the compiler names neither folders of this machine nor the registry of the
/// packages. So the same sources produce the same bytes on every machine. Call [`fetch`] first: the folder of a
/// registry exists once its packages do.
pub(crate) fn without_paths() -> String {
    let mut rustc = Command::new("rustc");
    rustc.current_dir(workspace::root()).args(["--print", "sysroot"]);
    let sysroot = process::output(&mut rustc).unwrap_or_default();
    let home = || env::home_dir().map(|home| home.join(".cargo"));
    let cargo = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(home).unwrap_or_default();
    let registries = cargo.join("registry/src").read_dir().into_iter().flatten().flatten();
    // The compiler uses the last prefix that fits.
    let library = PathBuf::from(sysroot).join("lib/rustlib/src/rust");
    let general = [(library, "rust"), (cargo, "cargo")];
    let prefixes = general.into_iter().chain(registries.map(|it| (it.path(), "crates")));
    // Cargo splits the variable at spaces: a path that contains one cannot be replaced.
    let arguments = prefixes
        .map(|(prefix, name)| (prefix.display().to_string(), name))
        .filter(|(prefix, _)| Path::new(prefix).is_absolute() && !prefix.contains(' '))
        .map(|(prefix, name)| format!("--remap-path-prefix={prefix}={name}"));
    arguments.collect::<Vec<_>>().join(" ")
}

/// Two programs that must be of exactly the version of the `wasm-bindgen` crate they work on.
pub(crate) struct WasmBindgen {
    pub(crate) bindgen: PathBuf,
    pub(crate) test_runner: PathBuf,
}

impl WasmBindgen {
    /// The folder that contains both.
    pub(crate) fn folder(&self) -> PathBuf {
        self.bindgen.parent().map(Path::to_owned).unwrap_or_default()
    }
}

/// Finds wasm-bindgen in the cache or on the search path, or installs it.
pub(crate) fn install_wasm_bindgen() -> Result<WasmBindgen, Failure> {
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
    // Lightly optimised: it runs for a second, and compiling it fully takes three times as long.
    // Not `--locked`: the lock file that the package is published with names versions that registries have withdrawn.
    let mut install = install(&folder);
    install
        .args(["wasm-bindgen-cli", "--version", &version])
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .env("CARGO_PROFILE_RELEASE_LTO", "off");
    finish_install(install, &format!("wasm-bindgen {version}"), "a minute and a half", &folder)?;
    wasm_bindgen_in(&folder.join("bin"), &version).ok_or_else(|| {
        Failure::new(format!(
            "wasm-bindgen {version} does not start from {}: remove that folder and try again.",
            folder.display()
        ))
    })
}

/// The start of `cargo install` into a folder of its own. The package and its version are still to be added.
pub(crate) fn install(folder: &Path) -> Command {
    let mut install = Command::new("cargo");
    install.args(["install", "--root"]).arg(folder).arg("--target-dir").arg(scratch(folder));
    install
}

/// Runs an [`install`], and prints what it installs, the expected duration and the actual one.
pub(crate) fn finish_install(
    mut install: Command,
    name: &str,
    expected: &str,
    folder: &Path,
) -> Result<(), Failure> {
    say(&format!("Installing {name} (once, about {expected})"));
    let start = Instant::now();
    process::run(&mut install).map_err(|_| {
        Failure::new(format!("{name} could not be installed: go online and try again."))
    })?;
    // If the folder cannot be removed, it only uses space.
    drop(fs::remove_dir_all(scratch(folder)));
    say(&format!("Installed {name} in {} s", start.elapsed().as_secs()));
    Ok(())
}

fn scratch(folder: &Path) -> PathBuf {
    folder.join("scratch")
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
