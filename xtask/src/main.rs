//! Sets up what is missing, then serves, builds, tests and measures Sparsebox.
//!
//! `cargo xtask` is compiled before anything else happens, so it has few dependencies: it calls tools that are
//! needed anyway (cargo, Trunk, wasm-bindgen, Node, Chromium), and installs those that are missing.

mod browser;
mod command;
mod console;
mod docs;
mod documentation;
mod dynamodb;
mod failure;
mod file;
mod hosting;
mod load;
mod node_test;
mod page_client;
mod process;
mod program;
mod reference;
mod seed;
mod site;
mod split;
mod style;
mod tally;
mod tool;
mod workspace;
mod wrk;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use command::{
    bench, build, clients, endpoint, fuzz, hook, journeys, lessons, package, planted, serve, shot,
    simulate, size, start, test,
};
use failure::Failure;

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
    Serve(serve::Arguments),
    /// Build a release page in dist/, for any path of any static host
    Build,
    /// Build the documentation into dist/docs, beside the release page
    Docs,
    /// Print the size of each file of the release page, and what each crate and module adds to it
    Size,
    /// Run the tests: native, wasm and journeys in Chromium; with --all every other check too
    Test(test::Arguments),
    /// Run the journeys whose file names contain a word, or all, in Chromium
    Journeys(journeys::Arguments),
    /// Play the lessons, and list everything that is not as their files say
    #[command(disable_help_flag = true)]
    Lessons(lessons::Arguments),
    /// Measure how soon the page can be used, under five network and processor profiles
    Start(start::Arguments),
    /// Measure the engine, native and in Chromium; or any DynamoDB endpoints, side by side
    Bench(bench::Arguments),
    /// Change calls of the specs at random, and check what must always be true
    Fuzz(fuzz::Arguments),
    /// Run random steps on the engine and on a naive model of it, and compare them
    Simulate(simulate::Arguments),
    /// Check that tests find the faults that are planted in a copy of the source tree
    Planted(planted::Arguments),
    /// Serve the engine as a DynamoDB endpoint, for any AWS SDK
    #[command(disable_help_flag = true)]
    Endpoint(endpoint::Arguments),
    /// Run boto3, the AWS CLI and the AWS SDK for JavaScript on the endpoint
    Clients(clients::Arguments),
    /// Build the engine for JavaScript and the command sparsebox in target/npm, as npm takes them
    Package,
    /// Take a picture of the page
    #[command(disable_help_flag = true)]
    Shot(shot::Arguments),
    /// What Trunk runs before and after it builds the page
    #[command(hide = true)]
    Hook(hook::Arguments),
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
        Command::Serve(arguments) => serve::run(arguments),
        Command::Build => build::run(),
        Command::Docs => command::docs::run(),
        Command::Size => size::run(),
        Command::Test(arguments) => test::run(arguments),
        Command::Journeys(arguments) => journeys::run(arguments),
        Command::Lessons(arguments) => lessons::run(arguments),
        Command::Start(arguments) => start::run(arguments),
        Command::Bench(arguments) => bench::run(arguments),
        Command::Fuzz(arguments) => fuzz::run(arguments),
        Command::Simulate(arguments) => simulate::run(arguments),
        Command::Planted(arguments) => planted::run(arguments),
        Command::Endpoint(arguments) => endpoint::run(arguments),
        Command::Clients(arguments) => clients::run(arguments),
        Command::Package => package::run(),
        Command::Shot(arguments) => shot::run(arguments),
        Command::Hook(arguments) => hook::run(arguments),
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
        let Arguments { command: Command::Shot(arguments) } = Arguments::parse_from(words) else {
            panic!("it is a shot");
        };
        assert_eq!(arguments.arguments, ["OUT.png", "--dark", "--help"]);
    }
}
