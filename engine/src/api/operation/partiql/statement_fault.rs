//! Why statements of a transaction fail, and which of the reasons are reported.

use crate::api::error::{ApiError, CancellationReason, Rejected};
use crate::table::write::accept::Rejection;

/// Why a statement fails: with the whole request, or as the reason of a cancelled transaction.
pub(super) enum StatementFault {
    Request(Rejected),
    Reason(CancellationReason),
}

impl From<Rejected> for StatementFault {
    fn from(error: Rejected) -> Self {
        Self::Request(error)
    }
}

/// A key of another type, or an incomplete one.
pub(super) fn key_misfit() -> StatementFault {
    StatementFault::Reason(CancellationReason::Validation(Rejection::KeyShape.into()))
}

fn is_key_misfit(reason: &CancellationReason) -> bool {
    *reason == CancellationReason::Validation(Rejection::KeyShape.into())
}

/// What the statements do; `None` for each that has a reason to fail, which is in the list of reasons then.
pub(super) fn separate<T>(
    results: impl Iterator<Item = Result<T, StatementFault>>,
) -> Result<(Vec<Option<T>>, Vec<CancellationReason>), Rejected> {
    let (mut done, mut reasons) = (Vec::new(), Vec::new());
    for result in results {
        let (statement, reason) = match result {
            Ok(statement) => (Some(statement), CancellationReason::None),
            Err(StatementFault::Reason(reason)) => (None, reason),
            Err(StatementFault::Request(error)) => return Err(error),
        };
        done.push(statement);
        reasons.push(reason);
    }
    Ok((done, reasons))
}

/// Cancels the transaction if any statement has a reason.
///
/// Observed: all failures are listed, but keys of a wrong type alone.
pub(super) fn check_reasons(mut reasons: Vec<CancellationReason>) -> Result<(), Rejected> {
    if reasons.iter().any(is_key_misfit) {
        for reason in reasons.iter_mut().filter(|reason| !is_key_misfit(reason)) {
            *reason = CancellationReason::None;
        }
    }
    match reasons.iter().all(|reason| *reason == CancellationReason::None) {
        true => Ok(()),
        false => Err(ApiError::TransactionCanceled { reasons }.into()),
    }
}
