//! wrk as a client of an endpoint: one thread that writes bytes and reads as little as it can, so it takes far less of the
//! processors than an HTTP library does. It is used if it is on the `PATH`.

use std::process::Command;
use std::time::Duration;

use crate::failure::Failure;
use crate::{file, process, workspace};

/// How long each kind of call is sent. Model: some ten thousand calls.
const SECONDS: u64 = 3;

/// What wrk measured.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Measured {
    pub(crate) per_second: u64,
    /// The latency of half of the calls at most, and that of 99 in 100.
    pub(crate) median: Duration,
    pub(crate) late: Duration,
    pub(crate) call_count: u64,
}

pub(crate) fn is_there() -> bool {
    process::find("wrk").is_some()
}

/// Sends requests again and again over so many connections. No call may fail.
pub(crate) fn measure(
    address: &str,
    operation: &str,
    requests: &[String],
    connection_count: u64,
) -> Result<Measured, Failure> {
    let list = workspace::target_folder().join("bench-requests.txt");
    file::write(&list, requests.join("\n").as_bytes())?;
    let mut wrk = Command::new("wrk");
    wrk.args(["-t", "1", "-c", &connection_count.to_string(), "-d", &format!("{SECONDS}s"), "-s"]);
    wrk.arg(workspace::root().join("xtask/load.lua")).args([address, "--", operation]).arg(&list);
    let output = process::required_output(&mut wrk)?;
    let numbers = output.lines().find_map(|line| line.strip_prefix("RESULT "));
    let numbers: Option<Vec<u64>> =
        numbers.and_then(|line| line.split(' ').map(|it| it.parse().ok()).collect());
    match numbers.as_deref() {
        Some(&[per_second, median, late, call_count, 0]) => Ok(Measured {
            per_second,
            median: Duration::from_micros(median),
            late: Duration::from_micros(late),
            call_count,
        }),
        Some(_) | None => Err(Failure::new(format!("wrk and {operation}: {output}"))),
    }
}
