//! `cargo xtask test`: runs the tests in stages, and prints the time of each stage and a sum at the end.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;

use crate::browser::Size;
use crate::command::{clients, lessons as lesson_files, package, planted, size};
use crate::console::say;
use crate::failure::Failure;
use crate::program::Profile;
use crate::tally::Tally;
use crate::tool::{chromium, firefox, npm, rust};
use crate::{browser, node_test, page_client, process, site, workspace};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Also Firefox, other sizes of the window, plain Trunk, the package, AWS SDKs and a planted fault
    #[arg(long)]
    all: bool,
    /// Only the stages whose names contain this word; can be repeated
    #[arg(long, value_name = "WORD", conflicts_with = "all")]
    stage: Vec<String>,
}

/// When a stage runs, if none is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// Always.
    Always,
    /// With `--all` only.
    All,
}

/// A part of the tests. Each runs even if one before it failed, so that one run shows all failures.
struct Stage {
    name: &'static str,
    extent: Extent,
    run: fn(&mut Tally) -> Result<(), Failure>,
}

/// In their order: stages that measure time run last and alone.
const STAGES: [Stage; 16] = [
    Stage {
        name: "native: units, specs, properties, documentation",
        extent: Extent::Always,
        run: native,
    },
    Stage {
        name: "lessons: each claim, and each claim changed",
        extent: Extent::All,
        run: lessons,
    },
    Stage { name: "wasm: in headless Chromium", extent: Extent::Always, run: wasm },
    Stage { name: "build: the release page, and its sizes", extent: Extent::Always, run: build },
    Stage { name: "journeys: in Chromium, several at once", extent: Extent::Always, run: journeys },
    Stage { name: "firefox: the journeys of every day", extent: Extent::All, run: in_firefox },
    Stage {
        name: "phone: the journeys of every day at 390 x 844",
        extent: Extent::All,
        run: phone,
    },
    Stage {
        name: "frame: the journeys of every day at 640 x 420",
        extent: Extent::All,
        run: frame,
    },
    Stage {
        name: "docs: the documentation, and embeds in sites of MkDocs, Sphinx, VitePress, MDX and Hugo",
        extent: Extent::All,
        run: docs,
    },
    Stage {
        name: "nginx: the published page, and versions of it",
        extent: Extent::All,
        run: nginx,
    },
    Stage { name: "trunk: plain `trunk serve`", extent: Extent::All, run: trunk },
    Stage {
        name: "package: its types, and the AWS SDK on it in Node and Chromium",
        extent: Extent::All,
        run: package,
    },
    Stage {
        name: "command: sparsebox, installed by cargo and by npm",
        extent: Extent::All,
        run: command,
    },
    Stage {
        name: "clients: boto3, the AWS CLI and the AWS SDK for JavaScript on the endpoint",
        extent: Extent::All,
        run: clients,
    },
    Stage { name: "planted: a fault drawn by date", extent: Extent::All, run: planted::test_one },
    Stage { name: "speed: journeys that measure time", extent: Extent::Always, run: speed },
];

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let stages = chosen(&arguments);
    if stages.is_empty() {
        return Err(Failure::new("No stage has such a name."));
    }
    // Missing tools are installed or reported before the compilation, which takes minutes.
    rust::install_target()?;
    chromium::install()?;
    if arguments.all {
        firefox::install()?;
    }

    let start = Instant::now();
    let mut sum = Tally::default();
    let mut summary = Vec::new();
    let mut first_failure = None;
    for stage in stages {
        say(&format!("\n=== {}", stage.name));
        let start = Instant::now();
        let mut tally = Tally::default();
        let result = (stage.run)(&mut tally);
        let verdict = if result.is_ok() { "ok" } else { "FAILED" };
        if let Err(failure) = result {
            say(&failure.to_string());
            // A stage that failed before it could count, such as by not compiling, is one failure.
            tally.failed = tally.failed.max(1);
            first_failure.get_or_insert(format!("Failed first: {}. {failure}", stage.name));
        }
        summary.push(row(verdict, start.elapsed(), stage.name));
        sum.add(tally);
    }
    summary.push(row("", start.elapsed(), "in all"));

    say(&format!("\n{}", summary.join("\n")));
    match first_failure {
        None => {
            say(&sum.to_string());
            Ok(())
        }
        Some(failure) => Err(Failure::new(format!("{failure}\n{sum}"))),
    }
}

fn chosen(arguments: &Arguments) -> Vec<&'static Stage> {
    let is_chosen = |stage: &&Stage| match arguments.stage.is_empty() {
        true => arguments.all || stage.extent == Extent::Always,
        false => arguments.stage.iter().any(|word| stage.name.contains(word.as_str())),
    };
    STAGES.iter().filter(is_chosen).collect()
}

