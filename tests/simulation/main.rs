//! The simulator as a test: a number of seeds, or as many as run in a given time.
//!
//! `SEED=42 cargo test -p tests --test simulation` repeats one run. `cargo xtask simulate` runs for longer.

use std::time::{Duration, Instant};
use std::{env, fs, panic};

use support::simulation::{self, Summary};

/// Runs without a seed or time given.
const RUN_COUNT: u64 = 30;

/// The minimum of requests that the default runs throttle, which shows that limits are reached.
const THROTTLED_COUNT_MIN: u64 = 50;

#[test]
fn the_engine_does_what_the_model_does() {
    let number = |name| env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let end = number("SIMULATION_SECONDS").map(|it| Instant::now() + Duration::from_secs(it));
    let seeds = match (number("SEED"), end) {
        (Some(seed), None) => seed..seed + 1,
        (first, Some(_)) => first.unwrap_or_default()..u64::MAX,
        (None, None) => 0..RUN_COUNT,
    };
    // A panic of the engine is a failure like any other: it is printed once, after shrinking.
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| ()));
    let (mut sum, mut run_count) = (Summary::default(), 0);
    for seed in seeds {
        if end.is_some_and(|end| Instant::now() >= end) {
            break;
        }
        match simulation::run(seed) {
            Ok(summary) => sum.add(summary),
            Err(failure) => {
                panic::set_hook(hook);
                panic!("{failure}");
            }
        }
        run_count += 1;
    }
    let is_default = number("SEED").is_none() && end.is_none();
    assert!(!is_default || sum.throttled_count > THROTTLED_COUNT_MIN, "{sum}");
    #[expect(clippy::print_stdout, reason = "`cargo xtask simulate` shows it")]
    {
        println!("{run_count} runs, {sum}");
    }
}

#[test]
fn the_same_seed_gives_the_stored_replies() {
    let found = simulation::digests();
    if env::var("UPDATE_EXPECT").is_ok() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/simulation/digests.txt");
        fs::write(path, &found).expect("the file can be written");
    } else {
        let kept = include_str!("digests.txt");
        assert_eq!(found, kept, "UPDATE_EXPECT=1 keeps what is found, if it is meant");
    }
}
