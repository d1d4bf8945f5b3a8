//! `sparsebox`: checks lessons, for their authors and for CI.
//!
//! `sparsebox lessons [--falsify] [--coverage] [FILE|DIR…]`

mod lessons;
mod library;

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Checks files of Sparsebox.
#[derive(Debug, Parser)]
#[command(name = "sparsebox")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play lessons, and list everything that is not as their files say
    Lessons(lessons::Arguments),
}

fn main() -> ExitCode {
    let report = match Arguments::parse().command {
        Command::Lessons(arguments) => lessons::run(&arguments),
    };
    match report {
        Ok(report) => {
            say(&report.text);
            if report.is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(sentence) => {
            say(&sentence);
            ExitCode::FAILURE
        }
    }
}

/// Writes to standard output. A reader that has closed it, such as `head`, is no error.
fn say(text: &str) {
    let mut output = std::io::stdout();
    let _ = writeln!(output, "{text}");
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }
}
