//! `cargo xtask docs`: the documentation for publication, beside the page.

use crate::console::say;
use crate::documentation;
use crate::failure::Failure;
use crate::program::Profile;
use crate::site;

/// Adds the documentation to the release page, which is built if it is missing: the embeds in the documentation show it.
pub(crate) fn run() -> Result<(), Failure> {
    let mut site = site::folder(Profile::Release);
    if site.join("index.html").is_file() {
        say("The page was not built again. If it has changed, run `cargo xtask build` first.");
    } else {
        site = site::build(Profile::Release)?;
    }
    let folder = documentation::publish(&site)?;
    say(&format!("Built {}", folder.display()));
    Ok(())
}
