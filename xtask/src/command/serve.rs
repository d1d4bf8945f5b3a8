//! `cargo xtask serve`: Trunk serves the page on this machine, and builds it again when a source changes.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, TcpListener};

use clap::Args;

use crate::console::say;
use crate::failure::Failure;
use crate::program::Profile;
use crate::tool::trunk;
use crate::{process, workspace};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// The page as it is published
    #[arg(long)]
    release: bool,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let port = arguments.port;
    check_port(port)?;
    let mut trunk = trunk::command("serve", Profile::of(arguments.release))?;
    trunk.args(["--port", &port.to_string()]);
    // Not the folder that journeys use: they may run at the same time.
    trunk.arg("--dist").arg(workspace::target_folder().join("served"));
    say(&format!("Sparsebox will be at http://127.0.0.1:{port}/ (Ctrl+C stops it)"));
    process::run(&mut trunk)
}

/// Rejects a port that is taken before the page is built: Trunk notices it after the build.
fn check_port(port: u16) -> Result<(), Failure> {
    match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AddrInUse => Err(Failure::new(format!(
            "Port {port} is taken: choose another with `cargo xtask serve --port {}`.",
            port.checked_add(1).unwrap_or(8080)
        ))),
        Err(error) => Err(Failure::new(format!("Cannot listen on port {port}: {error}."))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_port_is_rejected_with_another_one_to_choose() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
        let port = taken.local_addr().expect("it is bound").port();
        let failure = check_port(port).expect_err("it is taken").to_string();
        assert!(failure.starts_with(&format!("Port {port} is taken: choose another")), "{failure}");
    }
}
