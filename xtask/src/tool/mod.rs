//! The tools that the commands call, installed where they are missing.

pub(crate) mod chromium;
pub(crate) mod debian;
pub(crate) mod firefox;
pub(crate) mod nginx;
pub(crate) mod npm;
pub(crate) mod python;
pub(crate) mod rust;
pub(crate) mod split;
pub(crate) mod trunk;
