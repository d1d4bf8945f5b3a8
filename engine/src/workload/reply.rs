//! What became of one request of a workload.

use crate::api::error::ApiError;
use crate::receipt::Arm;

/// What a request cost, and what became of it.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) arms: Vec<Arm>,
    /// How many parts of a batch were left undone, or the rejection.
    pub(super) reply: Result<u64, ApiError>,
    /// Whether it was a GetItem or Query that was given no item.
    pub(super) is_empty: bool,
    /// Steps of work of what was rejected.
    pub(super) rejected_steps: u64,
}

impl Outcome {
    /// Of a request that was accepted or rejected as a whole.
    pub(super) fn new(arms: Vec<Arm>, reply: Result<u64, ApiError>) -> Self {
        let rejected_steps = reply.as_ref().map_or_else(ApiError::steps, |_| 0);
        Self { arms, reply, is_empty: false, rejected_steps }
    }
}
