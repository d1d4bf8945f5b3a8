//! `cargo xtask planted`: whether tests find the faults of `tests/planted`.
//!
//! A patch says what it breaks, and in a line of its own what finds it: `Violates: ` and invariants of the simulator, or
//! `Found by: ` and another test, as in `Found by: cargo test -p playground --test saved`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clap::Args;

use crate::command::simulate;
use crate::console::say;
use crate::failure::Failure;
use crate::tally::Tally;
use crate::{file, process, seed, workspace};

/// Seconds within which a planted fault must be found. Model: a minute for each, so that all can be tried before a release.
const PLANTED_SECONDS: u64 = 60;

/// Seconds for the fault that today's date selects. Model: ten times the limit, so that the test also passes on a slow
/// machine.
const PLANTED_SECONDS_IN_TESTS: u64 = 600;

/// Steps that a failure may have after shrinking. Model: so few that a reader follows them at once.
const STEP_COUNT_MAX: usize = 9;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// One fault, drawn by today's date
    #[arg(long, conflicts_with = "words")]
    one_by_date: bool,
    /// Faults whose names contain one of these words; all if there are none
    words: Vec<String>,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let Arguments { one_by_date, words } = arguments;
    let choice = match (one_by_date, words.is_empty()) {
        (true, _) => Choice::OneByDate,
        (false, true) => Choice::All,
        (false, false) => Choice::Named(words),
    };
    check(&choice, PLANTED_SECONDS)
}

/// One fault, drawn by today's date.
pub(crate) fn test_one(tally: &mut Tally) -> Result<(), Failure> {
    check(&Choice::OneByDate, PLANTED_SECONDS_IN_TESTS)?;
    tally.passed += 1;
    Ok(())
}

/// Which planted faults are tested.
#[derive(Debug)]
enum Choice {
    /// Every one.
    All,
    /// Those whose names contain one of the words.
    Named(Vec<String>),
    /// One, drawn by today's date.
    OneByDate,
}

/// What finds a fault.
enum Finder {
    /// The simulator, which must name one of these invariants.
    Simulator(String),
    /// `cargo test` with these arguments, which must pass without the fault.
    Test(String),
}

/// Applies each patch to a copy of the checkout, and requires that the fault is found within so many seconds.
fn check(which: &Choice, max_seconds: u64) -> Result<(), Failure> {
    let patches = chosen(which)?;
    let copy = workspace::target_folder().join("planted/checkout");
    copy_checkout(&copy)?;
    let mut failures = Vec::new();
    let mut passed = BTreeSet::new();
    for patch in &patches {
        let name = patch.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        match find(&copy, patch, max_seconds, &mut passed) {
            Ok(found) => say(&format!("found      {name}: {found}")),
            Err(failure) => {
                say(&format!("NOT FOUND  {name}: {failure}"));
                failures.push(name);
            }
        }
    }
    match failures.is_empty() {
        true => {
            say(&format!("All {} planted faults were found.", patches.len()));
            Ok(())
        }
        false => Err(Failure::new(format!("Not found: {}.", failures.join(", ")))),
    }
}

fn chosen(which: &Choice) -> Result<Vec<PathBuf>, Failure> {
    let folder = workspace::root().join("tests/planted");
    let entries =
        std::fs::read_dir(&folder).map_err(|error| Failure::file("read", &folder, error))?;
    let paths = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let is_patch = |path: &PathBuf| path.extension().is_some_and(|it| it == "patch");
    let mut patches: Vec<PathBuf> = paths.filter(is_patch).collect();
    patches.sort();
    match which {
        Choice::Named(words) => patches.retain(|path| {
            let name = path.to_string_lossy();
            words.iter().any(|word| name.contains(word.as_str()))
        }),
        Choice::OneByDate if !patches.is_empty() => {
            let days = since_1970().as_secs() / (24 * 60 * 60);
            let count = patches.len() as u64;
            let position = usize::try_from(days % count).expect("it is below the count");
            patches = vec![patches.swap_remove(position)];
        }
        Choice::All | Choice::OneByDate => {}
    }
    match patches.is_empty() {
        true => Err(Failure::new("There is no planted fault of that name.")),
        false => Ok(patches),
    }
}

/// Copies every file that git tracks, with its content in the checkout.
fn copy_checkout(copy: &Path) -> Result<(), Failure> {
    file::remove_folder(copy)?;
    let mut git = Command::new("git");
    let listed = process::output(git.current_dir(workspace::root()).arg("ls-files"));
    let listed = listed.ok_or_else(|| Failure::new("`git ls-files` failed."))?;
    for path in listed.lines().filter(|path| workspace::root().join(path).is_file()) {
        file::copy(&workspace::root().join(path), &copy.join(path))?;
    }
    Ok(())
}

