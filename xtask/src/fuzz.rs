//! `cargo xtask fuzz`: calls of the specs, changed at random for as long as one likes.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::console::say;
use crate::failure::Failure;
use crate::{process, workspace};

/// Seconds unless the command line says otherwise.
const SECONDS: u64 = 60;

/// Runs until so many seconds are over, so many inputs were tried or a fault is found, which is then kept in
/// `tests/fuzz/corpus`.
pub(crate) fn fuzz(
    seconds: Option<u64>,
    inputs: Option<u64>,
    seed: Option<u64>,
) -> Result<(), Failure> {
    let seconds = seconds.or(inputs.is_none().then_some(SECONDS));
    let seed = seed.unwrap_or_else(seed_of_this_moment);
    let limits = [seconds.map(|it| format!("{it} s")), inputs.map(|it| format!("{it} inputs"))];
    let limits: Vec<String> = limits.into_iter().flatten().collect();
    say(&format!(
        "Changing calls for {}; `--seed {seed}` begins the same way",
        limits.join(" or ")
    ));
    let mut cargo = workspace::cargo("test");
    cargo.args(["--profile", "fast", "--package", "tests", "--test", "fuzz"]);
    cargo.args(["changed_calls", "--", "--nocapture"]);
    for (name, limit) in [("FUZZ_SECONDS", seconds), ("FUZZ_INPUTS", inputs)] {
        if let Some(limit) = limit {
            cargo.env(name, limit.to_string());
        }
    }
    cargo.env("SEED", seed.to_string());
    process::run(&mut cargo)
}

fn seed_of_this_moment() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(since.subsec_nanos())
}
