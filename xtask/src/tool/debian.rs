//! Packages of Debian and its derivatives, installed if that is possible without asking.

use std::process::Command;

use crate::console::say;
use crate::failure::Failure;
use crate::process;

/// Installs packages if this is such a system and we have the rights. The caller checks whether they are there.
pub(crate) fn install(packages: &[&str]) -> Result<(), Failure> {
    if process::find("apt-get").is_none() || !is_root() {
        return Ok(());
    }
    say(&format!("Installing {} with apt-get (once, about half a minute)", packages.join(", ")));
    // A stale or partly failing package list is no reason to stop: the installation shows it.
    let _ = process::run(apt_get().args(["-qq", "update"]));
    let mut install = apt_get();
    install.args(["-qq", "--yes", "--no-install-recommends", "install"]);
    process::run(install.args(packages))
}

fn is_root() -> bool {
    process::output(Command::new("id").arg("-u")).as_deref() == Some("0")
}

fn apt_get() -> Command {
    let mut command = Command::new("apt-get");
    command.env("DEBIAN_FRONTEND", "noninteractive");
    // A server that is installed is not started: `invoke-rc.d` starts none in this runlevel.
    command.env("RUNLEVEL", "1");
    command
}
