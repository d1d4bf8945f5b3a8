//! `cargo xtask build`: the page for publication.

use crate::failure::Failure;
use crate::program::Profile;
use crate::site;

pub(crate) fn run() -> Result<(), Failure> {
    site::build(Profile::Release).map(drop)
}
