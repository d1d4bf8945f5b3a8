//! Sets up what is missing, then serves, builds, tests and measures Sparsebox.
//!
//! `cargo xtask` is compiled before anything else happens, so it has few dependencies: it calls tools that are
//! needed anyway (cargo, Trunk, wasm-bindgen, Node, Chromium), and installs those that are missing.

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

use clap::{Parser, Subcommand};

use failure::Failure;
use hook::Stage;
use program::Profile;
use simulate::Planted;

/// Sets up what is missing, then serves, builds, tests and measures Sparsebox.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Build the page, serve it on 127.0.0.1, and build it again when a file changes
    Serve {
        #[arg(long, default_value_t = 8080)]
        port: u16,
        /// The page as it is published
        #[arg(long)]
        release: bool,
    },
    /// Build a release page in dist/, for any path of any static host
    Build,
    /// Print the size of each file of the release page, and what each crate and module adds to it
    Size,
    /// Run everything: native tests, specs, wasm tests, journeys in Chromium, AWS SDKs
    Test,
    /// Run the journeys whose file names contain a word, or all, in Chromium
    Journeys {
        #[arg(long)]
        release: bool,
        words: Vec<String>,
    },
    /// Measure how soon the page can be used, under five network and processor profiles
    Start {
        /// The folder of another build, which is measured in turn
        dist: Option<String>,
    },
    /// Measure the engine, native and in Chromium; or any DynamoDB endpoints, side by side
    Bench {
        #[arg(long)]
        endpoint: Vec<String>,
        /// Items that each endpoint is filled with
        #[arg(long, requires = "endpoint")]
        items: Option<u64>,
    },
    /// Change calls of the specs at random, and check what must always be true
    Fuzz {
        #[arg(long)]
        seconds: Option<u64>,
        #[arg(long)]
        inputs: Option<u64>,
        #[arg(long)]
        seed: Option<u64>,
    },
    /// Run random steps on the engine and on a naive model of it, and compare them
    Simulate {
        #[arg(long)]
        seconds: Option<u64>,
        #[arg(long)]
        seed: Option<u64>,
    },
    /// Check that the simulator finds the faults that are planted in a copy of the engine
    Planted {
        /// One fault, drawn by today's date
        #[arg(long, conflicts_with = "words")]
        one_by_date: bool,
        words: Vec<String>,
    },
    /// Serve the engine as a DynamoDB endpoint, for any AWS SDK
    #[command(disable_help_flag = true)]
    Endpoint {
        /// `--port 8000`, `--host 127.0.0.1`, `--data FILE`, `--delay MS`, `--throttle`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Run boto3, the AWS CLI and the AWS SDK for JavaScript on the endpoint
    Clients {
        /// The AWS SDK for Rust too, which takes minutes to compile
        #[arg(long)]
        rust: bool,
    },
    /// Build the engine for JavaScript in target/npm/sparsebox, as npm takes it
    Package,
    /// Take a picture of the page
    #[command(disable_help_flag = true)]
    Shot {
        /// The file, and the options that tests/browser/shot.mjs lists
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// What Trunk runs before and after it builds the page
    #[command(hide = true)]
    Hook { stage: Stage },
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            console::complain(&failure.to_string());
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Serve { port, release } => serve::serve(port, Profile::of(release)),
        Command::Build => site::build(Profile::Release).map(drop),
        Command::Size => size::page(),
        Command::Test => test::test(),
        Command::Journeys { release, words } => test::journeys_alone(Profile::of(release), &words),
        Command::Start { dist } => journey::start(dist),
        Command::Bench { endpoint, items } => match endpoint.is_empty() {
            true => bench::bench(),
            false => load::compare(&endpoint, items),
        },
        Command::Fuzz { seconds, inputs, seed } => fuzz::fuzz(seconds, inputs, seed),
        Command::Simulate { seconds, seed } => simulate::simulate(seconds, seed),
        Command::Planted { one_by_date: true, .. } => simulate::planted(&Planted::OneByDate),
        Command::Planted { words, .. } if words.is_empty() => simulate::planted(&Planted::All),
        Command::Planted { words, .. } => simulate::planted(&Planted::Named(words)),
        Command::Endpoint { arguments } => endpoint::serve(arguments),
        Command::Clients { rust } => test::clients_alone(rust),
        Command::Package => package::build().and_then(|folder| package::tell(&folder)),
        Command::Shot { arguments } => journey::shot(arguments),
        Command::Hook { stage } => hook::run(stage),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use clap::error::ErrorKind;

    use super::*;

    fn error(line: &str) -> ErrorKind {
        let words = std::iter::once("cargo xtask").chain(line.split_whitespace());
        Arguments::try_parse_from(words).expect_err("it is rejected").kind()
    }

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn what_is_not_understood_is_rejected() {
        assert_eq!(error("serve --relaese"), ErrorKind::UnknownArgument);
        assert_eq!(error("serve --port 65536"), ErrorKind::ValueValidation);
        assert_eq!(error("bench --items 10"), ErrorKind::MissingRequiredArgument);
        assert_eq!(error("polish"), ErrorKind::InvalidSubcommand);
    }

    #[test]
    fn arguments_of_other_programs_are_passed_on() {
        let words = ["cargo xtask", "shot", "OUT.png", "--dark", "--help"];
        let Arguments { command: Command::Shot { arguments } } = Arguments::parse_from(words)
        else {
            panic!("it is a shot");
        };
        assert_eq!(arguments, ["OUT.png", "--dark", "--help"]);
    }
}
