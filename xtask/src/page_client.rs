//! The tests under `tests/clients/page`: the types of the package, and the AWS SDK for JavaScript on it, in Node and
//! in Chromium.

use std::path::Path;

use crate::failure::Failure;
use crate::tally::Tally;
use crate::tool::npm;
use crate::{browser, file, node_test, process, workspace};

pub(crate) fn run(package: &Path, tally: &mut Tally) -> Result<(), Failure> {
    let folder = workspace::root().join("tests/clients/page");
    npm::install_libraries(&folder)?;
    // Here Node, the bundler and the compiler of TypeScript all look for it.
    let installed = folder.join("node_modules/sparsebox");
    file::remove_folder(&installed)?;
    file::copy_folder(package, &installed)?;

    let mut compiler = npm::node()?;
    compiler.arg(folder.join("node_modules/typescript/bin/tsc")).arg("--project").arg(&folder);
    process::run(&mut compiler)?;
    let mut node = browser::node_with_browser()?;
    node.env("PAGE", workspace::target_folder().join("page-client"));
    node_test::run(node, &node_test::files(&folder)?, 1, tally)
}
