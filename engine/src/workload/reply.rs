//! What became of one request of a workload.

use crate::api::error::ApiError;
use crate::receipt::Arm;

/// What a request cost, and what became of it.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) arms: Vec<Arm>,
    /// How many parts of a batch were left undone, or the rejection.
    pub(super) reply: Result<u64, ApiError>,
}
