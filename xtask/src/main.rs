//! Sets up what is missing, then serves, builds, tests and measures Sparsebox.
//!
//! `cargo xtask` is compiled before anything else happens, so it has no dependency: it calls tools that are needed
//! anyway (cargo, Trunk, wasm-bindgen, Node, Chromium), and installs those that are missing.

mod arguments;
mod bench;
mod chromium;
mod clients;
mod console;
mod debian;
mod dynamodb;
mod endpoint;
mod failure;
mod file;
mod fuzz;
mod hook;
mod journey;
mod load;
mod npm;
mod package;
mod page_client;
mod process;
mod program;
mod python;
mod rust;
mod serve;
mod simulate;
mod site;
mod size;
mod tally;
mod test;
mod trunk;
mod workspace;

use std::process::ExitCode;

use arguments::Arguments;
use failure::Failure;
use program::Profile;
use simulate::Planted;

const USAGE: &str = "\
cargo xtask serve [--port N] [--release]   build the page, serve it on 127.0.0.1, rebuild when a file changes
cargo xtask build                          a release site in dist/, for any path of any static host
cargo xtask size                           its bytes, plain and compressed
cargo xtask test                           everything: native, specs, wasm, size, journeys in Chromium, the AWS SDK
cargo xtask journeys [--release] [WORD ...] the journeys whose file names contain a word, or all, in Chromium
cargo xtask bench                          the engine's speed, native and in Chromium
cargo xtask bench --endpoint URL [--endpoint URL ...] [--items 100000]
                                           the speed of any DynamoDB endpoints, side by side
cargo xtask fuzz [--seconds 60] [--inputs N] [--seed N]
                                            calls of the specs, changed at random, held against what must be true
cargo xtask simulate [--seconds 60] [--seed N]
                                           random steps on the engine and on a model, side by side
cargo xtask planted [--one-by-date] [WORD ...]
                                           whether the simulator finds faults that are planted in a copy
cargo xtask endpoint [--port 8000] [--host 127.0.0.1] [--data FILE] [--delay MS] [--throttle]
                                           the engine behind HTTP, for any AWS SDK
cargo xtask clients [--rust]               boto3, the AWS CLI and the AWS SDKs for JavaScript and Rust on it
cargo xtask package                        the engine for JavaScript in target/npm/sparsebox, as npm takes it
cargo xtask shot OUT.png [...]             a picture of the page (tests/browser/shot.mjs lists the options)";

fn main() -> ExitCode {
    match dispatch(Arguments::of_this_process()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            console::complain(&failure.to_string());
            ExitCode::FAILURE
        }
    }
}

fn dispatch(mut arguments: Arguments) -> Result<(), Failure> {
    match arguments.word().as_deref() {
        Some("serve") => {
            let port = arguments.number("--port")?;
            let profile =
                if arguments.flag("--release") { Profile::Release } else { Profile::Development };
            arguments.finish()?;
            serve::serve(port, profile)
        }
        Some("build") => {
            arguments.finish()?;
            site::build(Profile::Release).map(drop)
        }
        Some("hook") => hook::run(&arguments.rest()),
        Some("size") => {
            arguments.finish()?;
            site::build(Profile::Release).and_then(|site| size::tell(&site))
        }
        Some("test") => {
            arguments.finish()?;
            test::test()
        }
        Some("journeys") => {
            let profile =
                if arguments.flag("--release") { Profile::Release } else { Profile::Development };
            test::journeys_alone(profile, &arguments.rest())
        }
        Some("bench") => {
            let mut addresses = Vec::new();
            while let Some(address) = arguments.text("--endpoint")? {
                addresses.push(address);
            }
            let item_count = arguments.number("--items")?;
            arguments.finish()?;
            match addresses.is_empty() {
                true => bench::bench(),
                false => load::compare(&addresses, item_count),
            }
        }
        Some("fuzz") => {
            let (seconds, seed) = (arguments.number("--seconds")?, arguments.number("--seed")?);
            let inputs = arguments.number("--inputs")?;
            arguments.finish()?;
            fuzz::fuzz(seconds, inputs, seed)
        }
        Some("simulate") => {
            let (seconds, seed) = (arguments.number("--seconds")?, arguments.number("--seed")?);
            arguments.finish()?;
            simulate::simulate(seconds, seed)
        }
        Some("planted") => simulate::planted(&planted(arguments)),
        Some("endpoint") => endpoint::serve(arguments.rest()),
        Some("clients") => {
            let with_rust = arguments.flag("--rust");
            arguments.finish()?;
            test::clients_alone(with_rust)
        }
        Some("package") => {
            arguments.finish()?;
            package::build().and_then(|folder| package::tell(&folder))
        }
        Some("shot") => journey::shot(arguments.rest()),
        Some("help" | "--help") => {
            console::say(USAGE);
            Ok(())
        }
        Some(other) => Err(Failure::new(format!("`{other}` is not a command.\n\n{USAGE}"))),
        None => Err(Failure::new(USAGE)),
    }
}

/// Which planted faults the rest of the command line asks for.
fn planted(mut arguments: Arguments) -> Planted {
    match (arguments.flag("--one-by-date"), arguments.rest()) {
        (true, _) => Planted::OneByDate,
        (false, words) if words.is_empty() => Planted::All,
        (false, words) => Planted::Named(words),
    }
}
