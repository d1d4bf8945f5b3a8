//! Compiles a program of the `web` crate for the browser: cargo, wasm-bindgen, wasm-opt.

use std::path::PathBuf;
use std::process::Command;

use crate::console::say;
use crate::failure::Failure;
use crate::{npm, process, rust, workspace};

/// How a program is compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    /// In seconds, with names in stack traces.
    Development,
    /// In minutes, as small as can be.
    Release,
}

/// What is compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Program {
    /// The page.
    Page,
    /// The engine's benchmark.
    Bench,
}

/// What `wasm-opt` may assume of a browser: what rustc assumes already for this target.
const WASM_FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Compiles a program and returns the folder with its `NAME.js` and `NAME_bg.wasm`: `web` or `bench`.
pub(crate) fn build(program: Program, profile: Profile) -> Result<PathBuf, Failure> {
    rust::bring_target()?;
    let tools = rust::bring_wasm_bindgen()?;
    let wasm_opt = match profile {
        Profile::Development => None,
        Profile::Release => Some(npm::bring_wasm_opt()?),
    };
    let (kind, name, compiled) = match program {
        Program::Page => ("--bin", "web", "web.wasm"),
        Program::Bench => ("--example", "bench", "examples/bench.wasm"),
    };

    say("Compiling for the browser");
    let mut build = workspace::cargo("build");
    build.args(["--package", "web", kind, name, "--target", rust::TARGET]);
    let mut bindgen = Command::new(tools.bindgen);
    bindgen.args(["--target", "web", "--no-typescript"]);
    let profile_folder = match profile {
        Profile::Development => "debug",
        Profile::Release => {
            build.arg("--release");
            bindgen.arg("--remove-producers-section");
            "release"
        }
    };
    process::run(&mut build)?;

    let target = workspace::target_folder().join(rust::TARGET).join(profile_folder);
    let folder = target.join("bindgen").join(name);
    process::run(bindgen.arg("--out-dir").arg(&folder).arg(target.join(compiled)))?;
    if let Some(mut wasm_opt) = wasm_opt {
        say("Making it smaller");
        let wasm = folder.join(format!("{name}_bg.wasm"));
        // Functions of like names are copies for different types: side by side they compress better, by a
        // thirtieth. The names themselves are not written.
        wasm_opt.args(["-Oz", "--reorder-functions-by-name", "--strip-target-features"]);
        wasm_opt.args(WASM_FEATURES);
        process::run(wasm_opt.arg(&wasm).arg("-o").arg(&wasm))?;
    }
    Ok(folder)
}
