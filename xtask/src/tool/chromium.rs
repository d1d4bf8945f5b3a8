//! The browser that tests run in, and its driver.

use std::env;
use std::path::PathBuf;

use crate::failure::Failure;
use crate::process;
use crate::tool::debian;

/// Programs on this machine. `CHROMIUM` and `CHROMEDRIVER` in the environment choose others.
pub(crate) struct Chromium {
    pub(crate) browser: PathBuf,
    pub(crate) driver: PathBuf,
}

/// Their names in Debian; the fonts have the scripts that sandboxes and languages use.
const DEBIAN_PACKAGES: [&str; 3] = ["chromium", "chromium-driver", "fonts-noto-cjk"];

/// Finds Chromium and its driver, or installs them if that is possible without asking.
pub(crate) fn install() -> Result<Chromium, Failure> {
    if let Some(chromium) = find() {
        return Ok(chromium);
    }
    debian::install(&DEBIAN_PACKAGES)?;
    find().ok_or_else(|| {
        Failure::new(format!(
            "Chromium or its driver is missing: install both (on Debian: `sudo apt-get install {}`), \
             or name them in the variables CHROMIUM and CHROMEDRIVER.",
            DEBIAN_PACKAGES.join(" ")
        ))
    })
}

fn find() -> Option<Chromium> {
    let browsers = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let browser = named("CHROMIUM").or_else(|| browsers.into_iter().find_map(process::find))?;
    let driver = named("CHROMEDRIVER").or_else(|| process::find("chromedriver"))?;
    Some(Chromium { browser, driver })
}

fn named(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).map(PathBuf::from)
}
