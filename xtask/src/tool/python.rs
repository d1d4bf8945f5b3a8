//! Virtual environments of Python, each with the packages of a list.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::console::say;
use crate::failure::Failure;
use crate::tool::debian;
use crate::{file, process, workspace};

/// Where a virtual environment keeps its interpreter.
const INTERPRETER: &str = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };

/// The interpreter of a virtual environment that holds what a list of exact versions names, which `packages` says in words. It is
/// in the folder `name` beside the other tools, and is created again when the list changes.
pub(crate) fn install(name: &str, requirements: &Path, packages: &str) -> Result<PathBuf, Failure> {
    let wanted = file::read(requirements)?;
    let folder = workspace::tool_folder(name);
    let (interpreter, installed) = (folder.join(INTERPRETER), folder.join("installed.txt"));
    if interpreter.is_file() && fs::read_to_string(&installed).is_ok_and(|list| list == wanted) {
        return Ok(interpreter);
    }
    if find().is_none() {
        debian::install(&["python3-venv"])?;
    }
    let python = find().ok_or_else(|| {
        Failure::new(
            "Python is missing, or its module venv is: install Python 3.10 or later \
             (on Debian: `sudo apt-get install python3-venv`).",
        )
    })?;
    say(&format!("Installing {packages} (once, half a minute)"));
    file::remove_folder(&folder)?;
    process::run(Command::new(python).args(["-m", "venv"]).arg(&folder))?;
    let mut pip = Command::new(&interpreter);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    pip.args(["--only-binary", ":all:", "--no-deps", "--requirement"]).arg(requirements);
    process::run(&mut pip).map_err(|_| {
        Failure::new(format!("pip could not install {packages}: go online and try again."))
    })?;
    file::write(&installed, wanted.as_bytes())?;
    Ok(interpreter)
}

/// A Python that can make virtual environments.
fn find() -> Option<PathBuf> {
    let candidates = ["python3", "python"].into_iter().filter_map(process::find);
    let mut able = candidates.filter(|python| {
        process::output(Command::new(python).args(["-c", "import ensurepip, venv"])).is_some()
    });
    able.next()
}
