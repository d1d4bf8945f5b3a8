//! What the console shows: the only place that prints.

/// Where the endpoint is, and what happens to the data.
#[expect(clippy::print_stdout, reason = "a server says where it is reached")]
pub(crate) fn say(line: &str) {
    println!("{line}");
}

/// Why it stops, or what went wrong.
#[expect(clippy::print_stderr, reason = "a server says on standard error what went wrong")]
pub(crate) fn complain(line: &str) {
    eprintln!("{line}");
}
