//! Why an action of a transaction is cancelled for lack of throughput.

use crate::api::error::CancellationReason;
use crate::database::admission::Admission;
use crate::event::Throttled;
use crate::table::Table;

/// The reason of an action of a transaction, which is counted as rejected if it is not admitted.
pub(crate) fn reason(
    admission: &mut Admission<'_>,
    table: &Table,
    admitted: Result<(), Throttled>,
) -> CancellationReason {
    match admitted {
        Ok(()) => CancellationReason::None,
        Err(throttled) => {
            admission.reject(table, throttled.clone());
            CancellationReason::Throttled(throttled)
        }
    }
}
