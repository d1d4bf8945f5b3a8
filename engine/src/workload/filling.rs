//! What a template is filled with.

use crate::clock::UnixTime;
use crate::random::Random;

/// What one request is filled with.
#[derive(Debug, Clone)]
pub struct Filling {
    /// The number of the request among those of its pattern, from 1.
    pub number: u64,
    /// The chance of this request. Each placeholder takes a fork of it.
    pub random: Random,
    /// When the request is sent.
    pub now: UnixTime,
}

impl Filling {
    /// Chance for one place of the request.
    pub(super) fn fork(&self, place: u64) -> Random {
        self.random.fork(place)
    }
}
