//! `cargo xtask bench`: the engine's speed, native and in Chromium, and the page's.

use std::fs;

use crate::console::say;
use crate::failure::Failure;
use crate::program::{self, Profile, Program};
use crate::{journey, process, site, workspace};

pub(crate) fn bench() -> Result<(), Failure> {
    say("=== native");
    process::run(workspace::cargo("bench").args(["--package", "engine", "--bench", "engine"]))?;
    process::run(workspace::cargo("bench").args(["--package", "web", "--bench", "rewind"]))?;

    say("\n=== in Chromium");
    let site = site::build(Profile::Release)?;
    let bench = program::build(Program::Bench, Profile::Release)?;
    // A module is loaded by a page: the emptiest there is.
    let page = bench.join("index.html");
    fs::write(&page, "<!doctype html><title>bench</title>")
        .map_err(|error| Failure::file("write", &page, error))?;
    journey::bench(&bench, &site)
}
