//! Compiles what runs in a browser: cargo, wasm-bindgen, wasm-opt.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::console::say;
use crate::failure::Failure;
use crate::{file, glue, npm, process, rust, workspace};

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

/// Compiles a program and returns the folder with its `NAME.js` and `NAME_bg.wasm`: `web`, `bench` or `sparsebox`.
pub(crate) fn build(program: Program, profile: Profile) -> Result<PathBuf, Failure> {
    rust::bring_target()?;
    let tools = rust::bring_wasm_bindgen()?;
    let wasm_opt = match profile {
        Profile::Development => None,
        Profile::Release => Some(npm::bring_wasm_opt()?),
    };

    say("Compiling for the browser");
    let mut build = program.compile();
    build.args(["--target", rust::TARGET]);
    let mut bindgen = Command::new(tools.bindgen);
    bindgen.args(["--target", "web"]);
    let profile_folder = match profile {
        Profile::Development => "debug",
        Profile::Release => {
            build.arg("--release").env("CARGO_ENCODED_RUSTFLAGS", rust::without_paths()?);
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
    if let Some(wasm_opt) = wasm_opt {
        say("Making it smaller");
        let mut wasm_opt = smaller(wasm_opt, &folder.join(format!("{name}_bg.wasm")));
        match program {
            Program::Page => shorten(&mut wasm_opt, &folder.join(format!("{name}.js")))?,
            // Others call these by the names that they have.
            Program::Bench | Program::Package => process::run(&mut wasm_opt)?,
        }
    }
    Ok(folder)
}

/// Compiles what unpacks the page's program there, and returns where it is.
pub(crate) fn build_unpacker() -> Result<PathBuf, Failure> {
    rust::bring_target()?;
    let mut build = workspace::cargo("build");
    build.args(["--package", "unpack", "--release", "--target", rust::TARGET]);
    process::run(build.env("CARGO_ENCODED_RUSTFLAGS", rust::without_paths()?))?;
    let folder = workspace::target_folder().join(rust::TARGET).join("release");
    let wasm = folder.join("bindgen/unpack.wasm");
    file::copy(&folder.join("unpack.wasm"), &wasm)?;
    process::run(&mut smaller(npm::bring_wasm_opt()?, &wasm))?;
    Ok(wasm)
}

/// Makes a module smaller, in its place.
fn smaller(mut wasm_opt: Command, wasm: &Path) -> Command {
    // What has one caller stays a function unless it is tiny: it compresses better beside those that it resembles
    // than within one of many locals.
    wasm_opt.args(["-Oz", "-Oz", "--one-caller-inline-max-function-size=20"]);
    // Functions of like names are copies for different types: side by side they compress better, by a
    // thirtieth. The names themselves are not written.
    wasm_opt.args(["--reorder-functions-by-name", "--strip-target-features"]);
    // The first kilobyte of the memory is the far end of the stack: no pointer leads there.
    wasm_opt.arg("--low-memory-unused").args(WASM_FEATURES);
    wasm_opt.arg(wasm).arg("-o").arg(wasm);
    wasm_opt
}

impl Program {
    /// The start of the command that compiles it.
    fn compile(self) -> Command {
        let (subcommand, arguments): (_, &[_]) = match self {
            Self::Page => ("build", &["--package", "web", "--bin", "web"]),
            Self::Bench => ("build", &["--package", "web", "--example", "bench"]),
            // The engine is a library for everybody else: only here is it a program.
            Self::Package => (
                "rustc",
                &["--package", "engine", "--lib", "--crate-type", "cdylib", "--features", "js"],
            ),
        };
        let mut cargo = workspace::cargo(subcommand);
        cargo.args(arguments);
        cargo
    }

    /// What its files are called.
    fn name(self) -> &'static str {
        match self {
            Self::Page => "web",
            Self::Bench => "bench",
            Self::Package => "sparsebox",
        }
    }

    /// Where cargo puts it, below the folder of the profile.
    fn compiled(self) -> &'static str {
        match self {
            Self::Page => "web.wasm",
            Self::Bench => "examples/bench.wasm",
            Self::Package => "engine.wasm",
        }
    }
}

/// Makes program and script call each other by short names: a tenth of the script are names that end in a hash.
fn shorten(wasm_opt: &mut Command, script: &Path) -> Result<(), Failure> {
    let names = process::output(wasm_opt.arg("--minify-imports-and-exports-and-modules"))
        .ok_or_else(|| Failure::new("wasm-opt could not make the program smaller."))?;
    file::write(script, glue::smaller(&file::read(script)?, &names).as_bytes())
}
