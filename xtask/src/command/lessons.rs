//! `cargo xtask lessons`: plays the lessons, and lists everything that is not as their files say.

use clap::Args;

use crate::failure::Failure;
use crate::{process, workspace};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// `--falsify`, `--coverage`, files and folders
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    run_with(arguments.arguments)
}

/// Runs the command `sparsebox lessons` with these arguments.
pub(crate) fn run_with(
    arguments: impl IntoIterator<Item = impl AsRef<std::ffi::OsStr>>,
) -> Result<(), Failure> {
    let mut cargo = workspace::cargo("run");
    cargo.args(["--quiet", "--package", "cli", "--bin", "sparsebox", "--", "lessons"]);
    process::run(cargo.args(arguments))
}
