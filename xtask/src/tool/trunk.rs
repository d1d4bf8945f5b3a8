//! Trunk builds and serves the page. The tools it calls are installed where they are missing.
//!
//! `Trunk.toml` and `index.html` configure it, so that `trunk serve` without this program builds the same page.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::Failure;
use crate::program::Profile;
use crate::tool::{npm, rust};
use crate::{process, workspace};

/// The version that `Trunk.toml` requires.
const VERSION: &str = "0.21.14";

/// A Trunk command, such as `build`, that finds the tools it needs and downloads nothing.
pub(crate) fn command(subcommand: &str, profile: Profile) -> Result<Command, Failure> {
    let path = search_path()?;
    rust::fetch()?;
    let mut trunk = Command::new(install()?.join(executable("trunk")));
    trunk.current_dir(workspace::root());
    trunk.env("PATH", path);
    trunk.env("CARGO_TARGET_DIR", workspace::target_folder());
    // Trunk reads this variable as the value of an option, which must be `true` or `false`.
    if env::var_os("NO_COLOR").is_some() {
        trunk.env("NO_COLOR", "true");
    }
    trunk.args([subcommand, "--offline"]);
    if profile == Profile::Release {
        trunk.args(["--release", "--features", "split"]).env(rust::FLAGS, rust::without_paths());
    }
    Ok(trunk)
}

/// The search path with Trunk and the tools that it calls, which are installed where they are missing.
pub(crate) fn search_path() -> Result<OsString, Failure> {
    rust::install_target()?;
    let tools = [install()?, rust::install_wasm_bindgen()?.folder(), npm::install_wasm_opt()?];
    let path = env::var_os("PATH").unwrap_or_default();
    env::join_paths(tools.into_iter().chain(env::split_paths(&path)))
        .map_err(|error| Failure::new(format!("A tool cannot be put on the PATH: {error}.")))
}

/// The folder of Trunk's program: from the cache, from the search path, or installed.
fn install() -> Result<PathBuf, Failure> {
    let folder = workspace::tool_folder(&format!("trunk-{VERSION}"));
    let installed = || process::find("trunk").and_then(|it| it.parent().map(Path::to_owned));
    let candidates = [Some(folder.join("bin")), installed()];
    if let Some(found) = candidates.into_iter().flatten().find(|folder| is_trunk(folder)) {
        return Ok(found);
    }
    // Unoptimised: it compiles in a third of the time, and calls other programs most of the time. Without its default
    // features it cannot download, and needs no library for TLS.
    let mut install = rust::install(&folder);
    install.args(["--locked", "--debug", "--no-default-features", &format!("trunk@{VERSION}")]);
    rust::finish_install(install, &format!("Trunk {VERSION}"), "four minutes", &folder)?;
    let bin = folder.join("bin");
    match is_trunk(&bin) {
        true => Ok(bin),
        false => Err(Failure::new(format!(
            "Trunk {VERSION} does not start from {}: remove that folder and try again.",
            folder.display()
        ))),
    }
}

fn is_trunk(folder: &Path) -> bool {
    let mut trunk = Command::new(folder.join(executable("trunk")));
    process::output(trunk.arg("--version")) == Some(format!("trunk {VERSION}"))
}

fn executable(name: &str) -> String {
    format!("{name}{}", env::consts::EXE_SUFFIX)
}
