//! Builds the page with Trunk.

use std::path::PathBuf;
use std::time::Instant;

use crate::console::say;
use crate::failure::Failure;
use crate::program::Profile;
use crate::tool::trunk;
use crate::{process, workspace};

/// Builds the page and returns its folder.
pub(crate) fn build(profile: Profile) -> Result<PathBuf, Failure> {
    let site = folder(profile);
    let mut trunk = trunk::command("build", profile)?;
    trunk.arg("--dist").arg(&site);
    say("Building the page with Trunk");
    let start = Instant::now();
    process::run(&mut trunk)?;
    say(&format!("Built {} in {} s", site.display(), start.elapsed().as_secs()));
    Ok(site)
}

/// The folder of the finished page.
pub(crate) fn folder(profile: Profile) -> PathBuf {
    match profile {
        Profile::Development => workspace::target_folder().join("site"),
        Profile::Release => workspace::root().join("dist"),
    }
}
