//! `cargo xtask endpoint`: the engine behind a real HTTP port, for any AWS SDK.

use std::path::PathBuf;
use std::process::Command;

use clap::Args;

use crate::console::say;
use crate::failure::Failure;
use crate::{process, workspace};

#[cfg(windows)]
const FILE: &str = "endpoint.exe";
#[cfg(not(windows))]
const FILE: &str = "endpoint";

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Those of the endpoint, such as `--port 8000`: `-- --help` names all of them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Builds the endpoint and replaces this process by it, so that a signal reaches the endpoint only.
pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let mut endpoint = Command::new(build()?);
    endpoint.args(arguments.arguments);
    become_program(&mut endpoint)
}

/// The program of the endpoint, fully optimised.
fn build() -> Result<PathBuf, Failure> {
    say("Building the endpoint");
    let mut cargo = workspace::cargo("build");
    cargo.args(["--profile", "endpoint", "--package", "endpoint"]);
    process::run(cargo.arg("--quiet"))?;
    Ok(workspace::target_folder().join("endpoint").join(FILE))
}

/// The program of the endpoint in the profile of the tests, so that their compiled crates are used.
pub(crate) fn build_for_tests() -> Result<PathBuf, Failure> {
    let mut cargo = workspace::cargo("build");
    cargo.args(["--package", "endpoint"]);
    process::run(&mut cargo)?;
    Ok(workspace::target_folder().join("debug").join(FILE))
}

#[cfg(unix)]
fn become_program(command: &mut Command) -> Result<(), Failure> {
    use std::os::unix::process::CommandExt;
    Err(Failure::new(format!("The endpoint did not start: {}.", command.exec())))
}

#[cfg(not(unix))]
fn become_program(command: &mut Command) -> Result<(), Failure> {
    process::run(command)
}
