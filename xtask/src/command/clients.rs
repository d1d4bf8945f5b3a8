//! `cargo xtask clients`: AWS SDKs and the AWS CLI on the endpoint.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use clap::Args;

use crate::command::endpoint;
use crate::console::say;
use crate::failure::Failure;
use crate::tally::Tally;
use crate::tool::{npm, python};
use crate::{node_test, process, workspace};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The AWS SDK for Rust too, which takes minutes to compile
    #[arg(long)]
    rust: bool,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let mut tally = Tally::default();
    let result = test(arguments.rust, &mut tally);
    say(&tally.to_string());
    result
}

/// An endpoint that runs for as long as this is kept.
struct Running {
    child: Child,
    program: PathBuf,
    address: String,
}

impl Running {
    /// Starts a program on any free port, with an empty database.
    fn start(program: PathBuf) -> Result<Self, Failure> {
        let mut command = Command::new(&program);
        // `wire_round.py` asks as a page of this origin.
        let arguments = ["--port", "0", "--allow-origin", "http://example.com"];
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped());
        let child = command.spawn();
        let mut child =
            child.map_err(|error| Failure::new(format!("The endpoint did not start: {error}.")))?;
        let output = child.stdout.take().expect("it was asked to be piped");
        let line = BufReader::new(output).lines().next().and_then(Result::ok).unwrap_or_default();
        let address = line.find("http://").map(|start| line[start..].to_owned());
        let running = Self { child, program, address: address.unwrap_or_default() };
        match running.address.is_empty() {
            true => Err(Failure::new("The endpoint did not say where it is.")),
            false => Ok(running),
        }
    }

    /// Passes a client the address of the endpoint and the path of its program.
    fn pass_to(&self, command: &mut Command) {
        command.env("ENDPOINT", &self.address).env("ENDPOINT_PROGRAM", &self.program);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // If it cannot be stopped, it has stopped already.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The clients of Python and JavaScript, and that of Rust if it is asked for.
pub(crate) fn test(with_rust: bool, tally: &mut Tally) -> Result<(), Failure> {
    let endpoint = Running::start(endpoint::build_for_tests()?)?;
    let folder = workspace::root().join("tests/clients");
    // The round in Python runs programs in JavaScript too.
    npm::install_libraries(&folder.join("javascript"))?;
    let results = [
        python_round(&endpoint, &folder.join("python"), tally),
        javascript_round(&endpoint, &folder.join("javascript"), tally),
        if with_rust { rust_round(&endpoint, &folder.join("rust"), tally) } else { Ok(()) },
    ];
    results.into_iter().collect()
}

fn python_round(endpoint: &Running, folder: &Path, tally: &mut Tally) -> Result<(), Failure> {
    let mut python = Command::new(python::install(
        "python-clients",
        &folder.join("requirements.txt"),
        "the AWS SDK for Python and the AWS CLI",
    )?);
    // Compiled files do not belong in a checkout.
    python.arg("-B").arg(folder);
    endpoint.pass_to(&mut python);
    process::observe(&mut python, |line| tally.observe(line))
}

fn javascript_round(endpoint: &Running, folder: &Path, tally: &mut Tally) -> Result<(), Failure> {
    let mut node = npm::node()?;
    endpoint.pass_to(&mut node);
    node_test::run(node, &node_test::files(folder)?, 1, tally)
}

fn rust_round(endpoint: &Running, folder: &Path, tally: &mut Tally) -> Result<(), Failure> {
    say("Compiling the AWS SDK for Rust (once, some minutes)");
    let mut cargo = workspace::cargo("test");
    cargo.arg("--manifest-path").arg(folder.join("Cargo.toml"));
    endpoint.pass_to(&mut cargo);
    process::observe(&mut cargo, |line| tally.observe(line))
}
