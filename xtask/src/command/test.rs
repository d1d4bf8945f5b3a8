//! `cargo xtask test`: everything there is to test, and a sum at the end.

use std::time::Instant;

use crate::command::{clients, package, size};
use crate::console::say;
use crate::failure::Failure;
use crate::program::Profile;
use crate::tally::Tally;
use crate::tool::{chromium, rust};
use crate::{browser, page_client, process, site, workspace};

/// A part of the tests. Each runs even if one before it failed: one run tells all there is to mend.
struct Stage {
    name: &'static str,
    run: fn(&mut Tally) -> Result<(), Failure>,
}

const STAGES: [Stage; 6] = [
    Stage { name: "native: units, specs, properties, documentation", run: native },
    Stage { name: "wasm: in headless Chromium", run: wasm },
    Stage { name: "size: of the release site", run: release_size },
    Stage { name: "journeys: through the release site in Chromium", run: journeys },
    Stage { name: "package: its types, and the AWS SDK on it in Node and Chromium", run: package },
    Stage { name: "clients: boto3, the AWS CLI and SDKs on the endpoint", run: clients },
];

pub(crate) fn run() -> Result<(), Failure> {
    // What is missing is brought, or complained about, before minutes go into compiling.
    rust::bring_target()?;
    chromium::bring()?;

    let mut sum = Tally::default();
    let mut summary = Vec::new();
    let mut first_failure = None;
    for stage in STAGES {
        say(&format!("\n=== {}", stage.name));
        let start = Instant::now();
        let mut tally = Tally::default();
        let result = (stage.run)(&mut tally);
        let verdict = if result.is_ok() { "ok" } else { "FAILED" };
        summary.push(format!("{verdict:<6} {:>4} s  {}", start.elapsed().as_secs(), stage.name));
        if let Err(failure) = result {
            say(&failure.to_string());
            // A stage that failed before it could count, such as by not compiling, is one failure.
            tally.failed = tally.failed.max(1);
            first_failure.get_or_insert(format!("Failed first: {}. {failure}", stage.name));
        }
        sum.add(tally);
    }

    say(&format!("\n{}", summary.join("\n")));
    match first_failure {
        None => {
            say(&sum.to_string());
            Ok(())
        }
        Some(failure) => Err(Failure::new(format!("{failure}\n{sum}"))),
    }
}

fn native(tally: &mut Tally) -> Result<(), Failure> {
    let mut cargo = workspace::cargo("test");
    cargo.args(["--workspace", "--no-fail-fast"]);
    process::observe(&mut cargo, |line| tally.observe(line))
}

/// Never quiet: the runner of wasm-bindgen refuses cargo's `--quiet`.
fn wasm(tally: &mut Tally) -> Result<(), Failure> {
    let tools = rust::bring_wasm_bindgen()?;
    let chromium = chromium::bring()?;
    let mut cargo = workspace::cargo("test");
    cargo.args(["--package", "web", "--target", rust::TARGET, "--test", "in_browser"]);
    cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", tools.test_runner);
    cargo.env("CHROMEDRIVER", chromium.driver);
    process::observe(&mut cargo, |line| tally.observe(line))
}

fn release_size(_: &mut Tally) -> Result<(), Failure> {
    size::tell(&site::build(Profile::Release)?)
}

fn journeys(tally: &mut Tally) -> Result<(), Failure> {
    let site = site::folder(Profile::Release);
    if !site.join("index.html").is_file() {
        return Err(Failure::new("There is no release site to walk through."));
    }
    browser::test(&site, &[], tally)
}

fn package(tally: &mut Tally) -> Result<(), Failure> {
    page_client::run(&package::build()?, tally)
}

fn clients(tally: &mut Tally) -> Result<(), Failure> {
    clients::test(false, tally)
}
