//! One simulator: random steps on the engine and on a naive model side by side.
//!
//! A seed draws a [`setup`] (the tables, and which dimensions of behaviour the run has) and [`step`]s. The [`world`]
//! takes them one by one and compares everything with the [`model`]; [`invariant`] lists what must be true. A failure
//! is [`shrink`]ed to a few steps. The same seed gives the same run, natively and in a browser.

pub mod ask;
pub mod beside;
pub mod bill;
pub mod bucket;
pub mod caller;
pub mod check_request;
pub mod check_state;
pub mod collection;
pub mod condition;
pub mod control;
pub mod draw;
pub mod exchange;
pub mod expect;
pub mod growth;
pub mod index;
pub mod invariant;
pub mod limit;
pub mod meter;
pub mod model;
pub mod page;
pub mod probe;
pub mod program;
pub mod reading;
pub mod region;
pub mod schema;
pub mod selects;
pub mod setup;
pub mod shrink;
pub mod statement;
pub mod statements;
pub mod step;
pub mod stream;
pub mod tables;
pub mod workload;
pub mod world;
pub mod write;

use std::fmt;
use std::panic::{self, AssertUnwindSafe};

use crate::random::Random;
use crate::simulation::draw::Draw;
use crate::simulation::invariant::Violation;
use crate::simulation::setup::Setup;
use crate::simulation::step::Step;
use crate::simulation::world::World;

/// The most characters of a message that are shown.
const DETAIL_LENGTH_MAX: usize = 4_000;

/// Steps of a run.
const STEP_COUNT: usize = 60;

/// A run that violates an invariant.
#[derive(Debug, Clone)]
pub struct Failure {
    /// The seed of the run.
    pub seed: u64,
    /// What it began with.
    pub setup: Setup,
    pub steps: Vec<Step>,
    /// What is wrong after the last of them.
    pub violation: Violation,
}

/// What a run did.
#[derive(Debug, Clone, Copy, Default)]
pub struct Summary {
    /// A digest of all replies of the run.
    pub digest: u64,
    /// Steps taken.
    pub step_count: u64,
    /// Requests accepted.
    pub accepted_count: u64,
    /// Requests throttled, or partly so.
    pub throttled_count: u64,
}

/// Tells the random numbers of statements from those of all else.
const STATEMENT_SEED: u64 = 0x5e1e_c7ed;

/// Tells the random numbers of what stands beside the tables from those of all else.
const BESIDE_SEED: u64 = 0xbe51_de00;

/// Seeds whose replies are the same natively and in a browser.
const DIGEST_COUNT: u64 = 6;

/// Seeds, and a digest of all replies of the run of each: a line each.
pub fn digests() -> String {
    let digest = |seed| match run(seed) {
        Ok(summary) => format!("{seed} {:016x}\n", summary.digest),
        Err(failure) => panic!("{failure}"),
    };
    (0..DIGEST_COUNT).map(digest).collect()
}

/// Plays the run of a seed. A failure is made as short as possible.
pub fn run(seed: u64) -> Result<Summary, Box<Failure>> {
    let mut random = Random::new(seed);
    let mut setup = Setup::draw(&mut random);
    let mut beside = Random::new(seed ^ BESIDE_SEED);
    setup.draw_beside(&mut beside);
    let mut draw = Draw::new(&setup, &mut random);
    let mut steps: Vec<Step> = (0..STEP_COUNT).map(|_| draw.step()).collect();
    // Half of the runs have statements. They are drawn by themselves, so that the other runs stay as they were.
    let mut statements = Random::new(seed ^ STATEMENT_SEED);
    if statements.below(2) == 0 {
        steps = steps.into_iter().map(|step| statement::sometimes(step, &mut statements)).collect();
    }
    let steps: Vec<Step> =
        steps.into_iter().map(|step| beside::sometimes(step, &setup, &mut beside)).collect();
    play(seed, &setup, &steps, invariant::EXPENSIVE_INTERVAL).map_err(shrink::shrink)
}

/// Takes steps from the beginning. A failure has the steps up to the violation. A panic is a violation. `interval`
/// is the number of steps between two checks of the expensive invariants.
pub fn play(
    seed: u64,
    setup: &Setup,
    steps: &[Step],
    interval: usize,
) -> Result<Summary, Box<Failure>> {
    let mut count = 0;
    let played =
        panic::catch_unwind(AssertUnwindSafe(|| take_all(setup, steps, interval, &mut count)));
    let played = played.unwrap_or_else(|payload| {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
        Err(Violation::new(invariant::PANIC, text.unwrap_or_default()))
    });
    let (setup, steps) = (setup.clone(), steps[..count].to_vec());
    played.map_err(|violation| Box::new(Failure { seed, setup, steps, violation }))
}

fn take_all(
    setup: &Setup,
    steps: &[Step],
    interval: usize,
    count: &mut usize,
) -> Result<Summary, Violation> {
    let mut world = World::new(setup.clone());
    world.interval = interval;
    for step in steps {
        *count += 1;
        world.take(step)?;
    }
    world.finish()?;
    Ok(Summary {
        digest: world.digest,
        step_count: steps.len() as u64,
        accepted_count: world.counts.0,
        throttled_count: world.counts.1,
    })
}

impl Failure {
    /// The size of the steps, which shrinking makes smaller.
    fn weight(&self) -> usize {
        self.to_string().len()
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seed, setup, steps, violation } = self;
        let names: Vec<&str> = setup.indexes.iter().map(|index| index.name).collect();
        writeln!(formatter, "SEED={seed}: {}", violation.invariant.sentence)?;
        writeln!(formatter, "with {names:?} and {:?}", setup.features)?;
        for (position, step) in steps.iter().enumerate() {
            writeln!(formatter, "{:>3} {}", position + 1, short(&step.to_string()))?;
        }
        write!(formatter, "{}: {}", violation.invariant.name, shown(&violation.detail))
    }
}

/// The beginning of a text.
fn shown(text: &str) -> String {
    short(text).chars().take(DETAIL_LENGTH_MAX).collect()
}

/// A text in which long runs of one letter are shown by their length.
fn short(text: &str) -> String {
    notation::long_text::collapse(text)
}

impl Summary {
    /// Adds what another run did.
    pub fn add(&mut self, other: Self) {
        self.step_count += other.step_count;
        self.accepted_count += other.accepted_count;
        self.throttled_count += other.throttled_count;
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { step_count, accepted_count, throttled_count, digest: _ } = self;
        write!(
            formatter,
            "{step_count} steps, {accepted_count} requests accepted, {throttled_count} throttled"
        )
    }
}
