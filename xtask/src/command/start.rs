//! `cargo xtask start`: the time from navigation until the page can be used.

use clap::Args;

use crate::failure::Failure;
use crate::program::Profile;
use crate::{browser, process, site};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The folder of another build, which is measured in turn
    dist: Option<String>,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let site = site::build(Profile::Release)?;
    process::run(browser::node("start.mjs", &site)?.arg(&site).args(arguments.dist))
}
