//! Any request may be sent: the engine answers or rejects it, and never panics.
//!
//! [`any`] sends what proptest generates. The rest starts with the calls of the specs, changes them at random and
//! checks the invariants of the results. `cargo xtask fuzz --seconds 600` does that for longer; a seed repeats a run.

mod any;
mod case;
mod character;
mod corpus;
mod dictionary;
mod mutation;
mod naive;
mod shrink;
mod statement;

use std::env;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use support::random::Random;

use crate::case::Case;
use crate::dictionary::Dictionary;

/// Changed calls of a run in the tests.
const CALL_COUNT: u64 = 1_500;

/// Changes of one call, at most.
const CHANGE_COUNT_MAX: u64 = 4;

#[test]
fn calls_that_failed_before_are_answered_or_rejected() {
    for (name, case) in corpus::kept() {
        if let Some(fault) = case.fault() {
            panic!("{name}: {fault}");
        }
    }
}

#[test]
fn changed_calls_are_answered_or_rejected() {
    let number = |name| env::var(name).ok().and_then(|text| text.parse().ok());
    let seed = number("SEED").unwrap_or(1);
    let start = Instant::now();
    let seconds_max = number("FUZZ_SECONDS");
    let count_max = number("FUZZ_INPUTS").or(seconds_max.is_none().then_some(CALL_COUNT));
    let is_over = |count: u64| {
        count_max.is_some_and(|max| count >= max)
            || seconds_max.is_some_and(|max| start.elapsed() >= Duration::from_secs(max))
    };
    let mut cases = corpus::of_specs();
    let dictionary = Dictionary::of(&cases);
    if env::var_os("FUZZ_STATEMENTS").is_some() {
        cases.retain(statement::has_statements);
    }
    let mut random = Random::new(seed);
    let mut count = 0;
    while !is_over(count) {
        let mut case = random.pick(&cases);
        for _ in 0..=random.below(CHANGE_COUNT_MAX) {
            case = mutation::changed(case, &dictionary, &mut random);
        }
        if case.fault().is_some() {
            report(&case, seed, count);
        }
        count += 1;
    }
    let seconds = start.elapsed().as_secs().max(1);
    let words = format!("{count} inputs in {seconds} s, {} in a second\n", count / seconds);
    io::stdout().write_all(words.as_bytes()).expect("the count can be printed");
}

/// Makes the case as small as possible, stores it in the corpus, and stops the run.
fn report(case: &Case, seed: u64, count: u64) -> ! {
    let case = shrink::shrunk(case);
    let fault = case.fault().unwrap_or_default();
    let path = corpus::keep(&case);
    panic!(
        "SEED={seed}, call {count}: {fault}\n{} {}\nkept in {}",
        case.operation,
        case.request,
        path.display()
    );
}
