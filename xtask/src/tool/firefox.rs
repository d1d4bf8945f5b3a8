//! The second browser that tests run in. It needs no driver: it supports WebDriver BiDi itself.

use std::env;
use std::path::PathBuf;

use crate::failure::Failure;
use crate::process;
use crate::tool::debian;

/// Its name in Debian.
const DEBIAN_PACKAGE: &str = "firefox-esr";

/// Finds Firefox, or installs it if that is possible without asking. `FIREFOX` in the environment chooses another.
pub(crate) fn install() -> Result<PathBuf, Failure> {
    if let Some(firefox) = find() {
        return Ok(firefox);
    }
    debian::install(&[DEBIAN_PACKAGE])?;
    find().ok_or_else(|| {
        Failure::new(format!(
            "Firefox is missing: install it (on Debian: `sudo apt-get install {DEBIAN_PACKAGE}`), \
             or name it in the variable FIREFOX."
        ))
    })
}

fn find() -> Option<PathBuf> {
    let named = env::var_os("FIREFOX").map(PathBuf::from);
    named.or_else(|| [DEBIAN_PACKAGE, "firefox"].into_iter().find_map(process::find))
}
