//! `cargo xtask journeys`: the tests under `tests/browser`, through the page in Chromium.

use clap::Args;

use crate::console::say;
use crate::failure::Failure;
use crate::program::Profile;
use crate::tally::Tally;
use crate::{browser, site};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[arg(long)]
    release: bool,
    words: Vec<String>,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let mut tally = Tally::default();
    let site = site::build(Profile::of(arguments.release))?;
    let result = browser::test_named(&site, &arguments.words, &mut tally);
    say(&tally.to_string());
    result
}
