//! Runs other programs. None of them reads from the keyboard: a question would hang a build machine.

use std::env;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::console;
use crate::failure::Failure;

/// Runs a program to its end; its output is shown at once.
pub(crate) fn run(command: &mut Command) -> Result<(), Failure> {
    match command.stdin(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure::new(format!("`{}` failed ({status}).", line(command)))),
        Err(error) => Err(Failure::new(format!("`{}` did not start: {error}.", line(command)))),
    }
}

/// As [`run`], and also hands each line of standard output to `observe`.
pub(crate) fn observe(command: &mut Command, mut observe: impl FnMut(&str)) -> Result<(), Failure> {
    let started = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
    let mut child = started
        .map_err(|error| Failure::new(format!("`{}` did not start: {error}.", line(command))))?;
    let output = child.stdout.take().expect("it was asked to be piped");
    for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line);
        console::say(&line);
        observe(&line);
    }
    match child.wait() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure::new(format!("`{}` failed ({status}).", line(command)))),
        Err(error) => Err(Failure::new(format!("`{}` was lost: {error}.", line(command)))),
    }
}

/// The output of a program, if it exists and succeeds.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The standard output of a program, which must succeed. Its standard error is shown.
pub(crate) fn required_output(command: &mut Command) -> Result<String, Failure> {
    let run = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let output =
        run.map_err(|error| Failure::new(format!("`{}` did not start: {error}.", line(command))))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(Failure::new(format!("`{}` failed ({}).", line(command), output.status))),
    }
}

/// The program of that name on the search path.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).map(|folder| folder.join(&name)).find(|path| path.is_file())
}

/// The command as it is typed, for messages.
fn line(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
