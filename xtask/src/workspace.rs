//! Where things are: the sources, what cargo makes of them, and the tools a user keeps between checkouts.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The checkout.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the manifest lies one folder below the root")
}

/// Cargo's target folder, wherever the user's configuration puts it: this program lies in its `debug` folder.
pub(crate) fn target_folder() -> PathBuf {
    let program = env::current_exe().expect("a running program has a path");
    program.ancestors().nth(2).expect("cargo runs it from target/<profile>/xtask").to_owned()
}

/// Where tools are kept, so that a second checkout need not install them again. Each version has its own folder.
pub(crate) fn tool_folder(name: &str) -> PathBuf {
    let cache = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || env::home_dir().map(|home| home.join(".cache"));
    let cache = cache.or_else(home).unwrap_or_else(|| target_folder().join("cache"));
    cache.join("sparsebox/tools").join(name)
}

/// The cargo that runs this program, in the checkout, with the same target folder.
pub(crate) fn cargo(subcommand: &str) -> Command {
    let mut command = Command::new(cargo_program());
    command.current_dir(root()).arg(subcommand).arg("--target-dir").arg(target_folder());
    command
}

/// The cargo that runs this program.
pub(crate) fn cargo_program() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}
