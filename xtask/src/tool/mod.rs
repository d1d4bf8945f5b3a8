//! What the commands call, installed where it is missing.

pub(crate) mod chromium;
pub(crate) mod debian;
pub(crate) mod firefox;
pub(crate) mod npm;
pub(crate) mod python;
pub(crate) mod rust;
pub(crate) mod trunk;
