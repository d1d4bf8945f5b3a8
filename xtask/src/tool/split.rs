//! The tool that splits a linked program into parts.

use std::env;
use std::path::PathBuf;

use crate::failure::Failure;
use crate::process;
use crate::tool::rust;
use crate::workspace;

/// The version that fits the crate `wasm_split_helpers` of `web/Cargo.toml`.
const VERSION: &str = "0.2.4";

/// The tool, from the cache or the search path, or installed.
pub(crate) fn install() -> Result<PathBuf, Failure> {
    let program = format!("wasm-split-cli{}", env::consts::EXE_SUFFIX);
    let folder = workspace::tool_folder(&format!("wasm-split-{VERSION}"));
    let cached = folder.join("bin").join(&program);
    if cached.is_file() {
        return Ok(cached);
    }
    if let Some(found) = process::find("wasm-split-cli") {
        return Ok(found);
    }
    let mut install = rust::install(&folder);
    install
        .args(["wasm_split_cli_support", "--version", VERSION, "--features", "build-binary"])
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .env("CARGO_PROFILE_RELEASE_LTO", "off");
    rust::finish_install(install, &format!("wasm-split {VERSION}"), "a minute", &folder)?;
    Ok(cached)
}
