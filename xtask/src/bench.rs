//! `cargo xtask bench`: the engine's speed, native and in Chromium.

use crate::failure::Failure;
use crate::{process, workspace};

pub(crate) fn bench() -> Result<(), Failure> {
    process::run(workspace::cargo("bench").args(["--package", "engine"]))
}
