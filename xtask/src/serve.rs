//! `cargo xtask serve`: the page on this machine, built again whenever its sources change.

use std::sync::Arc;
use std::thread;

use crate::console::{complain, say};
use crate::failure::Failure;
use crate::program::Profile;
use crate::server::{self, Builds};
use crate::site;
use crate::watch::Moment;

const DEFAULT_PORT: u16 = 8080;

pub(crate) fn serve(port: Option<u16>, profile: Profile) -> Result<(), Failure> {
    let port = port.unwrap_or(DEFAULT_PORT);
    let listener = server::listen(port)?;
    let mut moment = Moment::observe();
    let folder = site::build(profile)?;
    let builds = Arc::new(Builds::default());
    let announced = Arc::clone(&builds);
    thread::spawn(move || server::answer(listener, folder, builds));
    let address = format!("http://127.0.0.1:{port}/");
    say(&format!("Sparsebox is at {address} (Ctrl+C ends it)"));
    loop {
        moment.wait_for_change();
        moment = Moment::observe();
        match site::build(profile) {
            Ok(_) => {
                announced.announce();
                say(&format!("Built again: {address}"));
            }
            // Somebody is in the middle of an edit: the last good page stays.
            Err(failure) => complain(&failure.to_string()),
        }
    }
}
