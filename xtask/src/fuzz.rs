//! `cargo xtask fuzz`: calls of the specs, changed at random for as long as one likes.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::console::say;
use crate::failure::Failure;
use crate::{process, workspace};

/// Seconds unless the command line says otherwise.
const SECONDS: u64 = 60;

/// Runs until the time is over or a fault is found, which is then kept in `tests/fuzz/corpus`.
pub(crate) fn fuzz(seconds: Option<u64>, seed: Option<u64>) -> Result<(), Failure> {
    let seconds = seconds.unwrap_or(SECONDS);
    let seed = seed.unwrap_or_else(seed_of_this_moment);
    say(&format!("Changing calls for {seconds} s; `--seed {seed}` begins the same way"));
    let mut cargo = workspace::cargo("test");
    cargo.args(["--profile", "fast", "--package", "tests", "--test", "fuzz"]);
    cargo.args(["changed_calls", "--", "--nocapture"]);
    cargo.env("FUZZ_SECONDS", seconds.to_string()).env("SEED", seed.to_string());
    process::run(&mut cargo)
}

fn seed_of_this_moment() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(since.subsec_nanos())
}
