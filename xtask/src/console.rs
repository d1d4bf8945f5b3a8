//! The output of a command: the only module that prints.

/// Results, and what is about to happen.
#[expect(clippy::print_stdout, reason = "a command prints for the user who ran it")]
pub(crate) fn say(line: &str) {
    println!("{line}");
}

/// Why the command stopped.
#[expect(clippy::print_stderr, reason = "a command says on standard error why it stopped")]
pub(crate) fn complain(line: &str) {
    eprintln!("{line}");
}
