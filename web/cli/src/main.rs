//! `sparsebox`: checks lessons and embeds, for their authors and for CI.
//!
//! `sparsebox lessons [--falsify] [--coverage] [FILE|DIR…]`
//! `sparsebox embeds [--format text|github] FILE|DIR…`
//!
//! It returns 0 if everything is right, 1 if there are faults, and 2 if something could not be read.

mod embeds;
mod lessons;
mod library;
mod report;

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
    /// Open the embeds and links of documentation, and list everything that differs from what is written beside them
    Embeds(embeds::Arguments),
}

/// The exit code if something could not be read: the one that clap has for wrong arguments.
const UNREADABLE: u8 = 2;

fn main() -> ExitCode {
    #[cfg(target_os = "wasi")]
    enter_working_folder();
    let report = match Arguments::parse().command {
        Command::Lessons(arguments) => lessons::run(&arguments),
        Command::Embeds(arguments) => embeds::run(&arguments),
    };
    match report {
        Ok(report) => {
            say(&report.text);
            if report.is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(sentence) => {
            say(&sentence);
            ExitCode::from(UNREADABLE)
        }
    }
}

/// A program of WASI begins in `/`. `package/sparsebox.mjs` says in which folder the user is.
#[cfg(target_os = "wasi")]
fn enter_working_folder() {
    if let Some(folder) = std::env::var_os("PWD") {
        // If the folder cannot be entered, files are not found, which is reported with their names.
        let _ = std::env::set_current_dir(folder);
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
