//! `cargo xtask simulate`: runs of the simulator for a given time.

use clap::Args;

use crate::console::say;
use crate::failure::Failure;
use crate::{process, seed, workspace};

/// Seconds unless the command line says otherwise.
const SECONDS: u64 = 60;

/// The test that runs the simulator.
pub(crate) const TEST: &str = "the_engine_does_what_the_model_does";

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[arg(long)]
    seconds: Option<u64>,
    #[arg(long)]
    seed: Option<u64>,
}

/// Runs until the time is over or an invariant is violated.
pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let seconds = arguments.seconds.unwrap_or(SECONDS);
    let seed = arguments.seed.unwrap_or_else(seed::of_this_moment);
    say(&format!("Simulating for {seconds} s; `--seed {seed}` begins the same way"));
    let mut cargo = workspace::cargo("test");
    cargo.args(["--profile", "fast", "--package", "tests", "--test", "simulation"]);
    cargo.args([TEST, "--", "--nocapture"]);
    cargo.env("SIMULATION_SECONDS", seconds.to_string()).env("SEED", seed.to_string());
    process::run(&mut cargo)
}
