//! `cargo xtask fuzz`: calls of the specs, changed at random for a given time.

use clap::Args;

use crate::console::say;
use crate::failure::Failure;
use crate::{process, seed, workspace};

/// Seconds unless the command line says otherwise.
const SECONDS: u64 = 60;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[arg(long)]
    seconds: Option<u64>,
    #[arg(long)]
    inputs: Option<u64>,
    #[arg(long)]
    seed: Option<u64>,
    /// Begin with calls of PartiQL statements only
    #[arg(long)]
    statements: bool,
}

/// Runs until the given seconds are over, the given inputs were tried or a fault is found, which is then stored in
/// `tests/fuzz/corpus`.
pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let Arguments { seconds, inputs, seed, statements } = arguments;
    let seconds = seconds.or(inputs.is_none().then_some(SECONDS));
    let seed = seed.unwrap_or_else(seed::of_this_moment);
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
    if statements {
        cargo.env("FUZZ_STATEMENTS", "1");
    }
    cargo.env("SEED", seed.to_string());
    process::run(&mut cargo)
}
