//! `cargo xtask shot`: a picture of the page, built from the current sources.

use clap::Args;

use crate::failure::Failure;
use crate::program::Profile;
use crate::{browser, process, site};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The file, and the options that tests/browser/shot.mjs lists
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) arguments: Vec<String>,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let site = site::build(Profile::Development)?;
    // Paths in the arguments are relative to the folder in which the command was called.
    process::run(browser::node("shot.mjs", &site)?.args(arguments.arguments))
}
