//! `cargo xtask bench`: the engine's speed, native and in Chromium, and the page's; or that of any endpoints.

use std::fs;

use clap::Args;

use crate::console::say;
use crate::failure::Failure;
use crate::program::{self, Profile, Program};
use crate::{browser, load, process, site, workspace};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// An endpoint that is measured instead; name several to compare them
    #[arg(long)]
    endpoint: Vec<String>,
    /// Items that each endpoint is filled with
    #[arg(long, requires = "endpoint")]
    items: Option<u64>,
    /// How often each endpoint is measured, in turn; the medians are printed
    #[arg(long, requires = "endpoint", default_value_t = 1)]
    rounds: usize,
    /// The process of each endpoint, in their order: its processor time is printed beside that of the client (Linux)
    #[arg(long, requires = "endpoint")]
    pid: Vec<u32>,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    match arguments.endpoint.is_empty() {
        true => bench(),
        false => load::compare(
            &arguments.endpoint,
            arguments.items,
            arguments.rounds.max(1),
            &arguments.pid,
        ),
    }
}

fn bench() -> Result<(), Failure> {
    say("=== native");
    for bench in ["engine", "pairs"] {
        process::run(workspace::cargo("bench").args(["--package", "engine", "--bench", bench]))?;
    }
    process::run(workspace::cargo("bench").args(["--package", "playground", "--bench", "rewind"]))?;

    say("\n=== in Chromium");
    let site = site::build(Profile::Release)?;
    let bench = program::build(Program::Bench, Profile::Release)?;
    // A page must load the module: this one is empty.
    let page = bench.join("index.html");
    fs::write(&page, "<!doctype html><title>bench</title>")
        .map_err(|error| Failure::file("write", &page, error))?;
    process::run(browser::node("bench.mjs", &site)?.arg(&bench))
}