fn row(verdict: &str, time: Duration, name: &str) -> String {
    let seconds = time.as_secs();
    format!("{verdict:<6} {:>3} min {:>2} s  {name}", seconds / 60, seconds % 60)
}

/// The command on the lessons. The tests of `playground` check them too; this checks the command.
fn lessons(tally: &mut Tally) -> Result<(), Failure> {
    lesson_files::run_with(["--falsify"])?;
    tally.passed += 1;
    Ok(())
}

fn native(tally: &mut Tally) -> Result<(), Failure> {
    let mut cargo = workspace::cargo("test");
    cargo.args(["--workspace", "--no-fail-fast"]);
    process::observe(&mut cargo, |line| tally.observe(line))
}

/// Never quiet: the runner of wasm-bindgen rejects cargo's `--quiet`.
fn wasm(tally: &mut Tally) -> Result<(), Failure> {
    let tools = rust::install_wasm_bindgen()?;
    let chromium = chromium::install()?;
    let mut cargo = workspace::cargo("test");
    cargo.args(["--package", "web", "--target", rust::TARGET, "--test", "in_browser"]);
    cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", tools.test_runner);
    cargo.env("CHROMEDRIVER", chromium.driver);
    process::observe(&mut cargo, |line| tally.observe(line))
}

fn build(_: &mut Tally) -> Result<(), Failure> {
    size::print_page(&site::build(Profile::Release)?)
}

fn journeys(tally: &mut Tally) -> Result<(), Failure> {
    browser::test(&built()?, tally)
}

fn in_firefox(tally: &mut Tally) -> Result<(), Failure> {
    browser::test_firefox(&built()?, tally)
}

fn phone(tally: &mut Tally) -> Result<(), Failure> {
    browser::test_size(&built()?, Size(390, 844), tally)
}

fn frame(tally: &mut Tally) -> Result<(), Failure> {
    browser::test_size(&built()?, Size(640, 420), tally)
}

fn docs(tally: &mut Tally) -> Result<(), Failure> {
    browser::test_docs(&built()?, tally)
}

fn nginx(tally: &mut Tally) -> Result<(), Failure> {
    browser::test_nginx(&built()?, tally)
}

fn trunk(tally: &mut Tally) -> Result<(), Failure> {
    browser::test_trunk(&built()?, tally)
}

fn speed(tally: &mut Tally) -> Result<(), Failure> {
    browser::test_speed(&built()?, tally)
}

/// The release page, which an earlier stage builds.
fn built() -> Result<PathBuf, Failure> {
    let site = site::folder(Profile::Release);
    match site.join("index.html").is_file() {
        true => Ok(site),
        false => Err(Failure::new("There is no release page: run `cargo xtask build` first.")),
    }
}

fn package(tally: &mut Tally) -> Result<(), Failure> {
    page_client::run(&package::build()?, tally)
}

/// The command `sparsebox` as a user of another documentation installs it.
fn command(tally: &mut Tally) -> Result<(), Failure> {
    let package = package::build_command()?;
    let installed = workspace::target_folder().join("command");
    let mut cargo = workspace::cargo("install");
    cargo.args(["--path", "web/cli", "--debug", "--quiet", "--force", "--locked"]);
    cargo.arg("--root").arg(&installed);
    process::run(&mut cargo)?;
    let mut node = npm::node()?;
    node.env("PACKAGE", package).env("PROGRAM", installed.join("bin/sparsebox"));
    let folder = workspace::root().join("tests/command");
    node_test::run(node, &node_test::files(&folder)?, 1, tally)
}

fn clients(tally: &mut Tally) -> Result<(), Failure> {
    clients::test(false, tally)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(all: bool, words: &[&str]) -> Vec<&'static str> {
        let stage = words.iter().map(|&word| word.to_owned()).collect();
        let stages = chosen(&Arguments { all, stage });
        let name = |stage: &Stage| stage.name.split(':').next().unwrap_or_default();
        stages.into_iter().map(name).collect()
    }

    #[test]
    fn what_measures_time_runs_last() {
        assert_eq!(names(false, &[]), ["native", "wasm", "build", "journeys", "speed"]);
        let all = names(true, &[]);
        assert_eq!((all.len(), all.last()), (STAGES.len(), Some(&"speed")));
    }

    #[test]
    fn a_stage_is_chosen_by_a_word_of_its_name() {
        assert_eq!(names(false, &["AWS CLI", "wasm:"]), ["wasm", "clients"]);
        assert_eq!(names(false, &["nothing"]), [""; 0]);
    }
}
