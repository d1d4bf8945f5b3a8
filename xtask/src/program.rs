//! Compiles what runs in a browser besides the page, which Trunk builds: cargo, wasm-bindgen, wasm-opt.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::console::say;
use crate::failure::Failure;
use crate::tool::{npm, rust};
use crate::{process, workspace};

/// How a program is compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Compiles in seconds, with names in stack traces.
    Development,
    /// Compiles in minutes, as small as possible.
    Release,
}

impl Profile {
    pub(crate) fn of(release: bool) -> Self {
        if release { Self::Release } else { Self::Development }
    }
}

/// What is compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Program {
    /// The engine's benchmark.
    Bench,
    /// The engine for JavaScript.
    Package,
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

/// Compiles a program and returns the folder with its `NAME.js` and `NAME_bg.wasm`: `bench` or `sparsebox`.
pub(crate) fn build(program: Program, profile: Profile) -> Result<PathBuf, Failure> {
    rust::install_target()?;
    let tools = rust::install_wasm_bindgen()?;

    say("Compiling for the browser");
    let mut build = program.compile();
    build.args(["--target", rust::TARGET]);
    let mut bindgen = Command::new(tools.bindgen);
    bindgen.args(["--target", "web"]);
    let profile_folder = match profile {
        Profile::Development => "debug",
        Profile::Release => {
            rust::fetch()?;
            build.arg("--release").env(rust::FLAGS, rust::without_paths());
            bindgen.arg("--remove-producers-section");
            "release"
        }
    };
    process::run(&mut build)?;

    let target = workspace::target_folder().join(rust::TARGET).join(profile_folder);
    let name = program.name();
    let folder = target.join("bindgen").join(name);
    bindgen.args(["--out-name", name]).arg("--out-dir").arg(&folder);
    if program != Program::Package {
        bindgen.arg("--no-typescript");
    }
    process::run(bindgen.arg(target.join(program.compiled())))?;
    if profile == Profile::Release {
        say("Making it smaller");
        shrink(&folder.join(format!("{name}_bg.wasm")))?;
    }
    Ok(folder)
}

/// Makes a module smaller, in its place.
pub(crate) fn shrink(wasm: &Path) -> Result<(), Failure> {
    let mut wasm_opt = Command::new(npm::install_wasm_opt()?.join(npm::WASM_OPT));
    wasm_opt
        .args(["-Os", "--quiet", "--strip-producers", "--strip-target-features"])
        .args(WASM_FEATURES);
    process::run(wasm_opt.arg(wasm).arg("-o").arg(wasm))
}

impl Program {
    /// The start of the command that compiles it.
    fn compile(self) -> Command {
        let (subcommand, arguments): (_, &[_]) = match self {
            Self::Bench => ("build", &["--package", "web", "--example", "bench"]),
            // For other packages the engine is a library: only here is it a program.
            Self::Package => (
                "rustc",
                &["--package", "engine", "--lib", "--crate-type", "cdylib", "--features", "js"],
            ),
        };
        let mut cargo = workspace::cargo(subcommand);
        cargo.args(arguments);
        cargo
    }

    /// The name of its files.
    fn name(self) -> &'static str {
        match self {
            Self::Bench => "bench",
            Self::Package => "sparsebox",
        }
    }

    /// Where cargo puts it, below the folder of the profile.
    fn compiled(self) -> &'static str {
        match self {
            Self::Bench => "examples/bench.wasm",
            Self::Package => "engine.wasm",
        }
    }
}
