//! The seed of random numbers, if the command line has none.

use std::time::{SystemTime, UNIX_EPOCH};

/// A number that differs from run to run.
pub(crate) fn of_this_moment() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(since.subsec_nanos())
}
