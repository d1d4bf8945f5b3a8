//! Builds the sites of docs under `tests/docs` with the tools that their authors use.

use std::path::PathBuf;
use std::process::Command;

use crate::failure::Failure;
use crate::tool::python;
use crate::{process, workspace};

/// Where the site of MkDocs is built.
pub(crate) fn folder() -> PathBuf {
    workspace::target_folder().join("docs/mkdocs")
}

/// Builds the site of MkDocs. A warning, such as of a dead link, is an error.
pub(crate) fn build() -> Result<(), Failure> {
    let source = workspace::root().join("tests/docs/mkdocs");
    let python = python::install("python-mkdocs", &source.join("requirements.txt"), "MkDocs")?;
    let mut mkdocs = Command::new(python);
    mkdocs.args(["-m", "mkdocs", "build", "--quiet", "--strict", "--clean"]);
    mkdocs.arg("--config-file").arg(source.join("mkdocs.yml"));
    mkdocs.arg("--site-dir").arg(folder());
    process::run(&mut mkdocs)
}