/// Plants a fault in the copy, runs what must find it, and removes the fault. Returns how it was found. `passed` has the
/// tests that passed without a fault.
fn find(
    copy: &Path,
    patch: &Path,
    max_seconds: u64,
    passed: &mut BTreeSet<String>,
) -> Result<String, Failure> {
    let text = file::read(patch)?;
    let line = |start: &str| text.lines().find_map(|line| line.strip_prefix(start));
    let finder = match (line("Violates: "), line("Found by: cargo test ")) {
        (Some(invariants), None) => Finder::Simulator(invariants.to_owned()),
        (None, Some(arguments)) => Finder::Test(arguments.to_owned()),
        _ => {
            let text = "The patch needs one line, `Violates: …` or `Found by: cargo test …`.";
            return Err(Failure::new(text));
        }
    };
    if let Finder::Test(arguments) = &finder
        && !passed.contains(arguments)
    {
        process::run(test(copy).args(arguments.split_whitespace()))
            .map_err(|_| Failure::new("The test fails without the fault."))?;
        passed.insert(arguments.clone());
    }
    apply(copy, patch, &[])?;
    let found = match &finder {
        Finder::Simulator(invariants) => simulate(copy, invariants, max_seconds),
        Finder::Test(arguments) => fail(copy, arguments, max_seconds),
    };
    apply(copy, patch, &["--reverse"])?;
    found
}

fn apply(copy: &Path, patch: &Path, options: &[&str]) -> Result<(), Failure> {
    let mut git = Command::new("git");
    git.current_dir(copy).args(["apply", "--whitespace=nowarn"]).args(options).arg(patch);
    // Stops git from finding the repository that contains the copy.
    git.env("GIT_CEILING_DIRECTORIES", copy.parent().unwrap_or(copy)).env_remove("GIT_DIR");
    process::run(&mut git).map_err(|_| Failure::new("The patch does not apply."))
}

/// `cargo test` in the copy.
fn test(copy: &Path) -> Command {
    let mut cargo = Command::new(workspace::cargo_program());
    let target = workspace::target_folder().join("planted/target");
    cargo.current_dir(copy).arg("test").arg("--target-dir").arg(&target);
    // Optimised code takes longer to compile and is much faster, so more seeds run in the time.
    cargo.env("CARGO_PROFILE_DEV_OPT_LEVEL", "1").env("SEED", seed::of_this_moment().to_string());
    cargo.arg("--quiet");
    cargo
}

/// Compiles a test with the fault in it.
fn compile(test: &mut Command) -> Result<(), Failure> {
    let compiled = process::run(test.arg("--no-run"));
    compiled.map_err(|_| Failure::new("The program does not compile with it."))
}

/// Runs a test, which must fail.
fn fail(copy: &Path, arguments: &str, max_seconds: u64) -> Result<String, Failure> {
    // What comes after `--` is for the test.
    compile(test(copy).args(arguments.split_whitespace().take_while(|it| *it != "--")))?;
    let start = Instant::now();
    let output = test(copy).args(arguments.split_whitespace()).stdin(Stdio::null()).output();
    let output = output.map_err(|error| Failure::new(format!("cargo did not start: {error}.")))?;
    let seconds = start.elapsed().as_secs();
    match (output.status.success(), seconds > max_seconds) {
        (true, _) => Err(Failure::new(format!("`cargo test {arguments}` passes."))),
        (false, true) => Err(Failure::new(format!("It took {seconds} s, not {max_seconds}."))),
        (false, false) => Ok(format!("cargo test {arguments}, {seconds} s")),
    }
}

/// Runs the simulator. The fault must violate one of these invariants.
fn simulate(copy: &Path, named: &str, max_seconds: u64) -> Result<String, Failure> {
    let simulation = || {
        let mut cargo = test(copy);
        cargo.args(["--package", "tests", "--test", "simulation"]);
        cargo
    };
    compile(&mut simulation())?;
    let mut test = simulation();
    test.arg(simulate::TEST);
    let start = Instant::now();
    test.env("SIMULATION_SECONDS", max_seconds.to_string());
    let output = test.output();
    let output = output.map_err(|error| Failure::new(format!("cargo did not start: {error}.")))?;
    let seconds = start.elapsed().as_secs();
    if output.status.success() {
        return Err(Failure::new(format!("The simulator found no violation in {max_seconds} s.")));
    }
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines = || printed.lines().skip_while(|line| !line.starts_with("SEED="));
    let sentence = lines().next().ok_or_else(|| Failure::new("The simulator printed no seed."))?;
    let is_step = |line: &&str| line.trim_start().starts_with(|it: char| it.is_ascii_digit());
    let step_count = lines().skip(2).take_while(is_step).count();
    let violation = lines().nth(2 + step_count).and_then(|line| line.split_once(": "));
    let violated = violation.map_or("nothing", |(name, _)| name);
    match (named.split(", ").any(|name| name == violated), step_count > STEP_COUNT_MAX) {
        (false, _) => Err(Failure::new(format!("It violates {violated}, not {named}: {sentence}"))),
        (true, true) => Err(Failure::new(format!("{step_count} steps are left after shrinking."))),
        (true, false) => Ok(format!("{violated}, {step_count} steps, {seconds} s, {sentence}")),
    }
}

fn since_1970() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}
